import { oneLine } from '#contract/field-schemas.ts'
import { AUTH_LIMITS } from '#contract/auth.ts'
import { DEFAULT_ROLE, PROFILE_LIMITS, type Role, ROLES } from '#contract/profiles.ts'
import { invalid } from '#server/auth/answers/auth-error.ts'

type Metadata = Record<string, unknown>

/** The server's own data of an account that signs in by email. */
export const EMAIL_ACCOUNT = { provider: 'email', providers: ['email'] }

/** Deep enough for anything a form sends. */
const MAX_DEPTH = 8

/** Refuses data that cannot be stored or would not fit into every access token. */
export function assertMetadataStorable(data: Metadata, name = 'data'): void {
  assertFits(data, name, AUTH_LIMITS.metadataBytes)
}

/** The same for the `user_metadata` that would result. */
export function assertUserMetadata(merged: Metadata): void {
  assertFits(merged, 'user_metadata', AUTH_LIMITS.storedMetadataBytes)
}

/** The same for its `app_metadata`. */
export function assertAppMetadata(merged: Metadata): void {
  assertFits(merged, 'app_metadata', AUTH_LIMITS.appMetadataBytes)
}

function assertFits(data: Metadata, name: string, limit: number): void {
  if (metadataBytes(data) > limit) throw invalid(`${name} is larger than ${limit} bytes`)
  if (!isStorable(data, MAX_DEPTH))
    throw invalid(`${name} contains text or nesting that cannot be stored`)
}

/** As JSON, the form in which it travels. */
export const metadataBytes = (data: Metadata): number => Buffer.byteLength(JSON.stringify(data))

/** PostgreSQL's jsonb accepts neither NUL nor half of a surrogate pair. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(
    ([key, child]) => isStorable(key, 0) && isStorable(child, depth - 1),
  )
}

/** Returns foreign text in a form that can be stored: without what jsonb refuses, and at most `length` characters. */
export function storableText(text: string, length: number): string {
  const clean = text.replace(/[\0\p{Surrogate}]/gu, '')
  return Array.from(clean).slice(0, length).join('')
}

/** The metadata of our own accounts: what was submitted, overlaid by what only we know. */
export function accountMetadata(
  data: Metadata,
  user: { id: string; email: string; confirmed: boolean },
): Metadata {
  return {
    ...data,
    sub: user.id,
    email: user.email,
    email_verified: user.confirmed,
    phone_verified: false,
  }
}

/** A shallow merge in which null removes a key. */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const merged = { ...current, ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/**
 * What sign-up data says about the profile. It is read once, here, when the account is created. Anything but one of the
 * two roles is the default; a missing name is the address's local part.
 */
export function profileOf(data: Metadata, email: string): { name: string; role: Role } {
  const role = ROLES.find((known) => known === data['role']) ?? DEFAULT_ROLE
  const given = typeof data['name'] === 'string' ? data['name'] : data['full_name']
  const cleaned = typeof given === 'string' ? oneLine(given).trim() : ''
  const name = Array.from(cleaned).slice(0, PROFILE_LIMITS.name).join('').trim()
  return { name: name === '' ? (email.split('@')[0] ?? email) : name, role }
}
