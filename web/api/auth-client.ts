import type * as AuthLibrary from './auth-library.ts'
import { unreachable } from './errors.ts'
import { windowSession } from './stored-session.ts'

type Client = AuthLibrary.Client
type Library = typeof AuthLibrary & { client: Client }

let library: Promise<Library> | undefined
let made: Client | undefined
const awaited = new Set<(client: Client) => void>()

/**
 * This window's one auth client, loaded with the auth library on first use. A failed load is reported like any call
 * without a response, and retried by the next use.
 */
export function authLibrary(): Promise<Library> {
  library ??= import('./auth-library.ts').then(
    (loaded) => {
      const client = (made = loaded.makeClient())
      for (const take of awaited) take(client)
      return { ...loaded, client }
    },
    () => {
      library = undefined
      throw unreachable()
    },
  )
  return library
}

/** The one auth client of this window. Browser only. */
export async function authClient(): Promise<Client> {
  return (await authLibrary()).client
}

/**
 * Calls `take` with the auth client the moment it is created, before anyone uses it; immediately if it exists. Returns
 * the function that cancels this.
 */
export function whenClientComes(take: (client: Client) => void): () => void {
  if (made) take(made)
  else awaited.add(take)
  return () => void awaited.delete(take)
}

/**
 * A valid bearer token, refreshed if it was about to expire; null when signed out. Nearly always the stored session is
 * still valid and is read without the library.
 */
export async function accessToken(): Promise<string | null> {
  const session = windowSession()
  if (session !== undefined) return session?.access_token ?? null
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token ?? null
}

/**
 * Exchanges the refresh token for a new session after a token was refused; null when that failed. A session that was
 * ended elsewhere is then over here too: the auth client itself would keep it until its token expires.
 */
export async function refreshedAccessToken(): Promise<string | null> {
  const { client, isOver } = await authLibrary()
  endedUnasked = true
  try {
    const { data, error } = await client.refreshSession()
    if (isOver(error)) await client.signOut({ scope: 'local' })
    return data.session?.access_token ?? null
  } finally {
    endedUnasked = false
  }
}

let endedUnasked = false

/** Whether a session that ends now ends involuntarily, while its owner is using the page. */
export const isEndingUnasked = (): boolean => endedUnasked
