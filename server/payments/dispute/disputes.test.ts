import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const refund = (deal: PayableDeal, id: string) =>
  world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
const paymentFor = async (person: { id: string }, deal: PayableDeal) =>
  (await world.api.call(person, 'payments.for_project', { params: { id: deal.project.id } })).body

async function outcomeOf(id: string): Promise<string | null> {
  const [row] = await rows<{ dispute_outcome: string | null }>(
    world.api.pool,
    sql`select dispute_outcome from payments where id = ${id}`,
  )
  return row?.dispute_outcome ?? null
}

/** Disputes a payment's charge and waits until the product knows; returns the dispute's id. */
async function dispute(id: string): Promise<string> {
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const opened = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
  await world.until('the dispute', async () => (await outcomeOf(id)) === 'open')
  await quiet()
  return opened
}

async function close(disputeId: string, id: string, outcome: 'won' | 'lost'): Promise<void> {
  await atProvider(world, `disputes/${disputeId}/close`, { outcome })
  await world.until(outcome, async () => (await outcomeOf(id)) === outcome)
  await quiet()
}

/** Waits until every event was sent and applied. */
async function quiet(): Promise<void> {
  await world.until('the events', async () => {
    const sent = Object.values(world.stripe.state.events).every(
      ({ delivery }) => delivery.state === 'delivered',
    )
    const waiting = await rows(
      world.api.pool,
      sql`select 1 from webhook_events where applied_at is null`,
    )
    return sent && waiting.length === 0
  })
}

const HOLD = ['hold      provider_clearing    54000', 'hold      escrow              -54000']
const WITHDRAWN = [
  'chargeback chargebacks          54000',
  'chargeback provider_clearing   -54000',
  'provider_fee provider_fees         1500',
  'provider_fee provider_clearing    -1500',
]

test('disputed money that is held is frozen: no one moves it, and both sides see why', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await dispute(id)
  for (const refused of [await release(deal, id), await refund(deal, id)])
    expect(refused.body).toMatchObject({ status: 409, code: 'payment.frozen' })
  for (const person of [deal.seller, deal.creator])
    expect(await paymentFor(person, deal)).toMatchObject({
      status: 'held_in_escrow',
      disputed: true,
      dispute_outcome: 'open',
    })
  expect(await ledgerText(world, id)).toBe([...HOLD, ...WITHDRAWN].join('\n'))
  await checkMoney(world)
})

test('a won dispute brings the money back and unfreezes it', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await close(await dispute(id), id, 'won')
  await world.until('the money back', async () =>
    (await ledgerText(world, id)).includes('chargeback chargebacks         -54000'),
  )
  expect(await paymentFor(deal.creator, deal)).toMatchObject({
    status: 'held_in_escrow',
    disputed: false,
    dispute_outcome: 'won',
  })
  expect((await release(deal, id)).body.status).toBe('released')
  await checkMoney(world)
})

test('a dispute lost while the money is held is final: it went back to the card', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await close(await dispute(id), id, 'lost')
  expect(await statusOf(world, id)).toBe('refunded')
  expect((await release(deal, id)).body).toMatchObject({ code: 'payment.not_held' })
  expect(await ledgerText(world, id)).toBe(
    [
      ...HOLD,
      ...WITHDRAWN,
      'chargeback escrow               54000',
      'chargeback chargebacks         -54000',
    ].join('\n'),
  )
  await checkMoney(world)
})

test('a dispute after the release flags the payment, and its loss is booked and final', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await release(deal, id)
  const opened = await dispute(id)
  expect(await paymentFor(deal.seller, deal)).toMatchObject({ status: 'released', disputed: true })
  await close(opened, id, 'lost')
  expect(await paymentFor(deal.seller, deal)).toMatchObject({
    status: 'released',
    disputed: true,
    dispute_outcome: 'lost',
  })
  expect((await ledgerText(world, id)).split('\n').slice(-4)).toEqual(WITHDRAWN)
  await checkMoney(world)
})

test('a dispute’s events, repeated in reverse order, change nothing', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await close(await dispute(id), id, 'lost')
  const before = await ledgerText(world, id)
  await world.api.pool.query(
    `update webhook_events set applied_at = null where type like 'charge.dispute.%'`,
  )
  const waiting = await rows<{ event_id: string }>(
    world.api.pool,
    sql`select event_id from webhook_events where applied_at is null order by received_at desc`,
  )
  const { applyEvent } = await import('#server/payments/webhook/provider-events.ts')
  for (const { event_id } of waiting) await applyEvent(world.api.deps, event_id)
  expect(waiting.length).toBeGreaterThan(2)
  expect(await ledgerText(world, id)).toBe(before)
  expect(await statusOf(world, id)).toBe('refunded')
  await checkMoney(world)
})
