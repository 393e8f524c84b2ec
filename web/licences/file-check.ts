import type { Licence } from '#contract/licence-schemas.ts'

type LicensedFile = Licence['files'][number]

/** What is known of the chosen file: which of the licensed ones it is, if any, or the certificate's own document. */
export type Verdict = 'checking' | 'unreadable' | 'document' | { file: LicensedFile | null }

/** What a file is compared with: the licensed ones, and the SHA-256 of the certificate's document, in hex. */
interface Known {
  files: readonly LicensedFile[]
  document: string | null
}

/** Returns the check of one file after another. `say` gets the verdicts on the file that was chosen last. */
export function fileChecks(say: (verdict: Verdict) => void) {
  let current: File | null = null
  return async (file: File, known: Known): Promise<void> => {
    current = file
    say('checking')
    const verdict = await verdictOn(file, known).catch(() => 'unreadable' as const)
    // A large file takes longer than a small one that was chosen after it.
    if (current === file) say(verdict)
  }
}

async function verdictOn(file: File, { files, document }: Known): Promise<Verdict> {
  const found = await licensedFile(file, files)
  if (found !== null || file.type !== 'application/pdf') return { file: found }
  return (await sha256Of(file)) === document ? 'document' : { file: null }
}

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
