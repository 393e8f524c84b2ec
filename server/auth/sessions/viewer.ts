import type { Pool } from '#server/db/pool.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type AccessTokens, createAccessTokens } from '#server/auth/keys/access-token.ts'
import type { AuthDeps } from '#server/auth/service/auth-context.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { authSettings } from '#server/auth/settings/auth-settings.ts'
import { type CookieCarrier, pageClaimsOf } from './page-cookie.ts'
import type { PageClaims } from './page-token.ts'
import { createSessionMemory, type AnnouncementLine, type Found } from './session-memory.ts'
import { createSigningKeys } from '#server/auth/keys/signing-keys.ts'

export type { Viewer } from '#server/http/viewer.ts'

/** Resolves bearer tokens to people, for the API and the socket, and page cookies, for rendered pages. */
export interface Authenticator {
  /**
   * Returns the person behind an access token, or null when it is invalid or expired, its session has ended, or their
   * authenticator code is still missing. The process that ended a session refuses it immediately, every other process
   * within a second. Without announcements (`hear`) the session is read every time.
   */
  viewerOf(bearerToken: string): Promise<Viewer | null>
  /**
   * Returns the person whose page cookie a request carries, under the same conditions. The request's bearer token does
   * not count.
   */
  pageViewer(request: CookieCarrier): Promise<Viewer | null>
  /** Handles a change that the token's owner made to their own account here: the next request rereads it. */
  forget(bearerToken: string): Promise<void>
  /** The announcements about people's sessions and accounts, and their connection. */
  access: { changed(userIds: readonly string[]): void; hear(line: AnnouncementLine): void }
  /** Returns which of these sessions are still valid at a given moment: `viewerOf` for many, without their tokens. */
  livingSessions(sessionIds: readonly string[], now: Date): Promise<Set<string>>
}

/** A session that is valid at the moment `now`. */
const people = raw(`auth.sessions
  join auth.users on users.id = sessions.user_id
  join profiles on profiles.id = users.id`)
const isGood = raw(`users.deleted_at is null and users.email_confirmed_at is not null
  -- With an authenticator app in force, a password alone is half a sign-in.
  and (sessions.aal = 'aal2' or not exists (
    select from auth.factors where factors.user_id = users.id and factors.status = 'verified'))`)

/** Takes the dependencies of the auth service. Opens no connection until first used. */
export function createAuthenticator(
  deps: Pick<AuthDeps, 'config' | 'pool' | 'clock'>,
): Authenticator {
  const settings = authSettings(deps.config)
  const keyring = deps.config.keys
  const keys = createSigningKeys(deps.pool, keyring, deps.config.auth.signingKeyFile)
  const tokens = createAccessTokens(keys, settings.issuer)
  const memory = createSessionMemory()
  async function personOf(claims: PageClaims | null, now: Date): Promise<Viewer | null> {
    if (claims === null) return null
    const known = memory.recall(claims.sessionId, claims.userId, now)
    return known ?? memory.read(() => readViewer(deps.pool, claims, now), now)
  }
  return {
    async viewerOf(bearerToken) {
      const now = deps.clock()
      return personOf(await genuineClaims(tokens, bearerToken, now), now)
    },
    async pageViewer(request) {
      const now = deps.clock()
      return personOf(pageClaimsOf({ settings, keyring }, request, now), now)
    },
    async forget(bearerToken) {
      const claims = await genuineClaims(tokens, bearerToken, deps.clock())
      if (claims !== null) memory.changed([claims.userId])
    },
    access: memory,
    async livingSessions(sessionIds, now) {
      const living = await rows<{ id: string }>(
        deps.pool,
        sql`select sessions.id from ${people}
          where sessions.id = any(${sessionIds}::uuid[]) and ${isGood}
            and (sessions.not_after is null or sessions.not_after > ${now})
            and (users.banned_until is null or users.banned_until <= ${now})`,
      )
      return new Set(living.map(({ id }) => id))
    },
  }
}

/** Name, role and address come from our own rows, never from the token: metadata is user-writable. */
async function readViewer(
  pool: Pool,
  { userId, sessionId }: PageClaims,
  now: Date,
): Promise<Found | null> {
  const row = await maybeRow<Viewer & { not_after: string | null }>(
    pool,
    sql`select users.id, profiles.role, users.email, profiles.name, sessions.id as "sessionId",
        sessions.aal, sessions.not_after
      from ${people}
      where sessions.id = ${sessionId} and users.id = ${userId} and ${isGood}
        and (sessions.not_after is null or sessions.not_after > ${now})
        and (users.banned_until is null or users.banned_until <= ${now})`,
  )
  if (row === null) return null
  const { not_after: notAfter, ...viewer } = row
  return { viewer, endsAt: notAfter === null ? null : new Date(notAfter) }
}

/** The part that depends on the token alone. */
async function genuineClaims(tokens: AccessTokens, token: string, now: Date) {
  try {
    return await tokens.verify(token, now)
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}
