import type { Session, User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import type { Role } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { forgetDrafts } from '#web/drafts/draft-store.ts'
import { authLibrary, isEndingUnasked } from './auth-client.ts'
import { apiQuery } from './query-client.ts'
import { isRecovery, needsCode } from './session-claims.ts'
import { onSession } from './on-session.ts'
import { forgetCodeVerifiers, storageKeyFor, windowSession } from './stored-session.ts'

/** What stands between a session and the app: the authenticator's code, the choice of a role. */
export type EntryStep = 'code' | 'role'

/** Who is here. The ways in are in auth/ways-in.ts. */
export interface Auth {
  /**
   * `loading` until the session, and the profile of who is signed in, are known; `entering` while
   * something is still asked (`step`) before anything else may be seen.
   */
  status: 'loading' | 'signed_out' | 'entering' | 'signed_in'
  step: EntryStep | null
  /** This session came of a recovery mail: a new password may be chosen. */
  recovering: boolean
  /** Null while loading, too. */
  user: User | null
  /** Null while signed out, and when it could not be loaded. */
  profile: OwnProfile | null
  role: Role | null
  /** True after Sign out in this window: the page left behind is then not returned to. */
  leftOnPurpose: boolean
  /**
   * Ends the session here, or all of this person's with `global`. Local state is cleared even when this
   * throws (SPEC §4).
   */
  signOut: (scope?: 'local' | 'global') => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

/** The session of this window. Throws outside AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Holds the session: read at start, refreshed before it ends, shared with other tabs by the auth client. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  /** Undefined until it is known who is here. */
  const [session, setSession] = useState<Session | null | undefined>(firstSession)
  const [leftOnPurpose, setLeftOnPurpose] = useState(false)

  useEffect(() => {
    let last: Session | null | undefined
    /** Who was here last, whose drafts this tab may hold. */
    let writer: string | null = null
    return onSession((next) => {
      const id = next?.user.id ?? null
      const before = last?.user.id ?? null
      // Somebody else is here now, or nobody: what the last one saw must not be shown.
      if (last !== undefined && before !== id) {
        queries.clear()
        // Whose session ended by itself finds what they typed when they are back; nobody else does.
        const returns = id === null ? isEndingUnasked() : id === writer
        if (writer !== null && !returns) {
          forgetDrafts()
          writer = null
        }
      } else if (last && next && isRenewed(last, next)) {
        void queries.invalidateQueries({ queryKey: apiQuery('profiles.me').queryKey })
      }
      last = next
      writer = id ?? writer
      if (id) setLeftOnPurpose(false)
      setSession(next)
    })
  }, [queries])

  const signOut = useCallback(
    async (scope: 'local' | 'global' = 'local') => {
      setLeftOnPurpose(true)
      const failure = await endSession(scope)
      setSession(null)
      queries.clear()
      forgetDrafts()
      if (failure) throw failure
    },
    [queries],
  )

  const asksForCode = session ? needsCode(session) : false
  // Until the code is given there is nothing to be had from the API.
  const { profile, settled } = useOwnProfile(asksForCode ? undefined : session?.user.id)
  const step: EntryStep | null = asksForCode
    ? 'code'
    : profile?.role_chosen === false
      ? 'role'
      : null
  const status = statusOf(session, settled, step)
  useEffect(() => {
    if (status !== 'loading') markSession(status === 'signed_in')
  }, [status])

  const auth = useMemo<Auth>(
    () => ({
      status,
      step,
      recovering: session ? isRecovery(session) : false,
      // A finished page was drawn for nobody known.
      user: status === 'loading' ? null : (session?.user ?? null),
      profile,
      role: profile?.role ?? null,
      leftOnPurpose,
      signOut,
    }),
    [status, step, session, profile, leftOnPurpose, signOut],
  )
  // Once it is known who is here the whole first screen is drawn: in pieces, so that presses are heard meanwhile.
  const before = useDeferredValue(auth)
  const isArriving = before.status === 'loading' && auth.status === 'signed_in'
  return <AuthContext value={isArriving ? before : auth}>{children}</AuthContext>
}

/**
 * The session to begin with, so that its profile is on the way before anything is drawn. A finished page was drawn for
 * nobody known: what would be told at once, that nobody is here or a code is asked for, is told a moment later.
 */
function firstSession(): Session | undefined {
  const session = typeof window === 'undefined' ? null : windowSession()
  return session && !needsCode(session) ? session : undefined
}

/** Whether the same person's token or account changed: then their profile is loaded anew (SPEC §4). */
const isRenewed = (last: Session, next: Session): boolean =>
  last.access_token !== next.access_token || last.user.updated_at !== next.user.updated_at

function statusOf(
  session: Session | null | undefined,
  settled: boolean,
  step: EntryStep | null,
): Auth['status'] {
  if (session === undefined) return 'loading'
  if (session === null) return 'signed_out'
  if (step !== null) return 'entering'
  return settled ? 'signed_in' : 'loading'
}

/**
 * Ends the session at the server and in this browser's storage; gives what went wrong, or null. That there was none
 * is nothing wrong (SPEC §4).
 */
async function endSession(scope: 'local' | 'global'): Promise<unknown> {
  try {
    const { client, isMissing } = await authLibrary()
    const { error } = await client.signOut({ scope })
    return isMissing(error) ? null : error
  } catch (error) {
    return error
  } finally {
    window.localStorage.removeItem(storageKeyFor(window.location.hostname))
    forgetCodeVerifiers()
  }
}

/** The profile of who is signed in; `settled` once it is loaded or could not be. */
function useOwnProfile(userId: string | undefined): {
  profile: OwnProfile | null
  settled: boolean
} {
  const query = useQuery({
    ...apiQuery('profiles.me'),
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
  const { error } = query
  useEffect(() => {
    if (error) logFailure('Error fetching profile', error)
  }, [error])
  if (userId === undefined) return { profile: null, settled: true }
  // After a switch of user the cache was cleared, so data of another id is never shown.
  const profile = query.data?.id === userId ? query.data : null
  return { profile, settled: profile !== null || query.isError }
}

/** Lets boot.js and the style sheet know before the first paint whether somebody is signed in. */
function markSession(present: boolean) {
  document.documentElement.toggleAttribute('data-session', present)
}
