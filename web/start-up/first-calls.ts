import { roleScripts } from '#contract/pages.ts'
import type { Role } from '#contract/profiles.ts'
import { windowSession } from '#web/api/stored-session.ts'
import { askEarly } from '#web/api/early-answers.ts'

/** Fetched by the session and the header on every page. */
const EVERYWHERE = ['/api/profiles/me', '/api/navigation/counts', '/api/notifications/unread']

const PAYOUT_ACCOUNT = '/api/payouts/account'
const CARDS = '/api/payment-methods'
const PAYMENTS = '/api/payments'
const FIRST_STEPS = '/api/first-steps'
const WAITING = '/api/dashboard/waiting'

/**
 * The first requests of each screen, written out: this script is in every page of the app. A page of one role fetches
 * nothing for the other, which the server would refuse.
 */
const FIRST: Readonly<Record<string, { url: string; only?: Role; and?: string }>> = {
  '/settings/payouts': { url: PAYOUT_ACCOUNT, only: 'creator', and: PAYMENTS },
  '/settings/cards': { url: CARDS, only: 'seller', and: PAYMENTS },
  '/settings/notifications': { url: '/api/notifications/preferences' },
  '/dashboard': { url: FIRST_STEPS, only: 'creator' },
  '/projects': { url: '/api/projects' },
  '/my-projects': { url: '/api/projects/mine', only: 'seller', and: WAITING },
  '/my-applications': { url: '/api/applications/mine', only: 'creator' },
  '/my-invitations': { url: '/api/invitations/mine', only: 'creator' },
  '/messages': { url: '/api/conversations' },
  '/find-creators': { url: '/api/creators', only: 'seller', and: FIRST_STEPS },
}

const PROJECT = /^\/projects\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the calls that a page starts with for a signed-in person. A filtered list is left to its screen, which reads
 * the address. `role` is what the session claims, which is good enough for a guess: it authorises nothing.
 */
export function firstCalls(path: string, search: string, role: unknown): readonly string[] {
  // The console has no bell, and a response that no one reads keeps its connection busy.
  if (/^\/operator(\/|$)/.test(path)) return EVERYWHERE.slice(0, 2)
  if (PROJECT.test(path)) {
    const project = `/api${path}`
    return role === 'creator'
      ? [...EVERYWHERE, project, `${project}/applications/own`]
      : [...EVERYWHERE, project]
  }
  if (path === '/profile' && isRole(role))
    return [...EVERYWHERE, role === 'seller' ? CARDS : PAYOUT_ACCOUNT]
  const first = search === '' ? FIRST[path] : undefined
  const asks = first && (first.only === undefined || first.only === role)
  return asks ? [...EVERYWHERE, first.url, ...(first.and ? [first.and] : [])] : EVERYWHERE
}

const isRole = (role: unknown): role is Role => role === 'seller' || role === 'creator'

/** Makes these calls while the app is still loading. Without a currently valid session it leaves them to the app. */
export function callFirst(): void {
  const session = windowSession()
  if (!session) return
  const { pathname, search } = window.location
  const role = session.user.user_metadata['role']
  askEarly(firstCalls(pathname, search, role), session.access_token)
  askForView(role as Role)
}

/**
 * The view that most people of this role see here has its own script (web/start-up/prerender-entry.tsx): it loads
 * together with the app's scripts.
 */
function askForView(role: Role): void {
  const named = document.querySelector<HTMLMetaElement>(`meta[name="${roleScripts(role)}"]`)
  for (const href of named?.content.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}
