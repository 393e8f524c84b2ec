import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitPrice } from '#contract/money.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { fundApplication } from '#server/payments/fund/payment-fund.ts'
import { buildDeal, type BuiltUser } from '#tests/support/builders.ts'
import {
  buildPayableDeal,
  createPayment,
  fund,
  type MoneyWorld,
  type PayableDeal,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { answerAmendment } from './amendment-answer-service.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'

/**
 * A new price for a running deal: possible until a payment at the old price has begun. For held money:
 * lower-price.test.ts.
 */

let world: MoneyWorld
let processes: TwoProcesses
beforeAll(async () => {
  world = await startMoney()
  processes = twoProcesses(world.api.deps)
})
afterAll(async () => {
  await processes.close()
  await world.close()
})

const propose = (as: BuiltUser, deal: { project: { id: string } }, body: object) =>
  world.api.call(as, 'amendments.propose', { params: { id: deal.project.id }, body })
const accept = (as: BuiltUser, id: string) =>
  world.api.call(as, 'amendments.accept', { params: { id } })
const another = (price = 480) => ({ id: randomUUID(), price })

const priceOf = async ({ application }: { application: { id: string } }) =>
  (
    await oneRow<{ price: number }>(
      world.api.pool,
      sql`select proposed_price as price from applications where id = ${application.id}`,
    )
  ).price

/** The state of a deal's money: what was agreed, and what its payment says, if there is one. */
const standing = ({ application }: { application: { id: string } }) =>
  oneRow<{ price: number; amount: number | null; payments: number }>(
    world.api.pool,
    sql`select proposed_price as price, (select min(amount) from payments where application_id = applications.id) as amount,
        (select count(*)::int from payments where application_id = applications.id) as payments
      from applications where id = ${application.id}`,
  )

describe('a new price', () => {
  test('is refused if it is invalid or equal to the agreed one', async () => {
    const deal = await buildDeal(world.api.pool)
    for (const price of [0.99, 10.001, 10_000_000_000])
      expectInvalid(await propose(deal.seller, deal, another(price)), 'price')
    expectRefusal(await propose(deal.seller, deal, another(540)), 'amendment.nothing_new')
  })

  test.each([
    ['lower', 'seller', 480],
    ['lower', 'creator', 480],
    ['higher', 'seller', 600.01],
    ['higher', 'creator', 600.01],
  ] as const)(
    'that is %s, proposed by the %s, is the amount paid and split',
    async (_, by, price) => {
      const deal = await buildPayableDeal(world)
      const [asks, answers] =
        by === 'seller' ? [deal.seller, deal.creator] : [deal.creator, deal.seller]
      const body = another(price)
      const made = await propose(asks, deal, body)
      expect(made.body.amendments).toMatchObject([{ price, against_price: 540 }])
      expect(await priceOf(deal)).toBe(54_000)
      expect(made.body.terms).toMatchObject({ price: 540, fee_terms: { creator_bps: 8_500 } })
      expect((await accept(answers, body.id)).body.terms.price).toBe(price)
      const cents = Math.round(price * 100)
      expect(await priceOf(deal)).toBe(cents)
      // The application keeps what was proposed beside the current terms.
      const { body: application } = await world.api.call(deal.seller, 'applications.accepted', {
        params: { id: deal.project.id },
      })
      expect(application).toMatchObject({ first_price: 540, proposed_price: price })
      const payment = (await createPayment(world, deal)).body
      const { creatorCents, feeCents } = splitPrice(cents, payment.fee_terms)
      expect(payment).toMatchObject({
        amount: price,
        creator_amount: creatorCents / 100,
        fee_amount: feeCents / 100,
      })
    },
  )

  test('is refused once a payment has begun or failed, even if it was proposed before', async () => {
    const begun = await buildPayableDeal(world)
    const body = another()
    await propose(begun.seller, begun, body)
    const { id } = await startFunding(world, begun)
    expectRefusal(await accept(begun.creator, body.id), 'amendment.payment_begun')
    expect(await standing(begun)).toEqual({ price: 54_000, amount: 54_000, payments: 1 })
    // Its checkout page expired. The money of an attempt that failed may still arrive, at the old price.
    const { checkout_sessions: sessions } = world.stripe.state
    for (const { session } of Object.values(sessions))
      world.stripe.controls.expireSession(session.id)
    await world.until('the payment to fail', async () => (await statusOf(world, id)) === 'failed')
    expectRefusal(await accept(begun.creator, body.id), 'amendment.payment_begun')
    await world.api.call(begun.seller, 'amendments.withdraw', { params: { id: body.id } })
    expectRefusal(await propose(begun.seller, begun, another()), 'amendment.payment_begun')

    const deal = await buildPayableDeal(world)
    await fund(world, deal)
    const read = await world.api.call(deal.seller, 'amendments.list', {
      params: { id: deal.project.id },
    })
    expect(read.body).toMatchObject({ closed: null, price_fixed: null, held: 540 })
    // The date still can.
    const dated = await propose(deal.creator, deal, { id: randomUUID(), deliver_by: '2999-01-31' })
    expect(dated.status).toBe(200)
  })

  test('that is refused leaves the delivery date and the brief proposed with it unchanged', async () => {
    const deal = await buildPayableDeal(world)
    const page = async () =>
      (await world.api.call(deal.creator, 'projects.get', { params: { id: deal.project.id } })).body
    const { deadline, brief } = await page()
    const asked = { items: [{ id: 'a', what: 'video', count: 2 }] }
    const body = { ...another(), deliver_by: '2999-01-31', brief: asked }
    const made = await propose(deal.seller, deal, body)
    expect(made.body.amendments).toMatchObject([{ deliver_by: '2999-01-31', brief: asked }])
    await createPayment(world, deal)
    expectRefusal(await accept(deal.creator, body.id), 'amendment.payment_begun')
    expect(await page()).toMatchObject({ deadline, brief })
    expect(deadline).not.toBe('2999-01-31')
  })
})

describe('the amount shown to the payer', () => {
  const pay = (deal: PayableDeal, more: object) =>
    world.api.call(deal.seller, 'payments.create', {
      body: { project_id: deal.project.id, application_id: deal.application.id, ...more },
    })
  const agree = async (deal: PayableDeal, price: number) => {
    const body = another(price)
    await propose(deal.creator, deal, body)
    expect((await accept(deal.seller, body.id)).status).toBe(200)
  }

  test('is refused if it is invalid', async () => {
    const deal = await buildPayableDeal(world)
    for (const wrong of ['540', -1, 540.001])
      expectInvalid(await pay(deal, { expected_amount: wrong }), 'expected_amount')
  })

  test.each([480, 600.01])(
    'is refused without creating a payment if the price has changed to $%s meanwhile',
    async (price) => {
      const deal = await buildPayableDeal(world)
      await agree(deal, price)
      expect(
        expectRefusal(await pay(deal, { expected_amount: 540 }), 'payment.price_changed'),
      ).toMatchObject({
        status: 409,
        message: 'You agreed on another price since this page was opened. Nothing was charged.',
      })
      expect(await standing(deal)).toMatchObject({ payments: 0 })
      const paid = await pay(deal, { expected_amount: price })
      expect(paid).toMatchObject({ status: 200, body: { status: 'pending', amount: price } })
    },
  )

  test('is also checked while a payment is pending, but not once it is held', async () => {
    const deal = await buildPayableDeal(world)
    const { checkout_url: page } = (await pay(deal, { expected_amount: 540 })).body
    expectRefusal(await pay(deal, { expected_amount: 539.99 }), 'payment.price_changed')
    expect((await pay(deal, { expected_amount: 540 })).body.checkout_url).toBe(page)
    await fund(world, deal)
    expectRefusal(await pay(deal, { expected_amount: 1 }), 'payment.already_funded')
  })

  test('is only the difference when an agreed price increase is paid', async () => {
    const deal = await buildPayableDeal(world)
    await fund(world, deal)
    const body = another(600)
    await propose(deal.creator, deal, body)
    await accept(deal.seller, body.id)
    const extra = { amendment_id: body.id }
    expectRefusal(await pay(deal, { ...extra, expected_amount: 600 }), 'payment.price_changed')
    expect((await pay(deal, { ...extra, expected_amount: 60 })).body.amount).toBe(60)
  })
})

test('funding against accept, in two processes: the payment has the price that is agreed', async () => {
  for (let round = 0; round < 8; round += 1) {
    const deal: PayableDeal = await buildPayableDeal(world)
    const body = another()
    await propose(deal.seller, deal, body)
    const ids = { project_id: deal.project.id, application_id: deal.application.id }
    const outcomes = await processes.race(
      (deps) => fundApplication(deps, builtViewer(deal.seller), ids),
      (deps) => answerAmendment(deps, builtViewer(deal.creator), body.id, 'accept', new Date()),
      round,
    )
    expect([
      { outcomes: ['ok', 'ok'], price: 48_000, amount: 48_000, payments: 1 },
      { outcomes: ['ok', 'amendment.payment_begun'], price: 54_000, amount: 54_000, payments: 1 },
    ]).toContainEqual({ outcomes, ...(await standing(deal)) })
  }
})
