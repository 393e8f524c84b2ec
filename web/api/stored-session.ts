import type { Session } from '@supabase/auth-js'

/** How long before its expiry the auth library refreshes a session, in ms (its EXPIRY_MARGIN_MS). */
const RENEWED_BEFORE_MS = 90_000

/** What a mailed link or a provider leaves in the address for the auth library. */
const FOR_THE_LIBRARY = /[?#&](code|access_token|error|error_code|error_description)=/

/** The session's key in localStorage: the auth library's own convention, derived from the host. */
export function storageKeyFor(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`
}

/**
 * Removes the code verifiers that the auth library stored for links and redirects that were not completed: each is half
 * of a secret, and useless once the person has signed in another way, or signed out.
 */
export function forgetCodeVerifiers(): void {
  try {
    const key = storageKeyFor(window.location.hostname)
    for (const name of Object.keys(localStorage))
      if (name.startsWith(key) && name.endsWith('-code-verifier')) localStorage.removeItem(name)
  } catch {
    // Storage is disabled: there are none.
  }
}

/**
 * The session as far as this browser can tell without the library: the stored one unless the auth library would already
 * refresh it, null when no one is signed in. Undefined when only the library can tell: the session must be refreshed,
 * the address brings a new one, or the stored one is unreadable.
 */
export function sessionAtHand(
  stored: string | null,
  address: Pick<Location, 'search' | 'hash'>,
  now: Date,
): Session | null | undefined {
  if (FOR_THE_LIBRARY.test(address.search) || FOR_THE_LIBRARY.test(address.hash)) return undefined
  if (stored === null) return null
  try {
    const session: unknown = JSON.parse(stored)
    if (!isSession(session)) return undefined
    const endsAt = (session.expires_at ?? 0) * 1000
    return endsAt - now.getTime() > RENEWED_BEFORE_MS ? session : undefined
  } catch {
    return undefined
  }
}

/** `sessionAtHand` of this window right now. Undefined, too, when storage is disabled. */
export function windowSession(): Session | null | undefined {
  try {
    const stored = localStorage.getItem(storageKeyFor(window.location.hostname))
    return sessionAtHand(stored, window.location, new Date())
  } catch {
    return undefined
  }
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string' &&
    'refresh_token' in value &&
    'user' in value &&
    typeof value.user === 'object' &&
    value.user !== null &&
    'id' in value.user
  )
}
