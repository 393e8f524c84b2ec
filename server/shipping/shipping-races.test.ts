import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { ADDRESS, buildShipment } from '#tests/support/shipments.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'
import { receiveProduct, reportProblem, shipProduct, takeAddress } from './shipping-service.ts'

/** Two concurrent processes: only the database orders them. */

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
const NOW = new Date('2031-03-03T10:00:00Z')
const PARCEL = { carrier: 'Royal Mail', number: 'RM 123', link: null }
const BROKEN = { problem: 'damaged' as const, words: null }

async function dealAt(status: 'address_wanted' | 'to_ship' | 'shipped' | 'problem') {
  const deal = await buildDeal(api.pool)
  await execute(
    api.pool,
    sql`update projects set deadline = '2031-03-05' where id = ${deal.project.id}`,
  )
  await buildShipment(api.pool, { project: deal.project, status, days: 7 })
  return {
    id: deal.project.id,
    seller: builtViewer(deal.seller),
    creator: builtViewer(deal.creator),
  }
}

/** Its state, the events recorded, and when work is due. */
const standing = async (id: string) => {
  const { status, deadline } = await oneRow<{ status: string; deadline: string }>(
    api.pool,
    sql`select shipments.status, deadline from shipments join projects on projects.id = project_id
      where project_id = ${id}`,
  )
  const moves = await rows<{ move: string }>(
    api.pool,
    sql`select move from events where entity = 'shipment' and project_id = ${id} order by id`,
  )
  return { status, deadline, moves: moves.map(({ move }) => move) }
}

test('two concurrent clicks on “It arrived” record one arrival and move the deadline once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, creator } = await dealAt('shipped')
    const outcomes = await processes.race(
      (deps) => receiveProduct(deps, creator, id, NOW),
      (deps) => receiveProduct(deps, creator, id, NOW),
      round,
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    expect(await standing(id)).toEqual({
      status: 'received',
      deadline: '2031-03-10',
      moves: ['receive'],
    })
  }
})

test('two clicks on “Shipped” ship once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, seller } = await dealAt('to_ship')
    const outcomes = await processes.race(
      (deps) => shipProduct(deps, seller, id, PARCEL, NOW),
      (deps) => shipProduct(deps, seller, id, PARCEL, NOW),
      round,
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    expect(await standing(id)).toMatchObject({ status: 'shipped', moves: ['ship'] })
  }
})

test('an address correction concurrent with shipping either comes first or is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, seller, creator } = await dealAt('to_ship')
    const outcomes = await processes.race(
      (deps) => shipProduct(deps, seller, id, PARCEL, NOW),
      (deps) => takeAddress(deps, creator, id, ADDRESS, NOW),
      round,
    )
    const { moves } = await standing(id)
    expect([
      { outcomes: ['ok', 'ok'], moves: ['correct_address', 'ship'] },
      { outcomes: ['ok', 'shipping.on_its_way'], moves: ['ship'] },
    ]).toContainEqual({ outcomes, moves })
  }
})

test('a problem report concurrent with shipping either comes after it or is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, seller, creator } = await dealAt('to_ship')
    const outcomes = await processes.race(
      (deps) => shipProduct(deps, seller, id, PARCEL, NOW),
      (deps) => reportProblem(deps, creator, id, BROKEN, NOW),
      round,
    )
    const { status, moves } = await standing(id)
    expect([
      { outcomes: ['ok', 'ok'], status: 'problem', moves: ['ship', 'report'] },
      { outcomes: ['ok', 'shipping.not_shipped'], status: 'shipped', moves: ['ship'] },
    ]).toContainEqual({ outcomes, status, moves })
  }
})

test('an arrival concurrent with a problem report or another shipment is recorded once, in either order', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, seller, creator } = await dealAt(round % 2 === 0 ? 'shipped' : 'problem')
    const other =
      round % 2 === 0
        ? (deps: typeof api.deps) => reportProblem(deps, creator, id, BROKEN, NOW)
        : (deps: typeof api.deps) => shipProduct(deps, seller, id, PARCEL, NOW)
    const [arrival, second] = await processes.race(
      (deps) => receiveProduct(deps, creator, id, NOW),
      other,
      Math.floor(round / 2),
    )
    expect(arrival).toBe('ok')
    expect(['ok', 'shipping.arrived']).toContain(second)
    const { status, moves, deadline } = await standing(id)
    expect({ status, deadline }).toEqual({ status: 'received', deadline: '2031-03-10' })
    expect(moves.filter((move) => move === 'receive')).toHaveLength(1)
  }
})
