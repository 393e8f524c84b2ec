import { roleScripts } from '#contract/pages.ts'
import type { Role } from '#contract/profiles.ts'
import { windowSession } from './api/stored-session.ts'
import { askEarly } from './api/early-answers.ts'

/** Asked by the session and the header on every page. */
const EVERYWHERE = ['/api/profiles/me', '/api/navigation/counts', '/api/notifications/unread']

/** What a screen asks first, written out: this stands in every page of the app itself. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  '/projects': ['/api/projects'],
  '/my-projects': ['/api/projects/mine'],
  '/my-applications': ['/api/applications/mine'],
  '/my-invitations': ['/api/invitations/mine'],
  '/messages': ['/api/conversations'],
  '/find-creators': ['/api/creators'],
}

const PROJECT = /^\/projects\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The calls a page begins with for somebody who is signed in. A narrowed list is left to its screen, which reads the
 * address. `role` is what the session says, good enough for a guess: nothing is allowed by it.
 */
export function firstCalls(path: string, search: string, role: unknown): readonly string[] {
  if (PROJECT.test(path)) {
    const project = `/api${path}`
    return role === 'creator'
      ? [...EVERYWHERE, project, `${project}/applications/own`]
      : [...EVERYWHERE, project]
  }
  if (path === '/profile') {
    const money = role === 'seller' ? '/api/payment-methods' : '/api/payouts/account'
    return [...EVERYWHERE, money, '/api/payments']
  }
  return [...EVERYWHERE, ...((search === '' && FIRST[path]) || [])]
}

/** Makes these calls while the app is still loading. Without a session that is good now it leaves them to the app. */
export function callFirst(): void {
  const session = windowSession()
  if (!session) return
  const { pathname, search } = window.location
  const role = session.user.user_metadata['role']
  askEarly(firstCalls(pathname, search, role), session.access_token)
  askForView(role as Role)
}

/** What most people of this role see here is a script of its own (web/prerender-entry.tsx): it comes with the app's. */
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
