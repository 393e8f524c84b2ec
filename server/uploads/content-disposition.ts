import { encodeExtended } from 'content-disposition'
import { endingsOf } from './media-type.ts'

/**
 * Returns the Content-Disposition for a file named by a person (RFC 6266, RFC 8187): the exact name for current
 * browsers, an ASCII approximation for older ones.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\u0020-\u007e]|["\\%]/g, '_')
  return `${kind}; filename="${ascii}"; filename*=${encodeExtended(fileName)}`
}

/**
 * Returns the name under which a file is saved: its own, with the extension of its type. A text called 'page.html'
 * would be a page when opened from disk.
 */
export function savedName(file: { file_name: string; file_type: string }): string {
  const ends = endingsOf(file.file_type)
  const name = file.file_name.toLowerCase()
  return ends.some((end) => name.endsWith(`.${end}`))
    ? file.file_name
    : `${file.file_name}.${ends[0]}`
}
