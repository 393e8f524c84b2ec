import { randomInt } from 'node:crypto'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/licences.ts'

/** A new code, "CW-8F3K-21QX", from the system's secure random numbers. */
export function randomCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(32)]).join('')
  return `CW-${letters.slice(0, 4)}-${letters.slice(4)}`
}
