import { AuthClient, isAuthApiError, isAuthSessionMissingError } from '@supabase/auth-js'
import { storageKeyFor } from './stored-session.ts'

/*
 * The part of the auth library that runs in the browser. 29 KiB gzipped, so only auth-client.ts imports this file, on
 * demand.
 */

/** The auth client of a window. */
export type Client = InstanceType<typeof AuthClient>

/** Creates the client. Browser only, and only once: two would refresh the session concurrently. */
export function makeClient(): Client {
  return new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    storageKey: storageKeyFor(window.location.hostname),
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: true,
    experimental: { recoveryCodes: true },
  })
}

/** Whether the service definitively said that there is no such session, as opposed to being busy or unreachable. */
export function isOver(error: unknown): boolean {
  if (isAuthSessionMissingError(error)) return true
  return isAuthApiError(error) && [400, 401, 403, 404].includes(error.status)
}

/** Whether there was no session to end. */
export const isMissing = (error: unknown): boolean => isAuthSessionMissingError(error)
