import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { forecastWeeks, STATEMENT_LIMITS } from '#contract/statements.ts'
import { usdFromCents } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { SIGNED_FILE } from '#server/http/files-origin.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { isId } from '#server/uploads/file-address.ts'
import { expectedOf, fundsOf } from './forecast-store.ts'
import { statementCsv } from './statement-csv.ts'
import { isGoodStatementLink, statementUrl } from './statement-link.ts'
import { presentStatement } from './statement-presenter.ts'
import { statedMovements, statedSums } from './statement-store.ts'

/** Statements of any period and forecasts, each about the viewer's own money. */
export function statementRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('statements.get', async ({ viewer, query: { from, to, after } }) => {
    const days = { from, to }
    const [found, sums] = await Promise.all([
      statedMovements(deps.pool, viewer.role, viewer.id, days, {
        after,
        limit: STATEMENT_LIMITS.page,
      }),
      statedSums(deps.pool, viewer.role, viewer.id, days, after),
    ])
    return presentStatement(viewer.role, found, sums)
  })
  routes.signedIn('statements.csv', async ({ viewer, body: { from, to }, now }) => ({
    url: statementUrl(deps.config, viewer.id, { side: viewer.role, from, to }, now),
  }))
  routes.signedIn('statements.forecast', async ({ viewer, now }) => {
    if (viewer.role === 'seller') {
      const { held, to_fund: toFund, disputed } = await fundsOf(deps.pool, viewer.id, now)
      return {
        weeks: [],
        brand: {
          committed: usdFromCents(held + toFund),
          held: usdFromCents(held),
          to_fund: usdFromCents(toFund),
        },
        disputed: usdFromCents(disputed),
      }
    }
    const today = now.toISOString().slice(0, 10)
    const { expected, disputed } = await expectedOf(deps.pool, viewer.id, today)
    return {
      weeks: forecastWeeks(expected, today).map(({ least, most, ...days }) => ({
        ...days,
        least: usdFromCents(least),
        most: usdFromCents(most),
      })),
      brand: null,
      disputed: usdFromCents(disputed),
    }
  })
}

const linkQuery = z.strictObject({
  side: z.enum(['seller', 'creator']),
  from: z.iso.date(),
  to: z.iso.date(),
  expires: z.string(),
  signature: z.string(),
})

/**
 * The file behind the link. It is generated as it is read, so nothing of it is stored and little of it is in memory.
 */
export function statementFileRoute(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { id: string } }>(
    '/storage/statement/:id',
    { exposeHeadRoute: false, config: SIGNED_FILE },
    async (request, reply) => {
      const { id } = request.params
      const query = linkQuery.safeParse(request.query)
      if (
        !isId(id) ||
        !query.success ||
        !isGoodStatementLink(deps.config, id, query.data, deps.clock())
      )
        throw new AppError('request.not_found')
      const { side, from, to } = query.data
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="statement-${from}-${to}.csv"`,
          'referrer-policy': 'no-referrer',
        })
        .type('text/csv; charset=utf-8')
        .send(Readable.from(statementCsv(deps.pool, side, id, { from, to })))
    },
  )
}
