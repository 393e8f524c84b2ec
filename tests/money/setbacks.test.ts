import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { movesOf } from '#tests/support/recorded.ts'
import { begin as start, happen, hear, HELD, OPEN, work } from './acts.ts'
import { heal } from './heal.ts'
import type { Run } from './run.ts'
import { checkSettled } from './settled.ts'
import type { DealPlan } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('templateDatabaseUrl'))
})
beforeEach(() => world.empty())
afterAll(() => world.close())

const begin = (...deals: DealPlan[]) => start(world, ...deals)

interface Seen {
  status: string
  moving: string | null
  came_back: string | null
  disputed: boolean
  attempt: number
}
const paymentOf = (run: Run, deal = 0) =>
  oneRow<Seen>(
    world.pool,
    sql`select status, moving, came_back, disputed, attempt from payments where id = ${run.payments[deal]}`,
  )
async function escrow(run: Run): Promise<number> {
  const { cents } = await oneRow<{ cents: number }>(
    world.pool,
    sql`select coalesce(-sum(amount), 0)::bigint as cents from ledger_entries
      where payment_id = ${run.payments[0]} and account = 'escrow'`,
  )
  return cents
}
const transfers = () => Object.values(world.sandbox.state.transfers)
const refunds = () => Object.values(world.sandbox.state.refunds)
const pages = () => Object.values(world.sandbox.state.checkout_sessions)
/** Lets the run settle and checks every invariant, including the provider's own books. */
async function settled(run: Run): Promise<void> {
  await heal(run, false)
  await checkSettled(run, false)
}

test('a bank dispute between the release request and the transfer stops the transfer', async () => {
  const run = await begin(HELD)
  await happen(run, { do: 'release', deal: 0 }, { do: 'dispute', deal: 0, ends: 'open' })
  await hear(run)
  expect(await paymentOf(run)).toMatchObject({ moving: 'release', disputed: true })
  await work(run)
  expect(transfers()).toEqual([])
  expect(await paymentOf(run)).toMatchObject({ status: 'held_in_escrow', moving: null, attempt: 2 })
  expect((await movesOf(world.pool, run.payments[0] ?? '')).slice(-2)).toEqual([
    'dispute',
    'release_stopped',
  ])
  await settled(run)
})

test('a bank dispute between the refund request and the refund itself stops the refund', async () => {
  const run = await begin(HELD)
  await happen(run, { do: 'refund', deal: 0 }, { do: 'dispute', deal: 0, ends: 'open' })
  await hear(run)
  await work(run)
  expect(refunds()).toEqual([])
  expect((await movesOf(world.pool, run.payments[0] ?? '')).at(-1)).toBe('refund_stopped')
  await settled(run)
})

test('a transfer whose response was lost before a bank dispute is booked as released, not sent again', async () => {
  const run = await begin(HELD)
  await happen(
    run,
    { do: 'release', deal: 0 },
    { do: 'jobs', count: 1, pick: 0, faults: ['timeout_after'] },
    { do: 'dispute', deal: 0, ends: 'open' },
  )
  await hear(run)
  await work(run)
  // Sent a moment ago, so the outcome is not known yet.
  expect(await paymentOf(run)).toMatchObject({ status: 'held_in_escrow', moving: 'release' })
  await run.advance(1)
  await work(run)
  expect(await paymentOf(run)).toMatchObject({ status: 'released', disputed: true })
  expect(transfers()).toHaveLength(1)
  await settled(run)
})

test('while a bank disputes a payment that a creator has received, no other payment is released to them', async () => {
  const run = await begin(HELD, HELD)
  await world.pool.query('update payments set creator_id = $1 where id = $2', [
    run.deals[0]?.creator.id,
    run.payments[1],
  ])
  await happen(run, { do: 'release', deal: 0 })
  await work(run)
  await happen(run, { do: 'release', deal: 1 }, { do: 'dispute', deal: 0, ends: 'open' })
  await hear(run)
  await work(run)
  expect(transfers()).toHaveLength(1)
  expect(await paymentOf(run, 1)).toMatchObject({ status: 'held_in_escrow', moving: null })
  const refused = await world.call(run.deals[1]?.seller ?? { id: '' }, 'payments.release', {
    body: { payment_id: run.payments[1] },
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'payment.payouts_on_hold' } })
  world.sandbox.controls.closeDispute(Object.keys(world.sandbox.state.disputes)[0] ?? '', 'won')
  await hear(run)
  await happen(run, { do: 'release', deal: 1 })
  await work(run)
  expect((await paymentOf(run, 1)).status).toBe('released')
})

test('a refund the card’s bank rejected is held again, both sides are notified, and it can be retried', async () => {
  const run = await begin(HELD)
  await happen(run, { do: 'refund', deal: 0 })
  await work(run)
  expect(await escrow(run)).toBe(0)
  await happen(run, { do: 'refund_fails', deal: 0 })
  await hear(run)
  expect(await paymentOf(run)).toMatchObject({ status: 'held_in_escrow', came_back: 'refund' })
  expect(await escrow(run)).toBe(54_000)
  const notified = await rows<{ audience: string }>(
    world.pool,
    sql`select audience from notifications where notice = 'payment.refund_came_back' order by 1`,
  )
  expect(notified.map(({ audience }) => audience)).toEqual(['creator', 'seller'])
  expect(await brokenMoneyChecks(world.pool)).toEqual([])
  await happen(run, { do: 'refund', deal: 0 })
  await work(run)
  expect(await paymentOf(run)).toMatchObject({ status: 'refunded', came_back: null })
  expect(refunds().map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  await settled(run)
})

test('a reversed transfer is held again and can be refunded instead', async () => {
  const run = await begin(HELD)
  await happen(run, { do: 'release', deal: 0 })
  await work(run)
  await happen(run, { do: 'transfer_reversed', deal: 0 })
  await hear(run)
  expect(await paymentOf(run)).toMatchObject({ status: 'held_in_escrow', came_back: 'transfer' })
  expect(await escrow(run)).toBe(54_000)
  const statement = await world.call(run.deals[0]?.creator ?? { id: '' }, 'payments.statement', {
    params: { id: run.payments[0] ?? '' },
  })
  expect(statement.body).toMatchObject({ place: 'held', sent_amount: 0 })
  expect(JSON.stringify(statement.body)).toContain('share_came_back')
  await happen(run, { do: 'refund', deal: 0 })
  await work(run)
  expect((await paymentOf(run)).status).toBe('refunded')
  await settled(run)
})

test('a transfer reversed without our knowledge is found by reconciliation, once', async () => {
  const run = await begin(HELD)
  await happen(run, { do: 'release', deal: 0 })
  await work(run)
  await happen(run, { do: 'transfer_reversed', deal: 0 })
  world.line.onCall = () => undefined
  const first = await reconcile(world.deps)
  expect(first.open).toEqual([])
  expect(await paymentOf(run)).toMatchObject({ status: 'held_in_escrow', came_back: 'transfer' })
  expect((await reconcile(world.deps)).healed).toEqual([])
})

test('a transfer or refund that was made and reversed unnoticed is booked both ways, and can be repeated', async () => {
  // The money leaves, and the response is a server error stored under the key; the retry looks for an existing refund
  // first.
  for (const [order, faults, comesBack, kind, status] of [
    ['release', ['error_after', 'timeout_before'], 'transfer_reversed', 'transfer', 'released'],
    ['refund', ['ok', 'ok', 'ok', 'error_after'], 'refund_fails', 'refund', 'refunded'],
  ] as const) {
    await world.empty()
    const run = await begin(HELD)
    await happen(
      run,
      { do: order, deal: 0 },
      { do: 'jobs', count: 1, pick: 0, faults: [...faults] },
      { do: comesBack, deal: 0 },
    )
    expect(await paymentOf(run)).toMatchObject({ moving: order, came_back: null })
    await work(run)
    expect(await paymentOf(run)).toMatchObject({ status: 'held_in_escrow', came_back: kind })
    expect((await movesOf(world.pool, run.payments[0] ?? '')).slice(-2)).toEqual([
      order,
      `${kind}_came_back`,
    ])
    expect(await escrow(run)).toBe(54_000)
    await hear(run)
    await happen(run, { do: order, deal: 0 })
    await work(run)
    expect(await paymentOf(run)).toMatchObject({ status })
    expect(kind === 'transfer' ? transfers() : refunds()).toHaveLength(2)
    await settled(run)
  }
})

test('after a server error stored under the idempotency key, a new checkout page opens if none was opened', async () => {
  const run = await begin(OPEN)
  await happen(run, { do: 'fund', deal: 0, faults: ['error_before'] })
  expect(pages()).toEqual([])
  await happen(run, { do: 'fund', deal: 0, faults: [] })
  expect(pages()).toHaveLength(1)
  expect(await paymentOf(run)).toMatchObject({ status: 'pending', attempt: 2 })
  await settled(run)
})

test('a server error after the checkout page was opened leads to that page, not to a second one', async () => {
  const run = await begin(OPEN)
  await happen(
    run,
    { do: 'fund', deal: 0, faults: ['error_after'] },
    { do: 'fund', deal: 0, faults: [] },
  )
  expect(pages()).toHaveLength(1)
  const page = await maybeRow<{ checkout_session_id: string }>(
    world.pool,
    sql`select checkout_session_id from payments where id = ${run.payments[0]}`,
  )
  expect(page?.checkout_session_id).toBe(pages()[0]?.session.id)
  expect((await paymentOf(run)).attempt).toBe(1)
  await settled(run)
})

test('no second checkout page is opened while the first cannot be looked up', async () => {
  const run = await begin(OPEN)
  await happen(
    run,
    { do: 'fund', deal: 0, faults: ['error_before'] },
    { do: 'fund', deal: 0, faults: ['ok', 'timeout_before'] },
  )
  expect(pages()).toEqual([])
  expect((await paymentOf(run)).attempt).toBe(1)
  await settled(run)
})

test('after a server error stored under a charge’s key, the payment is held if the charge was made, else failed', async () => {
  for (const [fault, status, charges] of [
    ['error_after', 'held_in_escrow', 1],
    ['error_before', 'failed', 0],
  ] as const) {
    await world.empty()
    const run = await begin(OPEN)
    await happen(run, { do: 'fund_by_card', deal: 0, card: 'good', faults: [] })
    await happen(run, { do: 'jobs', count: 1, pick: 0, faults: [fault] })
    await work(run)
    expect(await paymentOf(run)).toMatchObject({ status })
    expect(Object.values(world.sandbox.state.charges)).toHaveLength(charges)
    await happen(run, { do: 'fund_by_card', deal: 0, card: 'good', faults: [] })
    await work(run)
    expect((await paymentOf(run)).status).toBe('held_in_escrow')
    expect(Object.values(world.sandbox.state.charges)).toHaveLength(1)
    await settled(run)
  }
})
