import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockTasks } from '#server/clock-tasks.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { cancelProject } from '#server/projects/cancel/project-cancel.ts'
import { lockProject } from '#server/projects/project-store.ts'
import { untilBlocked } from '#tests/money/acts.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/packages.ts'
import { acceptOrder, declineOrder } from './order-answer-service.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'

/** Two concurrent processes, each with its own pool, so that only the database orders them. */

let api: TestApi
let processes: TwoProcesses
beforeAll(async () => {
  api = await startApi()
  processes = twoProcesses(api.deps)
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

const ROUNDS = 6

async function ordered() {
  const seller = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool, { payoutReady: true })
  const order = await buildOrder(api.pool, { seller, creator })
  return { ...order, seller: builtViewer(seller), creator: builtViewer(creator) }
}

const standing = ({ id }: { id: string }) =>
  oneRow<{ order: string; project: string; hired: number; moves: string[] }>(
    api.pool,
    sql`select package_orders.status as "order", projects.status as project,
        (select count(*) from applications where project_id = projects.id and status = 'accepted') as hired,
        (select array_agg(move order by events.id) from events
          where entity = 'package_order' and entity_id = package_orders.id) as moves
      from package_orders join projects on projects.id = project_id where package_orders.id = ${id}`,
  )

const HIRED = { order: 'accepted', project: 'in_progress', hired: 1, moves: ['accept'] }
const ended = (order: string, move: string) => ({
  order,
  project: 'cancelled',
  hired: 0,
  moves: [move],
})

const accept = (order: Awaited<ReturnType<typeof ordered>>, at?: Date) => (deps: Deps) =>
  acceptOrder(deps, order.creator, order.id, at ?? new Date())

test('two clicks on Accept hire once, and both succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await ordered()
    expect(await processes.race(accept(order), accept(order), round)).toEqual(['ok', 'ok'])
    expect(await standing(order)).toEqual(HIRED)
  }
})

test('accept against decline: one wins, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await ordered()
    const outcomes = await processes.race(
      accept(order),
      (deps) => declineOrder(deps, order.creator, order.id, new Date()),
      round,
    )
    expect([
      { outcomes: ['ok', 'package_order.already_answered'], ...HIRED },
      { outcomes: ['package_order.already_answered', 'ok'], ...ended('declined', 'decline') },
    ]).toContainEqual({ outcomes, ...(await standing(order)) })
  }
})

test('cancelling against accept: a cancelled order hires no one, an accepted one may be cancelled unpaid', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await ordered()
    const outcomes = await processes.race(
      (deps) => cancelProject(deps, order.seller, order.project_id),
      accept(order),
      round,
    )
    expect([
      { outcomes: ['ok', 'ok'], ...HIRED, project: 'cancelled' },
      { outcomes: ['ok', 'package_order.cancelled'], ...ended('cancelled', 'cancel') },
    ]).toContainEqual({ outcomes, ...(await standing(order)) })
  }
})

test('accepting at the last moment, concurrently with the clock: the order is accepted or lapses', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = await ordered()
    const { end } = await oneRow<{ end: string }>(
      api.pool,
      sql`select answer_by as end from package_orders where id = ${order.id}`,
    )
    const [accepted] = await processes.race(
      // The request came a moment before the order expired, and the clock's tick at that moment.
      accept(order, new Date(Date.parse(end) - 1)),
      (deps) => clockTasks({ ...deps, clock: () => new Date(end) })['clocks.tick']({}),
      round,
    )
    expect([
      { accepted: 'ok', ...HIRED },
      { accepted: 'package_order.lapsed', ...ended('lapsed', 'lapse') },
    ]).toContainEqual({ accepted, ...(await standing(order)) })
  }
})

test('ending an unpaid order does not lock its application against foreign-key references', async () => {
  const order = await ordered()
  await accept(order)(api.deps)
  const clock = () => new Date(Date.now() + 30 * 24 * 60 * 60_000)
  const ending = await inTransaction(processes.second, async (tx) => {
    // As a hand-in does: locks the project first, then inserts a row that refers to the application.
    await lockProject(tx, order.project_id)
    const tick = clockTasks({ ...api.deps, clock })['clocks.tick']({})
    await untilBlocked(api.pool, tick)
    await execute(
      tx,
      sql`select from applications where project_id = ${order.project_id} for key share nowait`,
    )
    return { tick }
  })
  await ending.tick
  expect(await standing(order)).toMatchObject({ moves: ['accept', 'unfunded'] })
})
