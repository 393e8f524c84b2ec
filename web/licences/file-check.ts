import type { Licence } from '#contract/licence-schemas.ts'

type LicensedFile = Licence['files'][number]

/**
 * Returns the licensed file whose bytes `file` has; null for any other. It is hashed in the browser, and only when its
 * size matches: nothing leaves the page. Throws when the file cannot be read.
 */
export async function licensedFile(
  file: Blob,
  files: readonly LicensedFile[],
): Promise<LicensedFile | null> {
  const alike = files.filter(({ size }) => size === file.size)
  if (alike.length === 0) return null
  const hex = await sha256Of(file)
  return alike.find(({ sha256 }) => sha256 === hex) ?? null
}

/** Returns the hash of a file's bytes, in hex. Throws when the file cannot be read. */
export async function sha256Of(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
