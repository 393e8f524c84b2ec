import type { FastifyInstance } from 'fastify'
import { migrationNames } from '#server/db/migrate.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'

/** Why a process accepts no requests right now; null while it does. */
export type NotReady = 'draining' | 'held' | 'database unreachable' | 'migrations missing' | null

/** What else is checked before a process reports that it is ready. */
export interface HealthOptions {
  /** True once the process has been asked to stop: a load balancer then sends its next requests elsewhere. */
  isDraining?: () => boolean
  /** RECOVERY_HOLD: only the process's operator should reach it. */
  isHeld?: boolean
}

/**
 * GET /health/live: 200 while the process responds at all; restart one that does not. GET /health/ready (and /health):
 * 200 while it can serve, otherwise 503 and the reason; send requests elsewhere meanwhile, and do not restart it.
 */
export function healthRoute(
  app: FastifyInstance,
  deps: Pick<Deps, 'pool'>,
  { isDraining = () => false, isHeld = false }: HealthOptions = {},
): void {
  const own = migrationNames()
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )
  for (const path of ['/health', '/health/ready'])
    app.get(path, async (_request, reply) => {
      const why = isDraining()
        ? 'draining'
        : ((await lookAtDatabase(deps, await own)) ?? (isHeld ? 'held' : null))
      return reply
        .status(why === null ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: why ?? 'ready' })
    })
}

/**
 * A newer release may have extended the schema while this process runs: only what this process itself needs is checked.
 */
async function lookAtDatabase(
  { pool }: Pick<Deps, 'pool'>,
  own: readonly string[],
): Promise<NotReady> {
  try {
    const { applied } = await oneRow<{ applied: number }>(
      pool,
      sql`select count(*)::int as applied from schema_migrations where name = any(${own})`,
    )
    return applied === own.length ? null : 'migrations missing'
  } catch (error) {
    // 42P01, for the table itself: the database was emptied while we were running.
    const { code } = error as { code?: string }
    return code === '42P01' ? 'migrations missing' : 'database unreachable'
  }
}
