import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildOperator, type BuiltUser } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  statusOf,
  receiveEvents,
  startMoney,
} from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { rows, sql } from '#server/db/sql.ts'
import { comparePayment } from '#server/payments/reconcile/payment-compare.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'

let world: MoneyWorld
let operator: BuiltUser
beforeAll(async () => {
  world = await startMoney()
  operator = await buildOperator(world.api.pool)
})
beforeEach(() => receiveEvents(world))
afterAll(() => world.close())

/** A $540.00 deal whose share of $459.00 was sent. */
async function released() {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  const sent = Object.values(world.stripe.state.transfers).find(
    (row) => row.transfer_group === `payment_${id}`,
  )
  /** In cents; everything left if omitted. No event arrives: a reconciliation finds it. */
  const takeBack = async (amount?: number) => {
    world.stripe.setWebhookUrl(null)
    await atProvider(world, `transfers/${sent?.id}/reverse`, amount ? { amount } : {})
    await compare(id)
  }
  return { deal, id, takeBack, transferId: sent?.id ?? '' }
}

async function compare(id: string) {
  const payment = await paymentById(world.api.pool, id)
  return payment === null ? null : comparePayment(world.api.deps, payment)
}

const differencesOf = (id: string) =>
  rows<{ number: string; detail: string; open: boolean }>(
    world.api.pool,
    sql`select id::text as number, detail, resolved_at is null as open from money_differences
      where payment_id = ${id} and kind in ('transfer_partly_reversed', 'return_failed') order by id`,
  )
const openNumber = async (id: string) =>
  (await differencesOf(id)).find(({ open }) => open)?.number ?? ''
const resolve = (number: string, paid?: number) =>
  world.api.call(operator, 'operator.resolve_difference', {
    params: { number },
    body: {
      reason: 'Sent by wire, reference 4711.',
      ...(paid === undefined ? {} : { paid_amount: paid }),
    },
  })
const owed = async (id: string) => {
  const { body } = await world.api.call(operator, 'operator.payment', { params: { id } })
  return body.differences.map(({ owed_amount }) => owed_amount)
}
const ledgerEnd = async (id: string, lines: number) =>
  (await ledgerText(world, id))
    .split('\n')
    .filter((line) => !line.startsWith('provider_fee'))
    .slice(-lines)
const statementOf = async (reader: { id: string }, id: string) => {
  const { body } = await world.api.call(reader, 'payments.statement', { params: { id } })
  return [...body.lines.map(({ kind, amount }) => `${kind} ${amount}`), `sent ${body.sent_amount}`]
}

describe('resolving by hand is refused', () => {
  test('without the owed amount, with another amount, or with any amount if nothing is owed', async () => {
    const { deal, id, takeBack } = await released()
    await takeBack(10_000)
    const number = await openNumber(id)
    const before = await ledgerText(world, id)
    for (const paid of [undefined, 99.99, 100.01, 459])
      expectRefusal(await resolve(number, paid), 'operator.paid_differs')
    const asked = await world.api.call(deal.creator, 'operator.resolve_difference', {
      params: { number },
      body: { reason: 'Mine.', paid_amount: 100 },
    })
    expect(asked.status).toBe(404)
    expect(await ledgerText(world, id)).toBe(before)
    expect(await openNumber(id)).toBe(number)

    const [other] = await rows<{ number: string }>(
      world.api.pool,
      sql`insert into money_differences (kind, payment_id, provider_id, detail)
        values ('dispute_unknown', ${id}, 'dp_none', 'x') returning id::text as number`,
    )
    expectRefusal(await resolve(other?.number ?? '', 100), 'operator.paid_differs')
    expect((await resolve(other?.number ?? '')).status).toBe(200)
    await checkMoney(world)
  })

  test('the second time: of many concurrent ones, one is booked', async () => {
    const { id, takeBack } = await released()
    await takeBack(10_000)
    const number = await openNumber(id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => resolve(number, 100)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers)
      if (answer.status !== 200) expectRefusal(answer, 'operator.difference_resolved')
    expect((await ledgerText(world, id)).match(/paid_outside paid_outside/g)).toHaveLength(1)
    await checkMoney(world)
  })
})

test('a reversed part is booked once and owed to the creator, whether or not its event arrives', async () => {
  const { deal, id, takeBack, transferId } = await released()
  await atProvider(world, `transfers/${transferId}/reverse`, { amount: 10_000 })
  await world.until('the difference', async () => (await openNumber(id)) !== '')
  const part = [
    'part_reversal provider_clearing    10000',
    'part_reversal creator_payable     -10000',
  ]
  expect(await ledgerEnd(id, 2)).toEqual(part)
  expect((await compare(id))?.healed).toEqual([])
  expect(await ledgerEnd(id, 2)).toEqual(part)
  expect(await statusOf(world, id)).toBe('released')
  expect(await statementOf(deal.seller, id)).toEqual([
    'paid_in -540',
    'released 0',
    'share_part_came_back 0',
    'sent 459',
  ])
  expect((await statementOf(deal.creator, id)).slice(1)).toEqual([
    'sent 459',
    'share_part_came_back -100',
    'sent 459',
  ])
  const notices = await rows<{ user_id: string }>(
    world.api.pool,
    sql`select user_id from notifications where notice = 'payment.transfer_part_came_back'
      and user_id = any(${[deal.seller.id, deal.creator.id]})`,
  )
  expect(notices).toEqual([{ user_id: deal.creator.id }])
  await checkMoney(world)

  await takeBack(5_000)
  expect(await differencesOf(id)).toMatchObject([
    { detail: '$150.00 of $459.00 was taken back from the creator', open: true },
  ])
  expect(await owed(id)).toEqual([150])
  await checkMoney(world)
})

test('a manual payout is booked: how much, to whom, by whom and why', async () => {
  const { deal, id, takeBack } = await released()
  await takeBack(10_000)
  const number = await openNumber(id)
  expect((await resolve(number, 100)).status).toBe(200)
  expect(await ledgerEnd(id, 2)).toEqual([
    'paid_outside creator_payable      10000',
    'paid_outside paid_outside        -10000',
  ])
  expect((await statementOf(deal.creator, id)).slice(-2)).toEqual(['paid_outside 100', 'sent 459'])
  expect((await statementOf(deal.seller, id)).slice(-2)).toEqual(['paid_outside 0', 'sent 459'])
  const seen = await world.api.call(operator, 'operator.payment', { params: { id } })
  expect(seen.body.movements.at(-1)).toMatchObject({
    kind: 'paid_outside',
    reference: `difference:${number}`,
  })
  expect(seen.body.differences).toMatchObject([{ note: 'Sent by wire, reference 4711.' }])
  expect(seen.body.events.at(-1)).toMatchObject({ move: 'pay_outside', actor_name: operator.name })
  expect((await compare(id))?.open).toEqual([])
  expect(await openNumber(id)).toBe('')
  await checkMoney(world)

  // What was paid by hand stays paid: the rest is owed too, and is never held beside it.
  await takeBack()
  expect(await statusOf(world, id)).toBe('released')
  expect(await owed(id)).toEqual([359, 0])
  await checkMoney(world)
  expect((await resolve(await openNumber(id), 359)).status).toBe(200)
  expect((await compare(id))?.open).toEqual([])
  expect((await compare(id))?.healed).toEqual([])
  await checkMoney(world)
})

test('when the rest is reversed too, everything is held again and nothing is owed', async () => {
  const { deal, id, takeBack } = await released()
  await takeBack(10_000)
  await takeBack()
  expect(await statusOf(world, id)).toBe('held_in_escrow')
  expect(await openNumber(id)).toBe('')
  expect((await statementOf(deal.creator, id)).slice(2)).toEqual([
    'share_part_came_back -100',
    'share_came_back -359',
    'sent 0',
  ])
  await checkMoney(world)
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  expect(await statusOf(world, id)).toBe('released')
  expect((await statementOf(deal.creator, id)).at(-1)).toBe('sent 459')
  expect((await compare(id))?.open).toEqual([])
  await checkMoney(world)
})
