import { windowSession } from './api/stored-session.ts'
import { askEarly } from './api/early-answers.ts'

/** Asked by the session on every page. */
const WHO_IS_HERE = '/api/profiles/me'

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
      ? [WHO_IS_HERE, project, `${project}/applications/own`]
      : [WHO_IS_HERE, project]
  }
  return [WHO_IS_HERE, ...((search === '' && FIRST[path]) || [])]
}

/** Makes these calls while the app is still loading. Without a session that is good now it leaves them to the app. */
export function callFirst(): void {
  const session = windowSession()
  if (!session) return
  const { pathname, search } = window.location
  askEarly(firstCalls(pathname, search, session.user.user_metadata['role']), session.access_token)
}
