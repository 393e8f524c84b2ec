import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { AUTH_LIMITS, AUTH_SECONDS, authErrors } from '#contract/auth.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import type { SessionRow } from '#server/auth/records/session-store.ts'
import type { SigningKeys } from './signing-keys.ts'
import type { SigningKey } from './signing-key.ts'
import { type AccessClaims, createTokenMemory, type TokenMemory } from './token-memory.ts'
import type { UserRow } from '#server/auth/records/user-store.ts'

/** Someone who acts for the operator. Both ids are present when a person signed in as such. */
export interface AdminClaims {
  role: string
  userId: string | null
  sessionId: string | null
}

export interface AccessTokens {
  /** A token for the session, of at most AUTH_LIMITS.accessToken characters, and its expiry in seconds since 1970. */
  sign(user: UserRow, session: SessionRow, now: Date): Promise<{ token: string; expiresAt: number }>
  /** Checks signature, key, issuer, audience and time. Throws AuthError bad_jwt. Does not check the session. */
  verify(token: string, now: Date): Promise<AccessClaims>
  /** A token for the operator's own programs. */
  signService(now: Date, seconds: number): Promise<string>
  /** Checks such a token's signature, key and time. Throws bad_jwt, or not_admin for anyone else's token. */
  verifyAdmin(token: string, now: Date): Promise<AdminClaims>
}

const AUDIENCE = 'authenticated'
/** The roles of administrators; only the operator and an administrator can assign them. */
const ADMIN_ROLES = ['service_role', 'supabase_admin']
const ALGORITHMS = ['ES256', 'RS256']
const uuid = z.uuid()

export function createAccessTokens(
  keys: SigningKeys,
  issuer: string,
  memory: TokenMemory = createTokenMemory(),
): AccessTokens {
  return {
    async sign(user, session, now) {
      const key = await keys.signer(now)
      if (key.privateKey === null) throw new Error(`the key ${key.kid} cannot sign`)
      const issuedAt = Math.floor(now.getTime() / 1_000)
      const expiresAt = issuedAt + AUTH_SECONDS.accessToken
      const claims = {
        email: user.email ?? '',
        phone: '',
        role: user.role,
        aal: session.aal,
        amr: session.amr,
        session_id: session.id,
        is_anonymous: user.is_anonymous,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
      }
      const { privateKey } = key
      const write = (payload: typeof claims) =>
        new SignJWT(payload)
          .setProtectedHeader({ alg: key.alg, typ: 'JWT', kid: key.kid })
          .setIssuer(issuer)
          .setSubject(user.id)
          .setAudience(AUDIENCE)
          .setIssuedAt(issuedAt)
          .setExpirationTime(expiresAt)
          .sign(privateKey)
      // Neither authorizes anything, and GET /user returns both, so anything that does not fit is left out of the token.
      let token = await write(claims)
      if (token.length > AUTH_LIMITS.accessToken)
        token = await write({ ...claims, user_metadata: {} })
      if (token.length > AUTH_LIMITS.accessToken)
        token = await write({ ...claims, user_metadata: {}, app_metadata: {} })
      return { token, expiresAt }
    },

    async verify(token, now) {
      const known = memory.recall(token)
      // The exact key it was checked with: a key that was revoked or replaced proves nothing any more.
      if (known !== null && known.expiresAt > now.getTime()) {
        if ((await keys.byId(known.key.kid, now)) === known.key) return known.claims
      }
      try {
        let by: SigningKey | undefined
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            by = await keyFor(keys, header, now)
            return by.publicKey
          },
          {
            algorithms: ALGORITHMS,
            issuer,
            audience: AUDIENCE,
            typ: 'JWT',
            currentDate: now,
            requiredClaims: ['exp'],
          },
        )
        const claims = {
          userId: uuidClaim(payload.sub, 'sub'),
          sessionId: uuidClaim(payload['session_id'], 'session_id'),
        }
        if (by !== undefined && payload.exp !== undefined)
          memory.remember(token, { key: by, claims, expiresAt: payload.exp * 1_000 })
        return claims
      } catch (error) {
        if (error instanceof errors.JOSEError) throw badJwt(error.message)
        throw error
      }
    },

    async signService(now, seconds) {
      const key = await keys.signer(now)
      if (key.privateKey === null) throw new Error(`the key ${key.kid} cannot sign`)
      const issuedAt = Math.floor(now.getTime() / 1_000)
      return new SignJWT({ role: ADMIN_ROLES[0] })
        .setProtectedHeader({ alg: key.alg, typ: 'JWT', kid: key.kid })
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(key.privateKey)
    },

    async verifyAdmin(token, now) {
      try {
        const { payload } = await jwtVerify(
          token,
          async (header) => {
            // An operator's own tool signs with the key from the file and often omits its name.
            const kid = header.kid ?? (await keys.signer(now)).kid
            return (await keyFor(keys, { ...header, kid }, now)).publicKey
          },
          { algorithms: ALGORITHMS, currentDate: now },
        )
        const { role, sub, session_id: session } = payload
        if (typeof role !== 'string' || !ADMIN_ROLES.includes(role))
          throw new AuthError('not_admin')
        return {
          role,
          userId: session === undefined ? null : uuidClaim(sub, 'sub'),
          sessionId: session === undefined ? null : uuidClaim(session, 'session_id'),
        }
      } catch (error) {
        if (error instanceof errors.JOSEError) throw badJwt(error.message)
        throw error
      }
    },
  }
}

/** Returns our own record of the header's key. Both must agree: a header never chooses how it is checked. */
async function keyFor(
  keys: SigningKeys,
  header: { kid?: string; alg: string },
  now: Date,
): Promise<SigningKey> {
  const key = typeof header.kid === 'string' ? await keys.byId(header.kid, now) : null
  if (key === null || key.alg !== header.alg) throw new errors.JWKSNoMatchingKey()
  return key
}

function badJwt(reason: string): AuthError {
  return new AuthError('bad_jwt', { message: authErrors.bad_jwt.message + reason })
}

/** The statuses are GoTrue's: only a subject that is not a UUID is a 400. */
function uuidClaim(value: unknown, name: 'sub' | 'session_id'): string {
  if (typeof value !== 'string' || value === '') throw badJwt(`missing ${name} claim`)
  if (!uuid.safeParse(value).success) {
    throw new AuthError('bad_jwt', {
      message: `${authErrors.bad_jwt.message}${name} claim is not a UUID`,
      status: name === 'sub' ? 400 : 403,
    })
  }
  return value
}
