import type { Session } from '@supabase/auth-js'

/** How long before its end the auth library renews a session, in ms (its EXPIRY_MARGIN_MS). */
const RENEWED_BEFORE_MS = 90_000

/** What a mail link or a provider leaves in the address for the auth library to take up. */
const FOR_THE_LIBRARY = /[?#&](code|access_token|error|error_code|error_description)=/

/** The key of the session in localStorage: the auth library's own convention, derived from the host. */
export function storageKeyFor(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`
}

/**
 * Removes what the auth library keeps for links and ways back that were not taken: each holds half of a secret, and is
 * of no use once somebody has signed in another way, or out.
 */
export function forgetCodeVerifiers(): void {
  try {
    const key = storageKeyFor(window.location.hostname)
    for (const name of Object.keys(localStorage))
      if (name.startsWith(key) && name.endsWith('-code-verifier')) localStorage.removeItem(name)
  } catch {
    // Storage is switched off: there are none.
  }
}

/**
 * Who is here, as far as this browser knows by itself: the stored session while it is good for longer than the auth
 * library would leave it alone, null when nobody is signed in. Undefined when only the library can tell: the session
 * is to be renewed, the address brings a new one, or what is stored cannot be read.
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

/** `sessionAtHand` of this window at this moment. Undefined, too, where storage is switched off. */
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
