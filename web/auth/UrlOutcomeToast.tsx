import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from '#web/api/session.tsx'
import { forgetCodeVerifiers } from '#web/api/stored-session.ts'
import { paths } from '#contract/paths.ts'
import { toast } from '#web/ui/toast.ts'
import type { AuthState } from './auth-state.ts'
import { urlOutcome } from './url-outcome.ts'

/** An address, as `window.location` has it. */
type Arrived = Readonly<Pick<Location, 'pathname' | 'search' | 'hash'>>

/**
 * Reports once the result of a return from a mailed link or from Google, and removes its leftovers from the address.
 * The auth client itself exchanges `?code=` for the session. `arrived` is the address the page was loaded with: the
 * guard may have redirected since.
 */
export function UrlOutcomeToast({ arrived }: { arrived: Arrived }) {
  const { status, profile } = useAuth()
  const isFirst = profile !== null && profile.visit !== 'returning'
  const location = useLocation()
  const navigate = useNavigate()
  const shown = useRef(false)

  useEffect(() => {
    if (status === 'loading' || shown.current) return
    const outcome = urlOutcome(arrived, status !== 'signed_out', isFirst)
    if (!outcome) return
    shown.current = true
    // An email change is complete only when both of its links have been opened.
    if (!outcome.halfway) forgetCodeVerifiers()
    if (outcome.failure) toast.error(outcome.failure)
    if (outcome.news) toast.success(outcome.news.title, outcome.news.detail)
    if (outcome.halfway) toast.info(outcome.halfway)
    if (outcome.notice) {
      const next: AuthState = { confirmation: outcome.notice }
      void navigate(paths.auth, { replace: true, state: next })
    } else if (outcome.onward && location.pathname === paths.home) {
      void navigate(outcome.onward, { replace: true })
    } else if (location.search === arrived.search && location.pathname === arrived.pathname) {
      // Bypasses the router: its own navigation would cancel a redirect that is still loading its screen, such as a
      // seller's from the dashboard to Find Creators.
      const query = outcome.search === '' ? '' : `?${outcome.search}`
      window.history.replaceState(window.history.state, '', location.pathname + query)
    }
  }, [status, isFirst, arrived, location, navigate])

  return null
}
