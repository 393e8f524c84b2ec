import { AuthClient, isAuthApiError, isAuthSessionMissingError } from '@supabase/auth-js'

let client: InstanceType<typeof AuthClient> | undefined

/** The key of the session in localStorage: the auth library's own convention, derived from the host. */
export function storageKeyFor(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`
}

/** The one auth client of this window, made on first use. Browser only. */
export function authClient(): InstanceType<typeof AuthClient> {
  client ??= new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    storageKey: storageKeyFor(window.location.hostname),
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  })
  return client
}

/** A bearer token that is good now, refreshed when it was about to end; null when signed out. */
export async function accessToken(): Promise<string | null> {
  const { data } = await authClient().getSession()
  return data.session?.access_token ?? null
}

/**
 * Trades the refresh token for a new session after a token was refused; null when that failed. A session
 * that was ended elsewhere is then over here too: the auth client itself would keep it until its token
 * expires.
 */
export async function refreshedAccessToken(): Promise<string | null> {
  const { data, error } = await authClient().refreshSession()
  if (isOver(error)) await authClient().signOut({ scope: 'local' })
  return data.session?.access_token ?? null
}

/** Whether the service said for good that there is no such session; not that it is busy or out of reach. */
function isOver(error: unknown): boolean {
  if (isAuthSessionMissingError(error)) return true
  return isAuthApiError(error) && [400, 401, 403, 404].includes(error.status)
}
