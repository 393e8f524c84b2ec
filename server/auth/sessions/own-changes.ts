import type { FastifyInstance } from 'fastify'
import type { Authenticator } from './viewer.ts'

/** Calls with which people end their sessions, or change what a session says about them. */
const API_PATHS = ['/api/profiles', '/api/sessions', '/api/account']

/**
 * After changing their own account, a person sees the change in their very next request: the announcement to other
 * processes takes a moment, and the response must not be faster. Register it before the routes.
 */
export function rereadAfterOwnChanges(
  app: FastifyInstance,
  { forget }: Pick<Authenticator, 'forget'>,
  authPath: string,
): void {
  const paths = [authPath, ...API_PATHS]
  // Not async, because nearly every response has nothing to wait for.
  app.addHook('onSend', ({ method, url, headers }, _reply, _payload, done) => {
    const changes = method !== 'GET' && paths.some((path) => url.startsWith(path))
    const token = changes ? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined
    if (token === undefined) return done()
    forget(token).then(() => done(), done)
  })
}
