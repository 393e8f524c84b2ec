import { describe, expect, it } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { after, START, useClocks } from '#tests/support/clocks.ts'
import { buildShipment } from '#tests/support/shipments.ts'

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks

describe('a product that waits', () => {
  it.each([
    ['address_wanted', 'creator', [2, 5], 'needs your address'],
    ['to_ship', 'seller', [3, 7], 'Ship it'],
    ['shipped', 'creator', [7, 14], 'arrived?'],
    ['problem', 'seller', [2, 5], 'still open'],
  ] as const)('as %s reminds the %s twice', async (status, who, [first, second], words) => {
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

  it('reminds of no more than the newest day, and of nothing in a deal that is over', async () => {
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

  it('that counts from an arrival reminds no one before it, and every other one does', async () => {
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
