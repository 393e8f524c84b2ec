import type { FastifyInstance } from 'fastify'
import { type RouteKey, routeParts, routePath } from '#contract/api.ts'
import { registerApi } from '#server/api.ts'
import type { Pool } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createHttpApp } from '#server/http/app.ts'
import { createRoutes } from '#server/http/routes.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { operatorStanding } from '#server/operator/operator-access.ts'
import { operatorMay } from '#server/operator/roles/role-service.ts'
import { webhookRoutes } from '#server/payments/webhook/webhook-routes.ts'
import { tokenOf } from '#tests/support/api.ts'

/** The API's response. */
export interface Reply {
  status: number
  body: Record<string, unknown>
}

/** The API and the webhook endpoint, called without a socket. */
export interface Product {
  app: FastifyInstance
  call(
    as: { id: string },
    key: RouteKey,
    input?: { params?: Record<string, string>; body?: unknown },
  ): Promise<Reply>
}

/** Registers the product's surfaces on `deps`; tokens are plain user ids. */
export async function openProduct(deps: Deps): Promise<Product> {
  const app = createHttpApp(deps.log, 0)
  const routes = createRoutes(app, {
    authenticate: (token) => viewerById(deps.pool, token),
    clock: deps.clock,
    operatorStanding: (viewer) => operatorStanding(viewer, deps.config.operatorEmails),
    operatorMay: operatorMay(deps.pool),
  })
  registerApi(routes, deps)
  // Counts are written when it closes: a write from a timer holds a connection while the provider is called, which
  // violates rule 1 (run.ts).
  await webhookRoutes(app, deps, 3_600_000)
  await app.ready()
  return {
    app,
    async call(as, key, input = {}) {
      const response = await app.inject({
        method: routeParts(key).method as 'GET',
        url: routePath(key, input.params),
        ...(input.body === undefined ? {} : { payload: input.body as object }),
        headers: { authorization: `Bearer ${tokenOf(as)}` },
      })
      return { status: response.statusCode, body: response.json() }
    },
  }
}

function viewerById(pool: Pool, token: string): Promise<Viewer | null> {
  const id = token.split('.')[1] ?? ''
  return maybeRow<Viewer>(
    pool,
    sql`select id, role, email, name, id as "sessionId", 'aal2' as aal from profiles where id::text = ${id}`,
  )
}
