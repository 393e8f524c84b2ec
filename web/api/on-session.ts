import type { Session } from '@supabase/auth-js'
import { authClient, whenClientComes } from './auth-client.ts'
import { storageKeyFor, windowSession } from './stored-session.ts'
import { whenPageStands } from './when-page-stands.ts'

/**
 * Calls `listener` with the session at the start and at every change of it, in this tab or another. A session that is
 * at hand is told at once; the auth library, which keeps it from then on, is loaded once the page stands.
 */
export function onSession(listener: (session: Session | null) => void): () => void {
  const end = new AbortController()
  const { signal } = end
  let unsubscribe: (() => void) | undefined
  const stopAwaiting = whenClientComes((client) => {
    const { data } = client.onAuthStateChange((_event, session) => listener(session))
    unsubscribe = () => data.subscription.unsubscribe()
  })
  // Not reached: the session at hand stands, and the next sign of a change tries again.
  const load = () => void authClient().catch(() => undefined)

  const atHand = windowSession()
  if (atHand === undefined) load()
  else {
    listener(atHand)
    whenPageStands(load, signal)
  }

  const key = storageKeyFor(window.location.hostname)
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key) return
    // A sign-out that failed at the server is not announced; the stored session is gone all the same.
    if (event.newValue === null) listener(null)
    // Somebody signed in elsewhere before the library was here to hear of it.
    else load()
  }
  window.addEventListener('storage', onStorage, { signal })
  window.addEventListener('online', load, { signal })
  return () => {
    end.abort()
    stopAwaiting()
    unsubscribe?.()
  }
}
