import { AuthClient, isAuthApiError, isAuthSessionMissingError } from '@supabase/auth-js'
import { storageKeyFor } from './stored-session.ts'

/*
 * All of the auth library that runs in the browser. 29 KiB gzipped, so nothing imports this file but
 * auth-client.ts, when it is needed.
 */

/** The auth client of a window. */
export type Client = InstanceType<typeof AuthClient>

/** Makes the client. Browser only, and only once: two would renew the session beside each other. */
export function makeClient(): Client {
  return new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    storageKey: storageKeyFor(window.location.hostname),
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
  })
}

/** Whether the service said for good that there is no such session; not that it is busy or out of reach. */
export function isOver(error: unknown): boolean {
  if (isAuthSessionMissingError(error)) return true
  return isAuthApiError(error) && [400, 401, 403, 404].includes(error.status)
}

/** Whether there was no session to end. */
export const isMissing = (error: unknown): boolean => isAuthSessionMissingError(error)
