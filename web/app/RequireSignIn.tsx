import { Navigate, Outlet, useLocation } from 'react-router'
import { useAuth } from '../api/session.tsx'
import type { AuthState } from '../auth/auth-state.ts'
import { paths } from '../paths.ts'
import { Loading } from '../ui/Loading.tsx'

/** Shows its child routes to who is signed in; everybody else goes to /auth, replacing history (SPEC §2). */
export function RequireSignIn() {
  const { status, leftOnPurpose } = useAuth()
  const location = useLocation()
  if (status === 'loading') return <Loading page />
  // Who is still entering answers there what is asked, and comes back.
  if (status !== 'signed_in') {
    const state: AuthState = leftOnPurpose
      ? {}
      : { returnPath: location.pathname + location.search + location.hash }
    return <Navigate to={paths.auth} replace state={state} />
  }
  return <Outlet />
}
