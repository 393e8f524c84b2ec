import { CHANGED_EMAIL, paths } from '#contract/paths.ts'
import { LEFTOVERS } from './return-path.ts'

/** What a return from a mailed link or from Google left in the address, in words for a toast. */
export interface UrlOutcome {
  failure: string | null
  news: { title: string; detail: string } | null
  /** Half of a change is done: says which half is still missing. */
  halfway?: string
  /** What the auth screen says instead of a toast, because there is something to do about it. */
  notice?: 'confirmed' | 'expired'
  /** Where a person who has just confirmed their address goes next: the mail chose the marketing page, not they. */
  onward?: string
  /** The query without the leftovers. */
  search: string
}

const confirmedElsewhere = new URL(paths.confirmedElsewhere, 'http://app.invalid')
const leftovers = ['confirmed', CHANGED_EMAIL, ...LEFTOVERS]

/** Parses the address; null when there is nothing to report. `isFirst`: the signed-in person is here for the first time. */
export function urlOutcome(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  signedIn: boolean,
  isFirst = false,
): UrlOutcome | null {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.slice(1))
  const find = (name: string) => query.get(name) ?? fragment.get(name)
  const failure = find('error_description')
  const expired = find('error_code') === 'otp_expired'
  const halfway = fragment.get('message')
  const elsewhere = pathname === confirmedElsewhere.pathname && search === confirmedElsewhere.search
  const code = query.has('code')
  const changedEmail = query.has(CHANGED_EMAIL)
  if (failure === null && halfway === null && !elsewhere && !code) return null
  for (const name of leftovers) query.delete(name)
  const outcome: UrlOutcome = { failure, news: null, search: query.toString() }

  if (failure !== null) {
    // The screen that a recovery link leads to itself says that the link is invalid.
    if (expired && !signedIn && pathname === paths.newPassword) return { ...outcome, failure: null }
    // Only a sign-up's confirmation link returns to the site root (SPEC §2).
    if (expired && !signedIn && pathname === paths.home)
      return { ...outcome, failure: null, notice: 'expired' }
    return outcome
  }
  if (halfway !== null) return { ...outcome, halfway }
  if (changedEmail) return { ...outcome, news: changedNews(signedIn) }
  if (elsewhere && !signedIn) return { ...outcome, notice: 'confirmed' }
  const confirmed = elsewhere || pathname === paths.home
  if (!confirmed) return outcome
  const news = confirmedNews(signedIn)
  return signedIn && isFirst ? { ...outcome, news, onward: paths.dashboard } : { ...outcome, news }
}

function confirmedNews(signedIn: boolean): { title: string; detail: string } {
  const detail = signedIn ? 'You are signed in.' : 'Please sign in to continue.'
  return { title: 'Email verified', detail }
}

function changedNews(signedIn: boolean): { title: string; detail: string } {
  const detail = signedIn
    ? 'You sign in with the new address from now on.'
    : 'Please sign in with the new address.'
  return { title: 'Email changed', detail }
}
