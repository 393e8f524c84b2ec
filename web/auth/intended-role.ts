import { ROLES, type Role } from '#contract/profiles.ts'

/** Kept for this tab only, while the page is away at Google. */
const STORAGE_KEY = 'cartwright-intended-role'

/** Remembers the role chosen on Sign Up before leaving for Google; null forgets it. */
export function intendRole(role: Role | null): void {
  try {
    if (role === null) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, role)
  } catch {
    // Storage is disabled: they are simply asked without a suggestion.
  }
}

/** The role they chose earlier, or null. Only a suggestion: they are still asked. */
export function intendedRole(): Role | null {
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY)
    return ROLES.find((role) => role === kept) ?? null
  } catch {
    return null
  }
}
