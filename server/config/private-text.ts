import { readFileSync, statSync } from 'node:fs'

/** Mode bits that let other accounts read the file, or its group replace it. */
const FORBIDDEN_MODE = 0o027

/**
 * Returns the text of a file that only this account can open, and its group for reading; otherwise what is wrong with
 * it, which never quotes the text.
 */
export function readPrivateFile(path: string): { text: string } | { problem: string } {
  try {
    const text = readFileSync(path, 'utf8')
    const { mode } = statSync(path)
    if ((mode & FORBIDDEN_MODE) === 0) return { text }
    return {
      problem: `is open to other accounts of this machine (mode ${(mode & 0o777).toString(8)}); chmod 600 closes it`,
    }
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
