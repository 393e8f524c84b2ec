import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import {
  challengeHash,
  type ChallengePurpose,
  insertPasskeyChallenge,
  takePasskeyChallenge,
} from '#server/auth/records/passkey-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'

/** Who requested a challenge, and for what purpose. */
export interface Asker {
  purpose: ChallengePurpose
  /** Null during a sign-in. */
  sessionId: string | null
  ip: string
}

/** Stores a challenge that was made for these options. It can be answered once, for five minutes. */
export async function issueChallenge(
  ctx: Pick<AuthContext, 'pool'>,
  asker: Asker,
  challenge: string,
  now: Date,
): Promise<{ id: string; expiresAt: number }> {
  const expiresAt = new Date(now.getTime() + AUTH_SECONDS.challenge * 1_000)
  const id = await insertPasskeyChallenge(ctx.pool, { ...asker, challenge, expiresAt }, now)
  return { id, expiresAt: Math.floor(expiresAt.getTime() / 1_000) }
}

/**
 * Consumes a challenge, outside of any transaction: a wrong answer consumes it, too. Returns whether a signed challenge
 * is the one that was given. Throws webauthn_challenge_not_found for one that was used or belongs to someone else,
 * webauthn_challenge_expired after five minutes.
 */
export async function takeChallenge(
  ctx: Pick<AuthContext, 'pool'>,
  asker: Asker,
  id: string | undefined,
  now: Date,
): Promise<(signed: string) => boolean> {
  if (!z.uuid().safeParse(id).success || id === undefined)
    throw new AuthError('webauthn_challenge_not_found')
  const taken = await takePasskeyChallenge(ctx.pool, { ...asker, id })
  if (taken === null) throw new AuthError('webauthn_challenge_not_found')
  if (Date.parse(taken.expires_at) <= now.getTime())
    throw new AuthError('webauthn_challenge_expired')
  return (signed) => timingSafeEqual(challengeHash(signed), taken.challenge_hash)
}
