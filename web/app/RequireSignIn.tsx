import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useAuth } from '#web/api/session.tsx'
import type { AuthState } from '#web/auth/auth-state.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { usePageHead } from '#web/page/head.ts'
import { keepFocus } from '#web/loading/keep-focus.ts'
import { Unjoined } from '#web/page/Unjoined.tsx'

/** Shows its child routes to signed-in people; everyone else goes to /auth, replacing history (SPEC §2). */
export function RequireSignIn() {
  const { status, profile, leftOnPurpose } = useAuth()
  const location = useLocation()
  if (status === 'loading') return <Loading page />
  // A person who is still entering completes the steps there, and comes back.
  if (status !== 'signed_in') {
    const state: AuthState = leftOnPurpose
      ? {}
      : { returnPath: location.pathname + location.search + location.hash }
    return <Navigate to={paths.auth} replace state={state} />
  }
  // Without the profile it is unknown whether a page is for them. The profile's own page has its own text for that
  // (SPEC §2).
  if (profile === null && location.pathname !== paths.profile) return <ProfileFailed />
  return <Outlet />
}

function ProfileFailed() {
  usePageHead({ title: 'Profile' })
  // It was already requested for the signed-in person; this only retries it.
  const query = useQuery({ ...apiQuery('profiles.me'), enabled: false })
  return (
    <Unjoined
      title="Failed to load profile"
      text={messageOf(query.error)}
      action={
        <Button
          variant="primary"
          size="lg"
          busy={query.isFetching}
          onClick={({ currentTarget }) => keepFocus(currentTarget, query.refetch())}
        >
          Try again
        </Button>
      }
    />
  )
}
