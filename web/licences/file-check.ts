import type { Licence } from '#contract/licence-schemas.ts'

type LicensedFile = Licence['files'][number]

/**
 * The licensed file whose bytes `file` has; null for any other. It is hashed in the browser, and only when its size
 * matches: nothing leaves the page. Throws when the file cannot be read.
 */
export async function licensedFile(
  file: Blob,
  files: readonly LicensedFile[],
): Promise<LicensedFile | null> {
  const alike = files.filter(({ size }) => size === file.size)
  if (alike.length === 0) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return alike.find(({ sha256 }) => sha256 === hex) ?? null
}
