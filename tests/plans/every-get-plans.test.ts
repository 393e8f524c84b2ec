import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RouteKey, routeParts } from '#contract/api.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { accessMatrix } from '#tests/access/access-matrix.ts'
import { type AccessWorld, ACTORS, buildAccessWorld } from '#tests/access/access-world.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { readsOf } from '#tests/support/plans.ts'
import { watchQueries } from '#tests/support/statements.ts'

let api: TestApi
let world: AccessWorld
let planner: Pool
let sent: ReturnType<typeof watchQueries>

beforeAll(async () => {
  const database = await freshDatabase()
  api = await startApi({ database })
  sent = watchQueries(api.pool)
  world = await buildAccessWorld(api.pool)
  planner = createPool(database.url, 1)
  // With so few rows PostgreSQL would rightly scan every table: a statement that still does so here has no index to
  // use.
  await planner.query('set enable_seqscan = off')
})
afterAll(async () => {
  await planner.end()
  await api.close()
})

const reads = (Object.keys(accessMatrix) as RouteKey[]).filter(
  (key) => routeParts(key).method === 'GET',
)

/** The queue: jobs are removed from it when they are done. */
const SMALL = ['Seq Scan of _private_jobs']

test.each(reads)('%s reads no table from end to end', async (key) => {
  const scans = new Map<string, string>()
  for (const { input } of accessMatrix[key]) {
    for (const actor of ACTORS) {
      if (actor === 'anonymous') continue
      sent()
      await api.call(world.people[actor], key, input?.(world) ?? {})
      // The first statement identifies the viewer.
      const [, ...statements] = sent()
      for (const statement of statements) {
        if (!/^\s*(select|with)\b/i.test(statement.text)) continue
        for (const read of await readsOf(planner, statement))
          if (read.startsWith('Seq Scan') && !SMALL.includes(read)) scans.set(read, statement.text)
      }
    }
  }
  expect([...scans]).toEqual([])
})
