import { maybeRow, sql } from '#server/db/sql.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type AccessTokens, createAccessTokens } from './access-token.ts'
import type { AuthDeps } from './auth-context.ts'
import { AuthError } from './auth-error.ts'
import { createAuthSecrets } from './auth-secrets.ts'
import { authSettings } from './auth-settings.ts'
import { createSigningKeys } from './signing-keys.ts'

export type { Viewer } from '#server/http/viewer.ts'

/** Turns bearer tokens into people, for the API and the socket. */
export interface Authenticator {
  /**
   * The person behind an access token, or null when it is not genuine, has expired, its session is over, or
   * the code of their authenticator app is still to be given.
   * The session is looked up every time: a signed-out token is dead at once, everywhere.
   */
  viewerOf(bearerToken: string): Promise<Viewer | null>
}

/** Needs what the auth service needs; makes no connection of its own until asked. */
export function createAuthenticator(
  deps: Pick<AuthDeps, 'config' | 'pool' | 'clock'>,
): Authenticator {
  const keys = createSigningKeys(
    deps.pool,
    createAuthSecrets(deps.config.fileLinkSecret),
    deps.config.auth.signingKeyFile,
  )
  const tokens = createAccessTokens(keys, authSettings(deps.config).issuer)
  return {
    async viewerOf(bearerToken) {
      const now = deps.clock()
      const claims = await genuineClaims(tokens, bearerToken, now)
      if (claims === null) return null
      // Name, role and address are our own rows', never the token's: metadata is its user's to write.
      return maybeRow<Viewer>(
        deps.pool,
        sql`select users.id, profiles.role, users.email, profiles.name, sessions.id as "sessionId"
          from auth.sessions
            join auth.users on users.id = sessions.user_id
            join profiles on profiles.id = users.id
          where sessions.id = ${claims.sessionId} and users.id = ${claims.userId} and users.deleted_at is null
            and users.email_confirmed_at is not null
            -- With an authenticator app in force, a password alone is half a sign-in.
            and (sessions.aal = 'aal2' or not exists (
              select from auth.factors where factors.user_id = users.id and factors.status = 'verified'))
            and (sessions.not_after is null or sessions.not_after > ${now})
            and (users.banned_until is null or users.banned_until <= ${now})`,
      )
    },
  }
}

/** The part that depends on the token alone, and could be remembered until the token expires. */
async function genuineClaims(tokens: AccessTokens, token: string, now: Date) {
  try {
    return await tokens.verify(token, now)
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}
