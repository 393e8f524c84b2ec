import { isAuthSessionMissingError, type User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import type { Role } from '#contract/profiles.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { logFailure } from '../console-lines.ts'
import { authClient, storageKeyFor } from './auth-client.ts'
import { apiQuery } from './query-client.ts'

/** What a person gives to sign up. */
export interface SignUp {
  name: string
  email: string
  password: string
  role: Role
}

/** Who is here, and the ways in and out. Each way throws the auth service's own error. */
export interface Auth {
  /** `loading` until the session, and the profile of who is signed in, are known. */
  status: 'loading' | 'signed_out' | 'signed_in'
  user: User | null
  /** Null while signed out, and when it could not be loaded. */
  profile: OwnProfile | null
  role: Role | null
  /** True after Sign out in this window: the page left behind is then not returned to. */
  leftOnPurpose: boolean
  signIn: (email: string, password: string) => Promise<void>
  /** Resolves once the confirmation mail is on its way; nobody is signed in by it. */
  signUp: (person: SignUp) => Promise<void>
  /** Leaves this page for Google's and comes back to `returnPath`. */
  signInWithGoogle: (returnPath: string) => Promise<void>
  /** Ends the session here. Local state is cleared even when this throws (SPEC §4). */
  signOut: () => Promise<void>
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
  /** Undefined until the auth client has said who is here. */
  const [user, setUser] = useState<User | null>()
  const [leftOnPurpose, setLeftOnPurpose] = useState(false)

  useEffect(() => {
    let last: string | null | undefined
    const { data } = authClient().onAuthStateChange((_event, session) => {
      const id = session?.user.id ?? null
      // Somebody else is here now, or nobody: what the last one saw must not be shown.
      if (last !== undefined && last !== id) queries.clear()
      last = id
      if (id) setLeftOnPurpose(false)
      setUser(session?.user ?? null)
      markSession(id !== null)
    })
    return () => data.subscription.unsubscribe()
  }, [queries])

  const { profile, settled } = useOwnProfile(user?.id)

  const signIn = useCallback(async (email: string, password: string) => {
    const { error } = await authClient().signInWithPassword({ email, password })
    if (error) throw error
  }, [])

  const signUp = useCallback(async ({ name, email, password, role }: SignUp) => {
    const { error } = await authClient().signUp({
      email,
      password,
      options: { data: { name, role }, emailRedirectTo: `${window.location.origin}/` },
    })
    if (error) throw error
  }, [])

  const signInWithGoogle = useCallback(async (returnPath: string) => {
    const { error } = await authClient().signInWithOAuth({
      provider: 'google',
      options: { redirectTo: window.location.origin + returnPath },
    })
    if (error) throw error
  }, [])

  const signOut = useCallback(async () => {
    setLeftOnPurpose(true)
    const failure = await endSession()
    markSession(false)
    setUser(null)
    queries.clear()
    if (failure && !isAuthSessionMissingError(failure)) throw failure
  }, [queries])

  const status =
    user === undefined
      ? 'loading'
      : user === null
        ? 'signed_out'
        : settled
          ? 'signed_in'
          : 'loading'
  const auth = useMemo<Auth>(
    () => ({
      status,
      user: user ?? null,
      profile,
      role: profile?.role ?? null,
      leftOnPurpose,
      signIn,
      signUp,
      signInWithGoogle,
      signOut,
    }),
    [status, user, profile, leftOnPurpose, signIn, signUp, signInWithGoogle, signOut],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Ends the session at the server and in this browser's storage; gives what went wrong, or null. */
async function endSession(): Promise<unknown> {
  try {
    const { error } = await authClient().signOut({ scope: 'local' })
    return error
  } catch (error) {
    return error
  } finally {
    window.localStorage.removeItem(storageKeyFor(window.location.hostname))
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
