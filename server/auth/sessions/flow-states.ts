import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AUTH_LIMITS, AUTH_SECONDS } from '#contract/auth.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { lockOwners } from '#server/auth/records/user-store.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns a request's code challenge, validated, or null when there is none. Only S256, because a plain one protects
 * nothing.
 */
export function codeChallengeOf(body: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}): string | null {
  const { code_challenge: challenge = '', code_challenge_method: method = '' } = body
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (method.toLowerCase() !== 's256') throw invalid('code challenge method should be s256')
  const { codeChallengeMin: min, codeChallengeMax: max } = AUTH_LIMITS
  if (!/^[\w.~-]+$/.test(challenge) || challenge.length < min || challenge.length > max) {
    throw invalid(
      `code challenge has to be between ${min} and ${max} characters of A-Z, a-z, 0-9, '.', '_', '~', '-'`,
    )
  }
  return challenge
}

/** Creates an auth code for a user who proved themselves by `method`; its exchange requires the verifier. */
export async function issueAuthCode(
  tx: Queryable,
  flow: { userId: string; codeChallenge: string; method: string },
  now: Date,
): Promise<string> {
  const code = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + AUTH_SECONDS.flow * 1_000)
  await execute(
    tx,
    sql`insert into auth.flow_states (user_id, auth_code_hash, code_challenge, method, created_at, expires_at)
      values (${flow.userId}, ${sha256(code)}, ${flow.codeChallenge}, ${flow.method}, ${now}, ${expiresAt})`,
  )
  return code
}

/**
 * Consumes an auth code in the caller's transaction: once, for the holder of its verifier. Throws AuthError otherwise.
 * Locks the account first.
 */
export async function takeAuthCode(
  tx: Queryable,
  given: { code: string; verifier: string },
  now: Date,
): Promise<{ userId: string; method: string }> {
  await lockOwners(
    tx,
    sql`select user_id from auth.flow_states where auth_code_hash = ${sha256(given.code)}`,
  )
  const flow = await maybeRow<{
    id: string
    user_id: string
    code_challenge: string
    method: string
    expires_at: string
  }>(
    tx,
    sql`select id, user_id, code_challenge, method, expires_at from auth.flow_states
      where auth_code_hash = ${sha256(given.code)} and user_id is not null for update`,
  )
  if (flow === null) throw new AuthError('flow_state_not_found')
  if (Date.parse(flow.expires_at) <= now.getTime()) throw new AuthError('flow_state_expired')
  const expected = Buffer.from(flow.code_challenge)
  const actual = Buffer.from(sha256(given.verifier).toString('base64url'))
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw new AuthError('bad_code_verifier')
  }
  await execute(tx, sql`delete from auth.flow_states where id = ${flow.id}`)
  return { userId: flow.user_id, method: flow.method }
}
