import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApplication,
  buildCreator,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  startFunding,
  receiveEvents,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const call = (as: { id: string }, route: 'payments.release' | 'payments.refund', id: string) =>
  world.api.call(as, route, { body: { payment_id: id } })

/** The statement as its reader sees it, one line per movement, and where the money is. */
async function statementOf(reader: { id: string }, id: string): Promise<string> {
  const { body } = await world.api.call(reader, 'payments.statement', { params: { id } })
  const lines = body.lines.map(({ kind, amount, day, note }) =>
    [kind, amount, day, note].filter((word) => word !== null).join(' '),
  )
  const bank =
    body.bank_date === null ? '' : ` ${body.bank_date}${body.bank_arrived ? ' arrived' : ''}`
  return [...lines, `→ ${body.place}${bank}`].join('\n')
}

test('strangers find no statement', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  for (const stranger of [await buildSeller(world.api.pool), await buildCreator(world.api.pool)]) {
    const asked = await world.api.call(stranger, 'payments.statement', { params: { id } })
    expect(asked.status).toBe(404)
  }
})

test('each side reads its own money to the cent, and where it is now', async () => {
  const deal = await buildPayableDeal(world, 54_050)
  const { id, sessionId } = await startFunding(world, deal)
  expect(await statementOf(deal.seller, id)).toBe('→ not_paid')
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  await world.until('the money', async () => (await statusOf(world, id)) === 'held_in_escrow')
  expect(await statementOf(deal.seller, id)).toBe('paid_in -540.5\n→ held')
  expect(await statementOf(deal.creator, id)).toBe('paid_in 0\n→ held')
  await call(deal.seller, 'payments.release', id)
  expect(await statementOf(deal.seller, id)).toBe('paid_in -540.5\nreleased 0\n→ stripe_balance')
  expect(await statementOf(deal.creator, id)).toBe('paid_in 0\nsent 459.43\n→ stripe_balance')
  await checkMoney(world)
})

test('the creator’s statement follows released money to their bank, and the seller’s does not', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await call(deal.seller, 'payments.release', id)
  const creators = 'paid_in 0\nsent 459'
  const until = (what: string, text: string) =>
    world.until(what, async () => (await statementOf(deal.creator, id)) === text)
  const clock = async (days: number) => {
    await atProvider(world, 'clock', { advance_ms: days * 24 * 60 * 60 * 1000 })
    return Object.values(world.stripe.state.payouts).at(-1)
  }
  const dayOf = (payout: Stripe.Payout | undefined) =>
    new Date((payout?.arrival_date ?? 0) * 1000).toISOString().slice(0, 10)

  const first = await clock(3)
  const sent = `${creators}\nto_bank 0 ${dayOf(first)}`
  await until('the payout', `${sent}\n→ bank ${dayOf(first)}`)
  await atProvider(world, `payouts/${first?.id}/fail`)
  const back = `${sent}\nbank_returned 0 The bank account has been closed.`
  await until('its return', `${back}\n→ stripe_balance`)
  // Repeated and late events change nothing; the next payout carries the same money.
  await world.api.pool.query(
    `update webhook_events set applied_at = null where type like 'payout.%'`,
  )
  const second = await clock(1)
  const again = `${back}\nto_bank 0 ${dayOf(second)}`
  await until('the next payout', `${again}\n→ bank ${dayOf(second)}`)
  const { applyEvent } = await import('#server/payments/webhook/provider-events.ts')
  const waiting = await world.api.pool.query<{ id: string }>(
    `select event_id as id from webhook_events where applied_at is null order by received_at desc`,
  )
  for (const { id: event } of waiting.rows) await applyEvent(world.api.deps, event)
  expect(waiting.rowCount).toBeGreaterThan(0)
  await clock(7)
  await until('its arrival', `${again}\n→ bank ${dayOf(second)} arrived`)
  expect(await statementOf(deal.seller, id)).toBe('paid_in -540\nreleased 0\n→ stripe_balance')
  await checkMoney(world)
})

test('a payout without an event is found by the next reconciliation', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await call(deal.seller, 'payments.release', id)
  world.stripe.setWebhookUrl(null)
  await atProvider(world, 'clock', { advance_ms: 3 * 24 * 60 * 60 * 1000 })
  const { catchUpPayouts } = await import('#server/payouts/payout-arrivals.ts')
  expect(await statementOf(deal.creator, id)).toContain('→ stripe_balance')
  await catchUpPayouts(world.api.deps)
  expect(await statementOf(deal.creator, id)).toContain('→ bank')
  receiveEvents(world)
})

test('returned money adds up to nothing for either side', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await call(deal.creator, 'payments.refund', id)
  expect(await statementOf(deal.seller, id)).toBe('paid_in -540\nreturned 540\n→ card')
  expect(await statementOf(deal.creator, id)).toBe('paid_in 0\nreturned 0\n→ card')
  await checkMoney(world)
})

test('a dispute shows on both statements: frozen, then lost', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const dispute = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
  const frozen = 'paid_in -540\ntaken_back 540\n→ frozen'
  await world.until('it to freeze', async () => (await statementOf(deal.seller, id)) === frozen)
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
  await world.until('it to end', async () => (await statusOf(world, id)) === 'refunded')
  expect(await statementOf(deal.seller, id)).toBe(
    'paid_in -540\ntaken_back 540\ndispute_lost 0\n→ card',
  )
  expect(await statementOf(deal.creator, id)).toBe(
    'paid_in 0\ntaken_back 0\ndispute_lost 0\n→ card',
  )
  await checkMoney(world)
})

test('a dispute after the release does not appear on the creator’s statement', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await call(deal.seller, 'payments.release', id)
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  world.stripe.controls.openDispute(charge?.id ?? '')
  const expected = 'paid_in -540\nreleased 0\ntaken_back 540\n→ stripe_balance'
  await world.until('the dispute', async () => (await statementOf(deal.seller, id)) === expected)
  expect(await statementOf(deal.creator, id)).toBe('paid_in 0\nsent 459\n→ stripe_balance')
  await checkMoney(world)
})

test('the list shows every payment to both of its sides, newest first', async () => {
  const deal = await buildPayableDeal(world)
  const { seller, creator } = deal
  const project = await buildProject(world.api.pool, { seller, status: 'in_progress' })
  const application = await buildApplication(world.api.pool, {
    project,
    creator,
    status: 'accepted',
  })
  const first = await fund(world, deal)
  const second = await fund(world, { ...deal, project, application })
  for (const person of [seller, creator]) {
    const list = (await world.api.call(person, 'payments.list')).body
    expect(list).toMatchObject(
      [second, first].map((id) => ({ id, status: 'held_in_escrow', disputed: false })),
    )
  }
})
