import { hash } from 'node:crypto'
import type { AccessClaims } from './access-token.ts'
import type { SigningKey } from './signing-keys.ts'

/** A token that was found genuine: by which key, for whom, and when it ends in ms since 1970. */
export interface Genuine {
  key: SigningKey
  claims: AccessClaims
  expiresAt: number
}

/** Tokens whose signature was checked already: checking one anew costs as much as asking the database. */
export interface TokenMemory {
  /** Null for a token that is not remembered, not to the last letter. Whether it still holds is the caller's to say. */
  recall(token: string): Genuine | null
  remember(token: string, genuine: Genuine): void
}

/** Some 300 bytes each: a few megabytes. */
const REMEMBERED = 10_000

/**
 * Remembers so many at least, those that were used last. Kept by their digest: nothing in the memory of the process
 * could be sent as a token.
 */
export function createTokenMemory(remembered = REMEMBERED): TokenMemory {
  let young = new Map<string, Genuine>()
  let old = new Map<string, Genuine>()
  const keep = (digest: string, genuine: Genuine) => {
    if (young.size >= remembered) {
      old = young
      young = new Map()
    }
    young.set(digest, genuine)
  }
  return {
    recall(token) {
      const digest = hash('sha256', token, 'base64')
      const known = young.get(digest)
      if (known !== undefined) return known
      const aged = old.get(digest)
      if (aged === undefined) return null
      keep(digest, aged)
      return aged
    },
    remember(token, genuine) {
      keep(hash('sha256', token, 'base64'), genuine)
    },
  }
}
