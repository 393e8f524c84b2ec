import type { ProfileChanges } from '#contract/profile-schemas.ts'
import type { Role } from '#contract/profiles.ts'

/** SPEC §3: these four are for brands. */
const COMPANY_FIELDS = ['company_name', 'industry', 'website', 'brand_description'] as const

/** Returns the fields of a change that a role does not have. */
export function fieldsNotForRole(role: Role, changes: ProfileChanges): string[] {
  return role === 'seller' ? [] : COMPANY_FIELDS.filter((field) => changes[field] !== undefined)
}
