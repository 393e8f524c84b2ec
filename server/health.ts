import type { FastifyInstance } from 'fastify'
import { rows, sql } from './db/sql.ts'
import type { Deps } from './deps.ts'

/** GET /health: 200 while this process can serve, 503 while its database does not answer. */
export function healthRoute(app: FastifyInstance, deps: Deps): void {
  app.get('/health', async (_request, reply) => {
    try {
      await rows(deps.pool, sql`select 1`)
      return reply.send({ status: 'ready' })
    } catch {
      return reply.status(503).send({ status: 'database unreachable' })
    }
  })
}
