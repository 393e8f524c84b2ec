import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { deleteOwnSession, liveSessionsOf } from '#server/auth/records/session-store.ts'

/** The list of one's own sessions, and signing out of one. */
export function sessionListRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('sessions.list', async ({ viewer, now }) => {
    const sessions = await liveSessionsOf(deps.pool, viewer.id, viewer.sessionId, now)
    return sessions.map((session) => ({ ...session, current: session.id === viewer.sessionId }))
  })

  routes.signedIn('sessions.end', async ({ viewer, params }) => {
    const ended = await deleteOwnSession(deps.pool, viewer.id, params.id)
    if (!ended) throw new AppError('request.not_found')
    return { ended: true }
  })
}
