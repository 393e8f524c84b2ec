import type { ByteSpan } from '#server/providers/files/file-store.ts'

/**
 * What a Range header requests of a file of `size` bytes (RFC 9110 §14): one span; 'whole' when the header is absent or
 * of a kind we do not serve (several spans, other units); 'none' when nothing of it exists.
 * Not range-parser: it rejects two kinds of range that RFC 9110 serves whole (decision 0039).
 */
export function requestedSpan(
  header: string | undefined,
  size: number,
): ByteSpan | 'whole' | 'none' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (match === null) return 'whole'
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    // The last n bytes.
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first >= size ? 'none' : { first, last }
}
