import { CONFIRMED_ELSEWHERE } from '#contract/auth.ts'
import { paths } from '../paths.ts'

/** What a way back from a mail link or from Google left in the address, in words for a toast. */
export interface UrlOutcome {
  failure: string | null
  news: { title: string; detail: string } | null
  /** The query without the leftovers. */
  search: string
}

const confirmedElsewhere = new URL(CONFIRMED_ELSEWHERE, 'http://app.invalid')
const leftovers = ['code', 'confirmed', 'error', 'error_code', 'error_description']

/** Reads the address; null when nobody came back from anywhere. */
export function urlOutcome(
  { pathname, search, hash }: { pathname: string; search: string; hash: string },
  signedIn: boolean,
): UrlOutcome | null {
  const query = new URLSearchParams(search)
  const failure =
    query.get('error_description') ?? new URLSearchParams(hash.slice(1)).get('error_description')
  const elsewhere = pathname === confirmedElsewhere.pathname && search === confirmedElsewhere.search
  const code = query.has('code')
  if (failure === null && !elsewhere && !code) return null
  for (const name of leftovers) query.delete(name)
  // Only the confirmation link of a sign-up returns to the site root with a code (SPEC §2).
  const confirmed = elsewhere || pathname === paths.home
  return {
    failure,
    news: failure === null && confirmed ? confirmedNews(signedIn) : null,
    search: query.toString(),
  }
}

function confirmedNews(signedIn: boolean): { title: string; detail: string } {
  const detail = signedIn ? 'You are signed in.' : 'Please sign in to continue.'
  return { title: 'Email verified', detail }
}
