import type { Session } from '@supabase/auth-js'
import { authClient, whenClientComes } from './auth-client.ts'
import { storageKeyFor, windowSession } from './stored-session.ts'
import { whenPageStands } from './when-page-stands.ts'

/**
 * Calls `listener` with the session at the start and on every change, in this tab or another. A stored session is
 * reported immediately; the auth library, which maintains it from then on, loads once the page is idle.
 */
export function onSession(listener: (session: Session | null) => void): () => void {
  const end = new AbortController()
  const { signal } = end
  let unsubscribe: (() => void) | undefined
  const stopAwaiting = whenClientComes((client) => {
    const { data } = client.onAuthStateChange((_event, session) => listener(session))
    unsubscribe = () => data.subscription.unsubscribe()
  })
  // Unreachable: the stored session is kept, and the next change retries.
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
    // A sign-out that failed at the server emits no event, although the stored session is gone.
    if (event.newValue === null) listener(null)
    // Someone signed in in another tab before the library was loaded here to notice.
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
