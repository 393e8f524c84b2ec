import { ROLES, type Role } from '#contract/profiles.ts'
import { safeReturnPath } from './return-path.ts'

/** What a link may pass to the auth screens in its history entry; the address stays /auth (SPEC §2). */
export interface AuthState {
  /** Where to go after signing in: the page the guard interrupted (decision P29). */
  returnPath?: string
  /** Open the Sign Up tab, with this role chosen. */
  join?: Role | true
  /** The email typed on one of these screens, so that it need not be typed again on the next. */
  email?: string
  /** The person came by a confirmation link: it worked in another browser, or it has expired. */
  confirmation?: 'confirmed' | 'expired'
}

/** The state of a link that invites to join: opens Sign Up, with the role preselected if given. */
export function joining(role?: Role): AuthState {
  return { join: role ?? true }
}

const landings = ['confirmed', 'expired'] as const

/** Parses a history entry's state; anything that is not ours is ignored. */
export function readAuthState(state: unknown): {
  returnPath: string | null
  tab: 'sign-in' | 'sign-up'
  role: Role | null
  email: string | null
  confirmation: 'confirmed' | 'expired' | null
} {
  const given: Record<string, unknown> =
    typeof state === 'object' && state !== null ? { ...state } : {}
  return {
    returnPath: safeReturnPath(given.returnPath),
    tab: given.join === undefined ? 'sign-in' : 'sign-up',
    role: ROLES.find((role) => role === given.join) ?? null,
    email: typeof given.email === 'string' ? given.email : null,
    confirmation: landings.find((landing) => landing === given.confirmation) ?? null,
  }
}
