import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { GoogleChecks } from '#server/providers/google/google-provider.ts'

/** A sign-in on its way to Google and back. */
export interface GoogleFlow {
  checks: GoogleChecks
  codeChallenge: string | null
  redirectTo: string
  /** The person who wants to link Google; null for a sign-in. */
  linkingUserId: string | null
}

/** Who wants to link Google, in which session: the flow ends with it. */
export interface Linking {
  userId: string
  sessionId: string
}

/** The outcome of a returned state. */
export type ReturnedFlow = GoogleFlow | 'unknown' | 'used' | 'expired' | 'elsewhere'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Stores a sign-in that is about to leave from `browser` (the value of its cookie). Throws session_not_found when the
 * session that links has ended meanwhile.
 */
export async function beginGoogleFlow(
  db: Queryable,
  {
    codeChallenge,
    redirectTo,
    linking,
    browser,
  }: Omit<GoogleFlow, 'checks' | 'linkingUserId'> & { browser: string; linking: Linking | null },
  now: Date,
): Promise<GoogleFlow> {
  const checks = {
    state: randomUUID(),
    nonce: randomBytes(24).toString('base64url'),
    verifier: randomBytes(48).toString('base64url'),
  }
  const expiresAt = new Date(now.getTime() + AUTH_SECONDS.flow * 1_000)
  const linkingUserId = linking?.userId ?? null
  const sessionId = linking?.sessionId ?? null
  const begun = await execute(
    db,
    sql`insert into auth.flow_states (method, provider, state_hash, provider_nonce, provider_verifier, code_challenge,
        redirect_to, linking_user_id, linking_session_id, browser_hash, created_at, expires_at)
      select 'oauth', 'google', ${hashOf(checks.state)}, ${checks.nonce}, ${checks.verifier}, ${codeChallenge},
        ${redirectTo}, ${linkingUserId}::uuid, ${sessionId}::uuid, ${hashOf(browser)}, ${now}, ${expiresAt}
      where ${sessionId}::uuid is null
        or exists (select from auth.sessions where id = ${sessionId}::uuid for key share)`,
  )
  if (begun === 0) throw new AuthError('session_not_found')
  return { checks, codeChallenge, redirectTo, linkingUserId }
}

interface FlowRow {
  id: string
  provider_nonce: string | null
  provider_verifier: string | null
  code_challenge: string | null
  redirect_to: string
  linking_user_id: string | null
  browser_hash: Buffer | null
  expires_at: string
}

/**
 * Consumes a state: the first one to return continues, later ones learn that it was used. A return from a browser other
 * than the one it started in consumes nothing, so a planted link cannot disturb its owner's sign-in.
 */
export function takeGoogleFlow(
  pool: Parameters<typeof inTransaction>[0],
  { state, browser }: { state: string; browser: string | null },
  now: Date,
): Promise<ReturnedFlow> {
  return inTransaction(pool, async (tx) => {
    const row = await maybeRow<FlowRow>(
      tx,
      sql`select id, provider_nonce, provider_verifier, code_challenge, redirect_to, linking_user_id, browser_hash, expires_at
        from auth.flow_states where state_hash = ${hashOf(state)} for update`,
    )
    if (row === null) return 'unknown'
    if (!isSame(row.browser_hash, browser)) return 'elsewhere'
    const { provider_nonce: nonce, provider_verifier: verifier } = row
    if (nonce === null || verifier === null) return 'used'
    await execute(
      tx,
      sql`update auth.flow_states set provider_nonce = null, provider_verifier = null where id = ${row.id}`,
    )
    if (Date.parse(row.expires_at) <= now.getTime()) return 'expired'
    return {
      checks: { state, nonce, verifier },
      codeChallenge: row.code_challenge,
      redirectTo: row.redirect_to,
      linkingUserId: row.linking_user_id,
    }
  })
}

/**
 * Whether a state that was consumed is still kept. The end of the session that began it, and whatever ends someone's
 * sessions and links, removes the Google accounts that are being added, also while Google is being asked about them.
 * Check it with the account locked.
 */
export const isKept = async (tx: Queryable, { checks }: GoogleFlow): Promise<boolean> =>
  (await maybeRow(
    tx,
    sql`select from auth.flow_states where state_hash = ${hashOf(checks.state)}`,
  )) !== null

function isSame(kept: Buffer | null, browser: string | null): boolean {
  return kept !== null && browser !== null && timingSafeEqual(kept, hashOf(browser))
}
