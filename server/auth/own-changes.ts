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
  app.addHook('onSend', async ({ method, url, headers }) => {
    if (method === 'GET' || !paths.some((path) => url.startsWith(path))) return
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token !== undefined) await forget(token)
  })
}
