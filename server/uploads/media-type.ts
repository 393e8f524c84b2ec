import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

/** The extensions of each accepted type; files are stored under the first. */
const ENDINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov', 'qt'],
  'video/x-msvideo': ['avi'],
  'video/webm': ['webm'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'text', 'md', 'csv', 'srt', 'vtt'],
}

/** The contract's name for types that the detector names differently. */
const SAME_TYPE: Readonly<Record<string, string>> = {
  'video/vnd.avi': 'video/x-msvideo',
  'video/x-m4v': 'video/mp4',
}

/** Returns the extensions (without dot) of one of our accepted types. Throws Error for any other type. */
export function endingsOf(type: string): readonly [string, ...string[]] {
  const endings = ENDINGS[type]
  if (endings === undefined) throw new Error(`no extension for ${type}`)
  return endings
}

/** Returns the file extension (without dot) for one of our accepted types. Throws Error for any other. */
export const extensionOf = (type: string): string => endingsOf(type)[0]

/**
 * Returns a file's type by its bytes, never by its name or the sender's word (decision P24): one of `accepted`, or
 * null. Markup (HTML, SVG, XML) never counts as plain text here.
 */
export async function acceptedType(
  path: string,
  accepted: readonly string[],
): Promise<string | null> {
  const detected = (await fileTypeFromFile(path))?.mime
  const type = detected === undefined ? undefined : (SAME_TYPE[detected] ?? detected)
  if (type !== undefined && accepted.includes(type)) return type
  // A text may begin like another format ("BMW in red" like a bitmap), so the whole file decides.
  if (accepted.includes('text/plain') && (await isPlainText(path))) return 'text/plain'
  return null
}

/** The number of bytes in which a browser that sniffs types would look for markup. */
const SNIFFED_BYTES = 1_024
/** A document that begins with a tag, a comment, a doctype or a processing instruction. */
const BEGINS_AS_MARKUP = /^[\uFEFF\s]*<[a-z!?/]/i
/** Tags that turn what began as text into a page or an image. */
const HOLDS_MARKUP = /<(!doctype|html|head|body|script|iframe|svg|style|meta|object|embed)\b/i

/** Returns whether a file is valid UTF-8 without NUL and does not begin like a page. Reads it in chunks. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const handle = await open(path, 'r')
  try {
    const piece = Buffer.alloc(64 * 1024)
    let start = true
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length)
      const bytes = piece.subarray(0, bytesRead)
      if (bytes.includes(0)) return false
      const text = decoder.decode(bytes, { stream: bytesRead > 0 })
      if (start && (BEGINS_AS_MARKUP.test(text) || HOLDS_MARKUP.test(text.slice(0, SNIFFED_BYTES))))
        return false
      start = false
      if (bytesRead === 0) return true
    }
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    await handle.close()
  }
}
