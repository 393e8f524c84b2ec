import { afterAll, beforeAll, expect, it } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildCreator, buildProject, buildSeller } from '#tests/support/builders.ts'
import { type SocketProcess, startSockets } from '#tests/support/sockets.ts'
import { drill, type DrillTalk } from './drill.ts'
import type { DrillWorld } from './drill-client.ts'
import { storedFiles, storedMessages } from './killed-processes.ts'

let api: TestApi
let processes: SocketProcess[]
beforeAll(async () => {
  api = await startApi()
  processes = [await startSockets(api), await startSockets(api)]
})
afterAll(async () => {
  for (const process of processes) await process.close()
  await api.close()
})

/** The API as tests call it; any status but 200 counts as a failure. */
const world = (): DrillWorld => {
  const params = (id: string) => ({ params: { id } })
  const answer = async <T>(call: Promise<{ status: number; body: T }>): Promise<T> => {
    const { status, body } = await call
    if (status !== 200) throw new Error(`answered ${status}`)
    return body
  }
  return {
    urls: processes.map(({ url }) => url),
    tokenOf: (id) => tokenOf({ id }),
    send: (id, talk, body) => answer(api.call({ id }, 'messages.send', { ...params(talk), body })),
    attach: (id, talk, count) => storedFiles(api.pool, id, talk, count),
    list: (id, talk, after) =>
      answer(api.call({ id }, 'messages.list', { ...params(talk), query: { after } })),
    read: async (id, talk) => {
      await answer(api.call({ id }, 'messages.read', params(talk)))
    },
  }
}

async function buildTalks(): Promise<DrillTalk[]> {
  const sellers = [await buildSeller(api.pool), await buildSeller(api.pool)]
  const creators = await Promise.all([1, 2, 3].map(() => buildCreator(api.pool)))
  const pairs = sellers.flatMap((seller) => creators.map((creator) => ({ seller, creator })))
  return Promise.all(
    pairs.map(async ({ seller, creator }) => {
      const { id: project } = await buildProject(api.pool, { seller })
      const { id } = await oneRow<{ id: string }>(
        api.pool,
        sql`insert into conversations (project_id, seller_id, creator_id)
          values (${project}, ${seller.id}, ${creator.id}) returning id`,
      )
      return { id, people: [seller.id, creator.id] }
    }),
  )
}

it('messages between reconnecting tabs arrive once, in order, and only at their recipients', async () => {
  const talks = await buildTalks()
  const plan = { seed: 7, messages: 150, atOnce: 8, settleMs: 120_000 }
  const report = await drill(world(), talks, plan, () => storedMessages(api.pool))
  expect(report.faults).toEqual([])
  // A drill without live delivery, or without faults on the way, proves nothing.
  expect(report.live).toBeGreaterThan(60)
  expect(report.reconnects).toBeGreaterThan(3)
  expect(report.repeated).toBeGreaterThan(3)
  expect(report.withFiles).toBeGreaterThan(20)
})
