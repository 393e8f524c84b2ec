import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RouteKey, routeParts } from '#contract/api.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { type AccessCase, accessMatrix } from '#tests/access/access-matrix.ts'
import { type AccessWorld, ACTORS, buildAccessWorld } from '#tests/access/access-world.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDispute, buildProject } from '#tests/support/builders.ts'
import { watchStatements } from '#tests/support/statements.ts'

/** Whether a person may see it, and which parts. */
const MOST_STATEMENTS = 2

let api: TestApi
let world: AccessWorld
let contested: { id: string }
let sent: () => string[]

beforeAll(async () => {
  api = await startApi()
  sent = watchStatements(api.deps.pool)
  world = await buildAccessWorld(api.pool)
  // Several of a kind, so that a query per row is noticed.
  const payment = await oneRow<{ id: string; project_id: string }>(
    api.pool,
    sql`select payment_id as id, project_id from deal_disputes where id = ${world.dispute.id}`,
  )
  contested = { id: payment.project_id }
  for (let n = 0; n < 3; n += 1) {
    await buildProject(api.pool, { seller: world.people.owner, title: 'Stoneware mugs' })
    await execute(api.pool, sql`update deal_disputes set status = 'withdrawn', ended_at = now()`)
    await buildDispute(api.pool, { payment, openedBy: world.people.owner })
  }
})
afterAll(() => api.close())

/** What the access table omits, because it does not change who has access. */
const MORE: Partial<Record<RouteKey, AccessCase['input'][]>> = {
  'projects.list': [
    () => ({ query: { q: 'stoneware' } }),
    () => ({ query: { q: 'stonewrae', category: 'home', sort: 'relevance' } }),
  ],
  'creators.search': [
    () => ({ query: { q: 'Amara', platform: 'tiktok' } }),
    () => ({ query: { q: 'Amraa', sort: 'newest' } }),
    () => ({ query: { saved: '1', worked: '1', niche: 'Food' } }),
  ],
  'creators.facets': [() => ({ query: { q: 'Amara', platform: 'tiktok', saved: '1' } })],
  'disputes.for_project': [() => ({ params: contested })],
}

/**
 * It asks the payment provider for each response; server/operator/bank-dispute-service.test.ts counts its statements.
 */
const ASKS_THE_PROVIDER: readonly RouteKey[] = ['operator.bank_dispute']

const reads = (Object.keys(accessMatrix) as RouteKey[]).filter(
  (key) => routeParts(key).method === 'GET' && !ASKS_THE_PROVIDER.includes(key),
)

test.each(reads)(`%s runs at most ${MOST_STATEMENTS} statements`, async (key) => {
  const asked = [...accessMatrix[key].map(({ input }) => input), ...(MORE[key] ?? [])]
  let answered = 0
  for (const input of asked) {
    for (const actor of ACTORS) {
      if (actor === 'anonymous') continue
      sent()
      const { status } = await api.call(world.people[actor], key, input?.(world) ?? {})
      // The first statement identifies the viewer; in the console, the second looks up their role.
      const identify = key.startsWith('operator.') && actor === 'operator' ? 2 : 1
      const statements = sent().slice(identify)
      expect(statements.length, `${actor}: ${statements.join('\n\n')}`).toBeLessThanOrEqual(
        MOST_STATEMENTS,
      )
      if (status === 200) answered += 1
    }
  }
  expect(answered).toBeGreaterThan(0)
})
