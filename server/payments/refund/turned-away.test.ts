import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyCheckout } from '#server/payments/fund/payment-hold.ts'
import { buildOperator } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  payExtra,
  sessionOf,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const CARD = { card_number: '4242424242424242' }

const paymentFor = async (reader: { id: string }, deal: PayableDeal) =>
  (await world.api.call(reader, 'payments.for_project', { params: { id: deal.project.id } })).body

/** Its lines with their amounts, and where the money is. */
async function statementOf(reader: { id: string }, id: string): Promise<string> {
  const { body } = await world.api.call(reader, 'payments.statement', { params: { id } })
  return [...body.lines.map(({ kind, amount }) => `${kind} ${amount}`), `→ ${body.place}`].join(
    '\n',
  )
}

/** Each side's notices, beyond the hold, with the number of mails sent for them. */
async function noticesOf(deal: PayableDeal): Promise<string[]> {
  const lines = await rows<{ line: string }>(
    world.api.pool,
    sql`select audience || ' ' || notice || ' ' || (select count(*) from graphile_worker._private_jobs jobs
        where (jobs.payload->>'notification_id')::bigint = notifications.id) as line
      from notifications where user_id in (${deal.seller.id}, ${deal.creator.id})
        and (notice like 'payment.return\\_%' or notice = 'payment.owe_return')
      order by 1`,
  )
  return lines.map(({ line }) => line)
}

async function threadOf(deal: PayableDeal, reader: { id: string }): Promise<string[]> {
  const { body } = await world.api.call(reader, 'conversations.events', {
    params: { id: deal.conversation.id },
  })
  return body.map(({ kind }) => kind)
}

const returned = (deal: PayableDeal) =>
  world.until('the money to go back', async () => {
    const payment = await paymentFor(deal.seller, deal)
    return payment?.turned_away?.returned_at != null
  })

/** A provider call that did not come from the product. */
async function callProvider(path: string, form: Record<string, string>): Promise<{ id: string }> {
  const answer = await fetch(`${world.stripe.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.api.deps.config.stripe.secretKey}` },
    body: new URLSearchParams(form),
  })
  return (await answer.json()) as { id: string }
}

/** Pays another page of the same payment. */
async function payBeside(id: string, cents = 54_000): Promise<void> {
  const session = await callProvider('checkout/sessions', {
    mode: 'payment',
    success_url: 'https://brand.example/paid',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': String(cents),
    'line_items[0][price_data][product_data][name]': 'A second page',
    'metadata[payment_id]': id,
    'payment_intent_data[metadata][payment_id]': id,
    'payment_intent_data[transfer_group]': `payment_${id}`,
  })
  await atProvider(world, `sessions/${session.id}/pay`, CARD)
}

test('money that arrives after the project was cancelled is returned, and both sides are notified', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  await world.api.call(deal.seller, 'projects.cancel', { params: { id: deal.project.id } })
  await atProvider(world, `sessions/${sessionId}/pay`, CARD)
  await returned(deal)
  for (const reader of [deal.seller, deal.creator])
    expect(await paymentFor(reader, deal)).toMatchObject({
      status: 'failed',
      turned_away: { reason: 'cancelled', amount: 540, came_back_at: null },
    })
  // The console shows it as both sides see it, even though the attempt failed.
  const operator = await buildOperator(world.api.pool)
  const console = await world.api.call(operator, 'operator.project', {
    params: { id: deal.project.id },
  })
  expect(console.body).toMatchObject({
    payment_status: 'refunded',
    payments: [{ status: 'failed', shown_status: 'refunded' }],
  })
  const paid = await world.api.call(operator, 'operator.payment', { params: { id } })
  expect(paid.body).toMatchObject({ status: 'failed', shown_status: 'refunded' })
  expect(await statementOf(deal.seller, id)).toBe('late_paid_in -540\nlate_returned 540\n→ card')
  expect(await statementOf(deal.creator, id)).toBe('late_paid_in 0\nlate_returned 0\n→ card')
  expect(await noticesOf(deal)).toEqual([
    'creator payment.return_cancelled 1',
    'seller payment.return_cancelled 1',
  ])
  for (const reader of [deal.seller, deal.creator])
    expect(await threadOf(deal, reader)).toEqual(['project_cancelled', 'payment_too_late'])
  await checkMoney(world)
})

test('a second payment for a funded deal is returned, and both sides are notified', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await payBeside(id)
  await returned(deal)
  expect(await paymentFor(deal.creator, deal)).toMatchObject({
    status: 'held_in_escrow',
    turned_away: { reason: 'second', amount: 540 },
  })
  expect(await statementOf(deal.seller, id)).toBe(
    'paid_in -540\nsecond_paid_in -540\nsecond_returned 540\n→ held',
  )
  expect(await noticesOf(deal)).toEqual([
    'creator payment.return_second 1',
    'seller payment.return_second 1',
  ])
  expect(await threadOf(deal, deal.creator)).toEqual(['payment_held', 'payment_second_returned'])
  await checkMoney(world)
})

test('a refund that the card rejected is owed to the seller, who is notified', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await payBeside(id)
  await returned(deal)
  const refund = Object.values(world.stripe.state.refunds).at(-1)
  world.stripe.controls.settleRefund(refund?.id ?? '', false)
  await world.until('the seller to be notified', async () => (await noticesOf(deal)).length === 3)
  expect(await noticesOf(deal)).toContain('seller payment.owe_return 1')
  expect((await paymentFor(deal.seller, deal))?.turned_away?.came_back_at).not.toBeNull()
  expect(await statementOf(deal.seller, id)).toBe(
    'paid_in -540\nsecond_paid_in -540\nsecond_returned 540\nreturn_owed -540\n→ held',
  )
})

/** A page for the $60.00 that an agreed change adds to held money. */
async function extraOf(deal: PayableDeal) {
  const amendment = randomUUID()
  const { api } = world
  const params = { id: deal.project.id }
  await api.call(deal.creator, 'amendments.propose', {
    params,
    body: { id: amendment, price: 600 },
  })
  await api.call(deal.seller, 'amendments.accept', { params: { id: amendment } })
  const { body } = await payExtra(world, deal, amendment)
  return { amendment, id: body.id, session: sessionOf(body.checkout_url ?? '') }
}

test('money for a lapsed change is returned with that reason, and the deal’s own money stays held', async () => {
  const deal = await buildPayableDeal(world)
  const own = await fund(world, deal)
  const { amendment, id, session } = await extraOf(deal)
  await world.api.pool.query(`update amendments set status = 'lapsed' where id = $1`, [amendment])
  await atProvider(world, `sessions/${session}/pay`, CARD)
  await returned(deal)
  for (const reader of [deal.seller, deal.creator])
    expect(await paymentFor(reader, deal)).toMatchObject({
      id: own,
      status: 'held_in_escrow',
      amount: 540,
      turned_away: { reason: 'late_extra', amount: 60 },
    })
  expect(await statusOf(world, id)).toBe('failed')
  expect(await statementOf(deal.seller, own)).toBe('paid_in -540\n→ held')
  const { body } = await world.api.call(deal.seller, 'payments.statement', { params: { id } })
  expect(body.lines.filter(({ kind }) => kind.startsWith('late_extra'))).toMatchObject([
    { kind: 'late_extra_paid_in', amount: -60 },
    { kind: 'late_extra_returned', amount: 60 },
  ])
  expect(await noticesOf(deal)).toEqual([
    'creator payment.return_late_extra 1',
    'seller payment.return_late_extra 1',
  ])
  const { body: told } = await world.api.call(deal.seller, 'notifications.list')
  expect(told.items[0]?.sentence).toMatch(
    /^Your payment of \$60\.00 for a change to “.*” came too late\. It went back to the card\.$/,
  )
  expect(await threadOf(deal, deal.creator)).toContain('payment_extra_returned')
  await checkMoney(world)
})

test('a refunded extra payment does not become held through a stale read of its charge', async () => {
  const deal = await buildPayableDeal(world)
  const own = await fund(world, deal)
  const { id, session } = await extraOf(deal)
  const { pool } = world.api
  // The deal's money is leaving when the extra arrives …
  await pool.query(`update payments set came_back = 'refund' where id = $1`, [own])
  await atProvider(world, `sessions/${session}/pay`, CARD)
  await returned(deal)
  // … and stays after all: the change waits for its money again.
  await pool.query(`update payments set came_back = null where id = $1`, [own])
  const read = await world.api.deps.payments.retrieveCheckout(session)
  expect(read).toMatchObject({ paymentStatus: 'paid', refundedCents: 6_000 })
  if (read !== null)
    await inTransaction(pool, (tx) =>
      applyCheckout(tx, world.api.deps, { ...read, refundedCents: 0 }),
    )
  expect(await statusOf(world, id)).toBe('failed')
  await checkMoney(world)
})

test('an extra payment that is held and paid once more counts as a second payment', async () => {
  const deal = await buildPayableDeal(world)
  await fund(world, deal)
  const { id, session } = await extraOf(deal)
  await atProvider(world, `sessions/${session}/pay`, CARD)
  await world.until('held', async () => (await statusOf(world, id)) === 'held_in_escrow')
  await payBeside(id, 6_000)
  await returned(deal)
  expect((await paymentFor(deal.seller, deal))?.turned_away).toMatchObject({
    reason: 'second',
    amount: 60,
  })
  expect(await noticesOf(deal)).toEqual([
    'creator payment.return_second 1',
    'seller payment.return_second 1',
  ])
  await checkMoney(world)
})

test('a payment refunded at the provider before it could be held is reported as such', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  world.stripe.setWebhookUrl(null)
  await atProvider(world, `sessions/${sessionId}/pay`, CARD)
  const charge = Object.values(world.stripe.state.charges).at(-1)
  await callProvider('refunds', { charge: charge?.id ?? '' })
  await reconcile(world.api.deps)
  await returned(deal)
  expect(await statusOf(world, id)).toBe('failed')
  expect(await noticesOf(deal)).toEqual([
    'creator payment.return_refunded 1',
    'seller payment.return_refunded 1',
  ])
  await checkMoney(world)
})
