import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from '../api/session.tsx'
import { toast } from '../ui/toast.ts'
import { urlOutcome } from './url-outcome.ts'

/**
 * Says once what came of a way back from a mail link or from Google, and takes its leftovers out of the
 * address. The auth client itself trades `?code=` for the session.
 */
export function UrlOutcomeToast() {
  const { status } = useAuth()
  const location = useLocation()
  const navigate = useNavigate()
  const told = useRef(false)

  useEffect(() => {
    if (status === 'loading' || told.current) return
    const outcome = urlOutcome(location, status === 'signed_in')
    if (!outcome) return
    told.current = true
    if (outcome.failure) toast.error(outcome.failure)
    if (outcome.news) toast.success(outcome.news.title, outcome.news.detail)
    const { pathname, state } = location
    void navigate({ pathname, search: outcome.search }, { replace: true, state })
  }, [status, location, navigate])

  return null
}
