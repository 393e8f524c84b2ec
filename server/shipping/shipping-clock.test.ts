import { describe, expect, it } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { after, type Deal, START, useClocks } from '#tests/support/clocks.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { ADDRESS, buildShipment } from '#tests/support/shipments.ts'
import { parcelsOf } from './sheet-store.ts'

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks

describe('a waiting product', () => {
  it.each([
    ['address_wanted', 'creator', [2, 5], 'needs your address'],
    ['to_ship', 'seller', [3, 7], 'Ship it'],
    ['shipped', 'creator', [7, 14], 'arrived?'],
    ['problem', 'seller', [2, 5], 'still open'],
  ] as const)('in state %s reminds the %s twice', async (status, who, [first, second], words) => {
    const deal = await buildDeal(clocks.api.pool)
    await execute(
      clocks.api.pool,
      sql`update projects set deadline = '2999-01-01' where id = ${deal.project.id}`,
    )
    await buildShipment(clocks.api.pool, { project: deal.project, status, since: START })
    const counts: number[] = []
    for (const days of [first - 0.1, first, first + 0.5, second - 0.1, second, second + 30]) {
      await lookAt(days)
      await lookAt(days)
      counts.push((await noticesOf(deal[who])).length)
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2])
    expect((await sentences(deal[who])).join('\n')).toContain(words)
    const other = who === 'seller' ? deal.creator : deal.seller
    expect(await noticesOf(other)).toEqual([])
  })

  it('sends only the latest of several overdue reminders, and none in a deal that is over', async () => {
    const late = await buildDeal(clocks.api.pool)
    await buildShipment(clocks.api.pool, { project: late.project, status: 'to_ship', since: START })
    const over = await buildDeal(clocks.api.pool)
    await buildShipment(clocks.api.pool, { project: over.project, status: 'to_ship', since: START })
    await execute(
      clocks.api.pool,
      sql`update projects set deadline = '2999-01-01', status = case id when ${over.project.id}::uuid then 'cancelled' else status end`,
    )
    await lookAt(40)
    expect(await noticesOf(late.seller)).toEqual(['clock.shipment_reminder'])
    expect(await noticesOf(over.seller)).toEqual([])
  })
})

describe('a deadline', () => {
  const dueOf = async (days: number | null, status: 'shipped' | 'received') => {
    const deal = await buildDeal(clocks.api.pool)
    await execute(
      clocks.api.pool,
      sql`update projects set deadline = '2031-03-04' where id = ${deal.project.id}`,
    )
    await buildShipment(clocks.api.pool, { project: deal.project, status, days, since: START })
    await lookAt(1)
    await lookAt(3)
    return (await noticesOf(deal.creator)).filter((notice) => notice.startsWith('clock.deadline'))
  }

  it('that counts from an arrival sends no reminders before it; any other deadline does', async () => {
    expect(await dueOf(7, 'shipped')).toEqual([])
    expect(await dueOf(7, 'received')).toEqual(['clock.deadline_near', 'clock.deadline_passed'])
    expect(await dueOf(null, 'shipped')).toHaveLength(2)
  })
})

it('an address is deleted 90 days after the deal’s end, and no earlier', async () => {
  const deal = await buildDeal(clocks.api.pool)
  await buildShipment(clocks.api.pool, { project: deal.project, status: 'received' })
  const running = await buildDeal(clocks.api.pool)
  await buildShipment(clocks.api.pool, { project: running.project, status: 'received' })
  await execute(
    clocks.api.pool,
    sql`update projects set status = 'completed' where id = ${deal.project.id}`,
  )
  await execute(
    clocks.api.pool,
    sql`insert into events (entity, entity_id, project_id, move, from_status, to_status, at)
      values ('project', ${deal.project.id}, ${deal.project.id}, 'complete', 'in_progress', 'completed', ${START})`,
  )
  const kept = async ({ project }: typeof deal) =>
    (
      await oneRow<{ kept: boolean }>(
        clocks.api.pool,
        sql`select sealed_address is not null as kept from shipments where project_id = ${project.id}`,
      )
    ).kept
  await lookAt(89.9)
  expect(await kept(deal)).toBe(true)
  await lookAt(90)
  expect(await kept(deal)).toBe(false)
  expect(await kept(running)).toBe(true)
  expect(after(90).toISOString()).toBe('2031-06-01T10:00:00.000Z')
})

describe('a deal whose money was all refunded', () => {
  /** Held from START on, and returned in full one day later. */
  const returnedDeal = async (status: 'to_ship' | 'address_wanted') => {
    const { pool } = clocks.api
    const deal = await buildDeal(pool)
    await buildShipment(pool, { project: deal.project, status, since: START })
    const id = await clocks.funded(deal)
    await refunded(deal, id)
    return { ...deal, payment: id }
  }
  const refunded = ({ project }: Pick<Deal, 'project'>, id: string) =>
    inTransaction(clocks.api.pool, async (tx) => {
      await execute(
        tx,
        sql`update payments set status = 'refunded', refunded_at = ${after(1)}, stripe_refund_id = ${`re_${id}`}
          where id = ${id}`,
      )
      await execute(
        tx,
        sql`insert into events (entity, entity_id, project_id, move, from_status, to_status, at)
          values ('payment', ${id}, ${project.id}, 'refund', 'held_in_escrow', 'refunded', ${after(1)})`,
      )
    })
  const hasAddress = ({ project }: Pick<Deal, 'project'>) =>
    oneRow<{ kept: boolean }>(
      clocks.api.pool,
      sql`select sealed_address is not null as kept from shipments where project_id = ${project.id}`,
    ).then(({ kept }) => kept)

  it('keeps its address for 90 days after the refund, although its project goes on', async () => {
    const deal = await returnedDeal('to_ship')
    const running = await buildDeal(clocks.api.pool)
    await buildShipment(clocks.api.pool, { project: running.project, status: 'to_ship' })
    await clocks.funded(running)
    await lookAt(90.9)
    expect(await hasAddress(deal)).toBe(true)
    await lookAt(91)
    expect(await hasAddress(deal)).toBe(false)
    expect(await hasAddress(running)).toBe(true)
  })

  it('counts the 90 days from the refund, not from a later cancellation', async () => {
    const deal = await returnedDeal('to_ship')
    await execute(
      clocks.api.pool,
      sql`update projects set status = 'cancelled' where id = ${deal.project.id}`,
    )
    await execute(
      clocks.api.pool,
      sql`insert into events (entity, entity_id, project_id, move, from_status, to_status, at)
        values ('project', ${deal.project.id}, ${deal.project.id}, 'cancel', 'in_progress', 'cancelled', ${after(60)})`,
    )
    await lookAt(90.9)
    expect(await hasAddress(deal)).toBe(true)
    await lookAt(91)
    expect(await hasAddress(deal)).toBe(false)
  })

  it('counts as running again when the refund comes back, and keeps its address', async () => {
    const deal = await returnedDeal('to_ship')
    await execute(
      clocks.api.pool,
      sql`update payments set status = 'held_in_escrow', refunded_at = null, stripe_refund_id = null where id = ${deal.payment}`,
    )
    await lookAt(91)
    expect(await hasAddress(deal)).toBe(true)
  })

  it('sends no parcel reminders, and accepts neither an address nor a shipment', async () => {
    const deal = await returnedDeal('to_ship')
    const asked = await returnedDeal('address_wanted')
    await lookAt(10)
    expect((await noticesOf(deal.seller)).filter((one) => one.includes('shipment'))).toEqual([])
    expect((await noticesOf(asked.creator)).filter((one) => one.includes('shipment'))).toEqual([])
    expectRefusal(
      await clocks.api.call(asked.creator, 'shipping.give_address', {
        params: { id: asked.project.id },
        body: ADDRESS,
      }),
      'shipping.deal_over',
    )
    expectRefusal(
      await clocks.api.call(deal.seller, 'shipping.ship', {
        params: { id: deal.project.id },
        body: { carrier: 'DHL', number: null, link: null },
      }),
      'shipping.deal_over',
    )
    const sheet = await parcelsOf(clocks.api.pool, deal.seller.id, null)
    expect(sheet).toEqual([])
  })
})
