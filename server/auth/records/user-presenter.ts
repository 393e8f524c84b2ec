import type { AuthFactor, AuthIdentity, AuthUser } from '#contract/auth-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { FactorRow } from './factor-store.ts'
import { waysInOf } from './open-session-store.ts'
import type { IdentityRow, PresentedUserRow, UserRow } from './user-store.ts'

/** A user as their own session sees them: unset fields are absent, secret ones never included. */
export function presentUser(
  user: PresentedUserRow,
  identities: readonly IdentityRow[],
  factors: readonly FactorRow[] = [],
): AuthUser {
  const answer: AuthUser = {
    id: user.id,
    aud: 'authenticated',
    role: user.role,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    identities: identities.map(presentIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  }
  if (user.email_confirmed_at !== null) {
    answer.email_confirmed_at = user.email_confirmed_at
    answer.confirmed_at = user.email_confirmed_at
  }
  for (const name of [
    'confirmation_sent_at',
    'recovery_sent_at',
    'reauthentication_sent_at',
    'invited_at',
    'email_change_sent_at',
    'last_sign_in_at',
    'banned_until',
    'deleted_at',
  ] as const) {
    const value = user[name]
    if (value !== null) answer[name] = value
  }
  if (user.new_email !== null) answer.new_email = user.new_email
  if (factors.length > 0) answer.factors = factors.map(presentFactor)
  return answer
}

/** The same, with the account's sign-in methods and second factors. */
export async function userAnswer(db: Queryable, user: UserRow): Promise<AuthUser> {
  const { identities, factors } = await waysInOf(db, user.id)
  return presentUser(user, identities, factors)
}

/** A second factor without its secret. */
export function presentFactor(factor: FactorRow): AuthFactor {
  return {
    id: factor.id,
    status: factor.status,
    factor_type: factor.factor_type,
    phone: null,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    last_challenged_at: factor.last_challenged_at,
    ...(factor.friendly_name === '' ? {} : { friendly_name: factor.friendly_name }),
  }
}

function presentIdentity(identity: IdentityRow): AuthIdentity {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...(identity.email === null ? {} : { email: identity.email }),
  }
}
