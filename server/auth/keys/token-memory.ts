import { hash } from 'node:crypto'
import type { SigningKey } from './signing-key.ts'

/** What we trust about a token after checking it: its owner and its session. */
export interface AccessClaims {
  userId: string
  sessionId: string
}

/** A verified token: its key, its subject, and its expiry in ms since 1970. */
export interface Genuine {
  key: SigningKey
  claims: AccessClaims
  expiresAt: number
}

/** A cache of tokens whose signature was verified, because verifying costs as much as a query. */
export interface TokenMemory {
  /**
   * Returns null for a token that is not cached, character for character. Whether the token is still valid is up to the
   * caller.
   */
  recall(token: string): Genuine | null
  remember(token: string, genuine: Genuine): void
}

/** Some 300 bytes each: a few megabytes. */
const REMEMBERED = 10_000

/**
 * Keeps at least this many, evicting the least recently used. Keyed by digest, so that nothing in the process's memory
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
