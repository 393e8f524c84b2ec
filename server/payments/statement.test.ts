import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  startFunding,
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

/** The statement as its reader sees it, one line a movement, and where the money is. */
async function statementOf(reader: { id: string }, id: string): Promise<string> {
  const { body } = await world.api.call(reader, 'payments.statement', { params: { id } })
  return [...body.lines.map(({ kind, amount }) => `${kind} ${amount}`), `→ ${body.place}`].join(
    '\n',
  )
}

test('strangers find no statement', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  for (const stranger of [await buildSeller(world.api.pool), await buildCreator(world.api.pool)]) {
    const asked = await world.api.call(stranger, 'payments.statement', { params: { id } })
    expect(asked.status).toBe(404)
  }
})

test('each side reads of its own money to the cent, and where it is now', async () => {
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

test('money that was returned adds up to nothing for either side', async () => {
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

test('the list shows every payment of a person, newest first, to both sides', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  for (const person of [deal.seller, deal.creator]) {
    const list = (await world.api.call(person, 'payments.list')).body
    expect(list).toMatchObject([{ id, status: 'held_in_escrow', disputed: false }])
  }
})
