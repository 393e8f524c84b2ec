import type * as AuthLibrary from './auth-library.ts'
import { unreachable } from './errors.ts'
import { windowSession } from './stored-session.ts'

type Client = AuthLibrary.Client
type Library = typeof AuthLibrary & { client: Client }

let library: Promise<Library> | undefined
let made: Client | undefined
const awaited = new Set<(client: Client) => void>()

/**
 * The auth library with this window's one client, loaded on first use. A load that fails is told as
 * any call that got no answer, and tried again by the next use.
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
 * Gives `take` the auth client in the moment it is made, before whoever loaded it uses it; at once when it is there.
 * The returned function takes that back.
 */
export function whenClientComes(take: (client: Client) => void): () => void {
  if (made) take(made)
  else awaited.add(take)
  return () => void awaited.delete(take)
}

/**
 * A bearer token that is good now, refreshed when it was about to end; null when signed out. A stored session that
 * is still good, as at nearly every call, is read without the library.
 */
export async function accessToken(): Promise<string | null> {
  const session = windowSession()
  if (session !== undefined) return session?.access_token ?? null
  const { data } = await (await authClient()).getSession()
  return data.session?.access_token ?? null
}

/**
 * Trades the refresh token for a new session after a token was refused; null when that failed. A session
 * that was ended elsewhere is then over here too: the auth client itself would keep it until its token
 * expires.
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

/** Whether a session that ends now ends by itself, under the hands of whom it belongs to. */
export const isEndingUnasked = (): boolean => endedUnasked
