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
import { AUTH_SECONDS, LEFT_COOKIE } from '#contract/auth.ts'
import type { Role } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { logFailure } from '#web/page/console-lines.ts'
import { PageFactsContext } from '#web/page/page-facts.ts'
import { forgetDrafts, sweepDrafts } from '#web/drafts/draft-store.ts'
import { authLibrary, isEndingUnasked } from './auth-client.ts'
import { apiQuery } from './query-client.ts'
import { isRecovery, needsCode } from './session-claims.ts'
import { onSession } from './on-session.ts'
import { forgetCodeVerifiers, storageKeyFor, windowSession } from './stored-session.ts'

/** What a session still needs before the app opens: the authenticator code, or the choice of a role. */
export type EntryStep = 'code' | 'role'

/** The signed-in person. The ways in are in auth/ways-in.ts. */
export interface Auth {
  /**
   * `loading` until the session, and the person's profile, are known; `entering` while a `step` is required before
   * anything else is shown.
   */
  status: 'loading' | 'signed_out' | 'entering' | 'signed_in'
  step: EntryStep | null
  /** This session came from a recovery mail: a new password may be chosen. */
  recovering: boolean
  /** Null while loading, too. */
  user: User | null
  /** Null while signed out, and when it could not be loaded. */
  profile: OwnProfile | null
  role: Role | null
  /** True after Sign out in this window: signing in then does not return to the page that was left. */
  leftOnPurpose: boolean
  /**
   * Ends the session here, or all of this person's with `global`. Local state is cleared even when this throws (SPEC
   * §4).
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

/** Provides the session: read at start, refreshed before it expires, shared between tabs by the auth client. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const facts = use(PageFactsContext)
  /** Undefined until it is known. */
  const [session, setSession] = useState<Session | null | undefined>(
    () => facts.session ?? firstSession(),
  )
  const [leftOnPurpose, setLeftOnPurpose] = useState(false)

  useEffect(() => {
    let last: Session | null | undefined
    /** The previous person, whose drafts this tab may hold. */
    let writer: string | null = null
    return onSession((next) => {
      const id = next?.user.id ?? null
      const before = last?.user.id ?? null
      // Someone else is signed in now, or no one: the previous person's data must not be shown.
      if (last !== undefined && before !== id) {
        queries.clear()
        // After an involuntary sign-out the same person finds what they typed; no one else does.
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
      if (id) {
        setLeftOnPurpose(false)
        sweepDrafts(id)
      }
      // The same session is announced at the start: a new object would render the whole page again.
      setSession((now) => (now && next && !isRenewed(now, next) ? now : next))
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
  // Until the code is given the API returns nothing.
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
      // A prerendered page was rendered before the person was known.
      user: status === 'loading' ? null : (session?.user ?? null),
      profile,
      role: profile?.role ?? null,
      leftOnPurpose,
      signOut,
    }),
    [status, step, session, profile, leftOnPurpose, signOut],
  )
  // Once the person is known the whole first screen is rendered: in slices, so that input is handled in between.
  const before = useDeferredValue(auth)
  const isArriving = before.status === 'loading' && auth.status === 'signed_in'
  return <AuthContext value={isArriving ? before : auth}>{children}</AuthContext>
}

/**
 * The initial session on a public page, so that its profile is requested before anything renders. The page was rendered
 * for an unknown person: whatever would be known immediately (signed out, or a code required) is applied a moment
 * later, to match hydration.
 */
function firstSession(): Session | undefined {
  if (import.meta.env.SSR) return undefined
  const session = windowSession()
  return session && !needsCode(session) ? session : undefined
}

/** Whether the same person's token or account changed: then their profile is reloaded (SPEC §4). */
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
 * Ends the session at the server and in this browser's storage; returns the error, or null. A missing session is no
 * error (SPEC §4).
 */
async function endSession(scope: 'local' | 'global'): Promise<unknown> {
  // Not at the end: the library announces a local sign-out before the server has answered. The page is already signed
  // out by then, and a verifier stored while the request runs belongs to the next person.
  forgetCodeVerifiers()
  // The server may be unreachable: even then, from now on no page is rendered for this person.
  document.cookie = `${LEFT_COOKIE}=1; Path=/; Max-Age=${AUTH_SECONDS.accessToken}; SameSite=Lax`
  try {
    const { client, isMissing } = await authLibrary()
    const { error } = await client.signOut({ scope })
    return isMissing(error) ? null : error
  } catch (error) {
    return error
  } finally {
    window.localStorage.removeItem(storageKeyFor(window.location.hostname))
  }
}

/** The signed-in person's profile; `settled` once it is loaded or has failed. */
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
  // After a switch of users the cache has been cleared, so another person's data is never shown.
  const profile = query.data?.id === userId ? query.data : null
  return { profile, settled: profile !== null || query.isError }
}

/** Tells boot.js and the style sheet before the first paint whether someone is signed in. */
function markSession(present: boolean) {
  document.documentElement.toggleAttribute('data-session', present)
}
