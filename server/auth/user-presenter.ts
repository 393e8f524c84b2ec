import type { AuthIdentity, AuthUser } from '#contract/auth-schemas.ts'
import type { IdentityRow, UserRow } from './user-store.ts'

/** A user as its own session sees it: what is not set is absent, what is secret is not here at all. */
export function presentUser(user: UserRow, identities: readonly IdentityRow[]): AuthUser {
  const answer: AuthUser = {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
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
    'email_change_sent_at',
    'last_sign_in_at',
    'banned_until',
  ] as const) {
    const value = user[name]
    if (value !== null) answer[name] = value
  }
  if (user.new_email !== null) answer.new_email = user.new_email
  return answer
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
