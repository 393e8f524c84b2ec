import type { FastifyInstance } from 'fastify'
import type { Authenticator } from './viewer.ts'

/** Calls by which people end sessions of theirs, or change what a session says of them. */
const API_PATHS = ['/api/profiles', '/api/sessions', '/api/account']

/**
 * Whoever has changed something of their own account sees it in their next request: the announcement that tells the
 * other processes takes its moment, and an answer must not be quicker. Comes before the routes.
 */
export function rereadAfterOwnChanges(
  app: FastifyInstance,
  { forget }: Pick<Authenticator, 'forget'>,
  authPath: string,
): void {
  const paths = [authPath, ...API_PATHS]
  // Not async: nearly every answer has nothing to wait for.
  app.addHook('onSend', ({ method, url, headers }, _reply, _payload, done) => {
    const changes = method !== 'GET' && paths.some((path) => url.startsWith(path))
    const token = changes ? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined
    if (token === undefined) return done()
    forget(token).then(() => done(), done)
  })
}
