import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { tick } from '#server/clocks/tick.ts'
import {
  buildDeliverable,
  buildDispute,
  type BuiltUser,
  buildOperator,
} from '#tests/support/builders.ts'
import {
  answeredDispute,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { disputeClocks } from './dispute-clock.ts'

let world: MoneyWorld
let operator: BuiltUser
beforeAll(async () => {
  world = await startMoney()
  operator = await buildOperator(world.api.pool)
})
afterAll(() => world.close())

const REASON = 'Two of the three videos were delivered as agreed.'

const answered = (priceCents?: number) => answeredDispute(world, priceCents)
const decide = (id: string, body: Record<string, unknown>, by: BuiltUser = operator) =>
  world.api.call(by, 'operator.decide_dispute', { params: { id }, body })
const disputeOf = async (deal: PayableDeal, by: BuiltUser) =>
  (await world.api.call(by, 'disputes.for_project', { params: { id: deal.project.id } })).body[0]
const sentFor = (paymentId: string) => ({
  refunds: Object.values(world.stripe.state.refunds)
    .filter(({ charge }) => charge === chargeOf.get(paymentId))
    .map(({ amount }) => amount),
  transfers: Object.values(world.stripe.state.transfers)
    .filter((row) => row.transfer_group === `payment_${paymentId}`)
    .map(({ amount }) => amount),
})
const chargeOf = new Map<string, string>()
const clocksAt = async (at: number) => {
  world.api.setNow(new Date(at))
  await tick(world.api.deps, disputeClocks)
  world.api.setNow(null)
}

async function settled(paymentId: string, status: string) {
  await world.until(status, async () => (await statusOf(world, paymentId)) === status)
  const { charge } = await oneRow<{ charge: string }>(
    world.api.pool,
    sql`select stripe_charge_id as charge from payments where id = ${paymentId}`,
  )
  chargeOf.set(paymentId, charge)
  await checkMoney(world)
  return sentFor(paymentId)
}

describe('an operator’s decision', () => {
  test('to split pays both sides to the cent, and tells both the reason', async () => {
    const { deal, paymentId, id } = await answered(54_001)
    const split = { outcome: 'split', returned_amount: 200.01, reason: REASON }
    const decided = await decide(id, split)
    expect(decided.body).toMatchObject({ status: 'decided', project_title: deal.project.title })
    expect(await settled(paymentId, 'released')).toEqual({ refunds: [20_001], transfers: [28_900] })
    for (const side of [deal.seller, deal.creator]) {
      expect(await disputeOf(deal, side)).toMatchObject({
        decision: {
          outcome: 'split',
          returned_amount: 200.01,
          creator_amount: 289,
          fee_amount: 51,
          reason: REASON,
        },
      })
      const { body } = await world.api.call(side, 'notifications.list')
      expect(body.items.map(({ sentence }) => sentence).join('\n')).toContain(
        'is decided: $200.01 goes back to the card, $289.00 goes to Maya Okafor, $51.00 is the platform fee.',
      )
    }
    const events = await rows<{ kind: string; actor_id: string | null }>(
      world.api.pool,
      sql`select entity || '.' || move as kind, actor_id from events
        where project_id = ${deal.project.id} and actor_id = ${operator.id} order by id`,
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      'payment.decide',
      'deal_dispute.decide',
      'operator_act.decide_dispute',
    ])
    expect((await decide(id, split)).status).toBe(200)
    expectRefusal(await decide(id, { outcome: 'refund', reason: REASON }), 'dispute.not_open')
  })

  test.each([
    ['release', 'released', { refunds: [], transfers: [45_900] }],
    ['refund', 'refunded', { refunds: [54_000], transfers: [] }],
  ])('to %s leaves the payment %s', async (outcome, status, sent) => {
    const { paymentId, id } = await answered()
    expect((await decide(id, { outcome, reason: REASON })).status).toBe(200)
    expect(await settled(paymentId, status)).toEqual(sent)
  })

  it('marks pending deliveries as decided, so that no one is asked to review them', async () => {
    const { deal, id } = await answered()
    const params = { id: deal.project.id }
    await buildDeliverable(world.api.pool, { application: deal.application })
    const standing = async (by: BuiltUser) =>
      (await world.api.call(by, 'deliverables.for_project', { params })).body.map(
        ({ status, decided }) => ({ status, decided }),
      )
    expect(await standing(deal.creator)).toEqual([{ status: 'pending', decided: false }])
    await decide(id, { outcome: 'refund', reason: REASON })
    const over = [{ status: 'pending', decided: true }]
    expect(await standing(deal.creator)).toEqual(over)
    expect(await standing(deal.seller)).toEqual(over)
    const console = await world.api.call(operator, 'operator.deliverables', { params, query: {} })
    expect(console.body.rows).toMatchObject(over)
    const queue = await world.api.call(deal.seller, 'deliverables.queue', { query: {} })
    expect(queue.body).toEqual([])
  })

  it('is made once under concurrent decisions, and the other is refused', async () => {
    const { deal, paymentId, id } = await answered()
    const replies = await Promise.all([
      decide(id, { outcome: 'release', reason: REASON }),
      decide(id, { outcome: 'refund', reason: REASON }),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const outcome = (await disputeOf(deal, deal.seller))?.decision?.outcome
    await settled(paymentId, outcome === 'release' ? 'released' : 'refunded')
  })

  it('and a withdrawal at the same moment: one of them wins', async () => {
    const { deal, paymentId, id } = await answered()
    const replies = await Promise.all([
      decide(id, { outcome: 'refund', reason: REASON }),
      world.api.call(deal.seller, 'disputes.withdraw', { params: { id } }),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const decided = (await disputeOf(deal, deal.seller))?.status === 'decided'
    await settled(paymentId, decided ? 'refunded' : 'held_in_escrow')
  })

  it('is refused while an answer is awaited, without a reason, or with an invalid split', async () => {
    const { id, paymentId } = await answered()
    const split = (returned_amount?: number) =>
      decide(id, { outcome: 'split', reason: REASON, returned_amount })
    for (const amount of [undefined, 0, 540, 540.01, 1.005])
      expectInvalid(await split(amount), 'returned_amount')
    expectInvalid(await decide(id, { outcome: 'refund', reason: ' ' }), 'reason')
    const both = { outcome: 'release', reason: REASON, returned_amount: 3 }
    expectInvalid(await decide(id, both), 'returned_amount')
    await execute(
      world.api.pool,
      sql`update deal_disputes set status = 'awaiting_answer' where id = ${id}`,
    )
    const early = await decide(id, { outcome: 'refund', reason: REASON })
    expectRefusal(early, 'dispute.awaiting_answer')
    expect(await settled(paymentId, 'held_in_escrow')).toEqual({ refunds: [], transfers: [] })
  })

  it('is possible without an answer once the time to answer is over', async () => {
    const deal = await buildPayableDeal(world)
    const paymentId = await fund(world, deal)
    const { id } = await buildDispute(world.api.pool, {
      payment: { id: paymentId },
      openedBy: deal.seller,
    })
    const refund = { outcome: 'refund', reason: REASON }
    const answerBy = Date.parse((await disputeOf(deal, deal.seller))?.answer_by ?? '')
    await clocksAt(answerBy - 1)
    expectRefusal(await decide(id, refund), 'dispute.awaiting_answer')
    await clocksAt(answerBy + 1)
    expect((await decide(id, refund)).status).toBe(200)
    expect(await settled(paymentId, 'refunded')).toEqual({ refunds: [54_000], transfers: [] })
  })

  it('is refused while the card’s bank disputes the charge, and to an operator who is a party', async () => {
    const { deal, paymentId, id } = await answered()
    const bank = (disputed: boolean) =>
      execute(
        world.api.pool,
        sql`update payments set disputed = ${disputed}, dispute_outcome = ${disputed ? 'open' : 'won'}
          where id = ${paymentId}`,
      )
    await bank(true)
    expectRefusal(await decide(id, { outcome: 'refund', reason: REASON }), 'payment.frozen')
    expect((await disputeOf(deal, deal.seller))?.status).toBe('awaiting_decision')
    await bank(false)
    const own = (seller: string) =>
      execute(
        world.api.pool,
        sql`update payments set seller_id = ${seller} where id = ${paymentId}`,
      )
    await own(operator.id)
    expectRefusal(await decide(id, { outcome: 'refund', reason: REASON }), 'dispute.own')
    await own(deal.seller.id)
  })
})

test('the operator’s list is newest first and can be filtered; one dispute shows its people, money and evidence', async () => {
  const { deal, id } = await answered()
  const list = async (query: object = {}) =>
    (await world.api.call(operator, 'operator.disputes', { query })).body.rows.map((row) => row.id)
  expect((await list())[0]).toBe(id)
  expect((await list({ state: 'awaiting_decision' }))[0]).toBe(id)
  expect(await list({ state: 'ended' })).not.toContain(id)
  const found = await world.api.call(operator, 'operator.dispute', { params: { id } })
  expect(found.body).toMatchObject({
    amount: 540,
    seller: { id: deal.seller.id },
    creator: { id: deal.creator.id },
    payment_status: 'held_in_escrow',
    bank_disputed: false,
    statements: [{ by: 'seller' }, { by: 'creator' }],
  })
  const evidence = await world.api.call(operator, 'operator.dispute_evidence', { params: { id } })
  expect(evidence.body.brief.title).toBe(deal.project.title)
})
