import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { DAY_MS } from '#server/clocks/days.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildCreator, buildDeal, buildPayment, buildSeller } from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { type Deal, START, useClocks } from '#tests/support/clocks.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { buildPackage, orderInput } from '#tests/support/packages.ts'

const clocks = useClocks()
const { lookAt, noticesOf, sentences } = clocks
const REMINDER = 'clock.payment_reminder'

/** For what was accepted by the product itself: its event has the database's time, which tests do not set. */
const fromToday = (days: number) => (Date.now() - START.getTime()) / DAY_MS + days

const accept = (application: { id: string; project_id: string }) =>
  execute(
    clocks.api.pool,
    sql`insert into events (entity, entity_id, project_id, move, from_status, to_status, at)
      values ('application', ${application.id}, ${application.project_id}, 'accept', 'pending', 'accepted', ${START})`,
  )

/** A deal that was accepted at START and is not paid. */
async function unpaidDeal(): Promise<Deal> {
  const deal = await buildDeal(clocks.api.pool)
  await accept(deal.application)
  return deal
}

test('the brand of an accepted deal is reminded to pay after two days and after five, each once', async () => {
  const { seller, creator, project } = await unpaidDeal()
  const counts: number[] = []
  for (const days of [1.9, 2, 3, 4.9, 5, 8, 11, 40]) {
    await Promise.all([lookAt(days), lookAt(days)])
    counts.push((await noticesOf(seller)).length)
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2, 2])
  expect(await noticesOf(seller)).toEqual([REMINDER, REMINDER])
  expect(await noticesOf(creator)).toEqual([])
  expect((await sentences(seller))[0]).toBe(
    'Maya Okafor is waiting for your payment for “Three unboxing reels”. Fund $540.00 now: it stays in escrow until you approve the work.',
  )
  const { body } = await clocks.api.call(seller, 'notifications.list')
  expect(body.items[0]?.path).toBe(paths.projectTab(project.id, 'payment'))
  const mails = await rows(
    clocks.api.pool,
    sql`select from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      join notifications on notifications.id = (payload ->> 'notification_id')::bigint
      where tasks.identifier = 'notifications.mail' and user_id = ${seller.id}`,
  )
  expect(mails).toHaveLength(2)
})

test('after a silence of the server only the latest reminder is sent, and none about a deal of long ago', async () => {
  const late = await unpaidDeal()
  await lookAt(6)
  expect(await noticesOf(late.seller)).toEqual([REMINDER])
  const old = await unpaidDeal()
  await lookAt(30)
  expect(await noticesOf(old.seller)).toEqual([])
})

test('the brand is reminded of a failed payment, and of each deal of a project that hires several', async () => {
  const { pool } = clocks.api
  const failed = await unpaidDeal()
  await buildPayment(pool, { application: failed.application, status: 'failed' })
  const listing = await buildListing(pool, { seats: 3 })
  for (let n = 0; n < 2; n += 1) await buildHire(pool, { listing })
  await lookAt(2)
  expect(await noticesOf(failed.seller)).toEqual([REMINDER])
  await lookAt(fromToday(2))
  expect(await noticesOf(listing.seller)).toEqual([REMINDER, REMINDER])
})

type End = (deal: Deal) => Promise<unknown>
const pay =
  (status: string): End =>
  ({ application }) =>
    buildPayment(clocks.api.pool, { application, status })
const onProject =
  (change: string): End =>
  ({ project }) =>
    clocks.api.pool.query(`update projects set ${change} where id = $1`, [project.id])
const onUser =
  (side: 'seller' | 'creator', change: string): End =>
  (deal) =>
    clocks.api.pool.query(`update auth.users set ${change} where id = $1`, [deal[side].id])
const block =
  (by: 'seller' | 'creator', of: 'seller' | 'creator'): End =>
  (deal) =>
    clocks.api.pool.query(
      `insert into blocks (blocker_id, blocked_id, created_at) values ($1, $2, now())`,
      [deal[by].id, deal[of].id],
    )

test.each<[string, End]>([
  ['is being paid', pay('pending')],
  ['is paid', pay('held_in_escrow')],
  ['was paid and released', pay('released')],
  ['was paid and went back', pay('refunded')],
  ['was cancelled', onProject(`status = 'cancelled'`)],
  ['was hidden', onProject('hidden_at = now()')],
  ['has a brand who blocked its creator', block('seller', 'creator')],
  ['has a creator who blocked its brand', block('creator', 'seller')],
  ['has a banned creator', onUser('creator', `banned_until = 'infinity'`)],
  ['has a banned brand', onUser('seller', `banned_until = 'infinity'`)],
  ['has a creator who left', onUser('creator', 'deleted_at = now()')],
])('a deal that %s reminds no one', async (_, end) => {
  const before = await unpaidDeal()
  const between = await unpaidDeal()
  await end(before)
  await lookAt(2)
  expect(await noticesOf(before.seller)).toEqual([])
  expect(await noticesOf(between.seller)).toEqual([REMINDER])
  await end(between)
  await lookAt(5)
  expect(await noticesOf(between.seller)).toEqual([REMINDER])
})

test('a payment that begins while the clock ticks is seen, and reminds no one', async () => {
  const { pool } = clocks.api
  const { seller, application } = await unpaidDeal()
  const ticking = await inTransaction(pool, async (tx) => {
    await execute(tx, sql`select from applications where id = ${application.id} for no key update`)
    await buildPayment(tx, { application, status: 'pending' })
    const tick = lookAt(2)
    await expect.poll(() => waitingForLocks(pool)).toBe(1)
    return { tick }
  })
  await ticking.tick
  expect(await noticesOf(seller)).toEqual([])
})

test('an order has reminders of its own', async () => {
  const { api } = clocks
  api.setNow(new Date())
  const seller = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool, { payoutReady: true })
  const { id } = await buildPackage(api.pool, { creator })
  const { body: order } = await api.call(seller, 'package_orders.place', {
    params: { id },
    body: orderInput(),
  })
  await api.call(creator, 'package_orders.accept', { params: { id: order.id } })
  await lookAt(fromToday(2.5))
  expect(await noticesOf(seller)).toEqual(['package_order.accept', 'clock.order_funding_reminder'])
})
