import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from '../api/session.tsx'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/**
 * Says what came of a way back from a mail link or from Google, and takes its leftovers out of the
 * address. The auth client itself trades `?code=` for the session.
 */
export function UrlOutcome() {
  const { status } = useAuth()
  const location = useLocation()
  const navigate = useNavigate()
  const told = useRef(false)

  useEffect(() => {
    if (status === 'loading' || told.current) return
    const search = new URLSearchParams(location.search)
    const failure =
      search.get('error_description') ??
      new URLSearchParams(location.hash.slice(1)).get('error_description')
    if (!failure && !search.has('code')) return
    told.current = true
    if (failure) toast.error(failure)
    else if (location.pathname === paths.home) tellConfirmed(status === 'signed_in')
    for (const name of ['code', 'error', 'error_code', 'error_description']) search.delete(name)
    void navigate(
      { pathname: location.pathname, search: search.toString() },
      { replace: true, state: location.state },
    )
  }, [status, location, navigate])

  return null
}

/** Only the confirmation link of a sign-up returns to the site root (SPEC §2). */
function tellConfirmed(signedIn: boolean) {
  // In another browser than the one that signed up the address is confirmed all the same.
  if (signedIn) toast.success('Email verified', 'You are signed in.')
  else toast.success('Email verified', 'Please sign in to continue.')
}
