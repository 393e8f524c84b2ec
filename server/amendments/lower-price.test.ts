import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_FEE_TERMS, FEE_LIMITS, feeTerms } from '#contract/fees.ts'
import { centsFromUsd, splitPrice, usdFromCents } from '#contract/money.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { decideDispute } from '#server/disputes/dispute-decision.ts'
import { addFeeTerms } from '#server/fees/fee-terms-store.ts'
import { agreedRefundClocks } from '#server/payments/refund/agreed-refund-clock.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { buildDeliverable, buildOperator, type BuiltUser } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  openBankDispute,
  receiveEvents,
  type PayableDeal,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

/** A lower price for a deal whose money is held: the difference goes back, the rest stays (decision 0066). */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const propose = (as: BuiltUser, deal: PayableDeal, price: number, id: string = randomUUID()) =>
  world.api.call(as, 'amendments.propose', {
    params: { id: deal.project.id },
    body: { id, price },
  })
const accept = (as: BuiltUser, id: string) =>
  world.api.call(as, 'amendments.accept', { params: { id } })
const read = (as: BuiltUser, deal: PayableDeal) =>
  world.api.call(as, 'amendments.list', { params: { id: deal.project.id } })
const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const refund = (deal: PayableDeal, id: string) =>
  world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })

async function held(priceCents = 54_000) {
  const deal = await buildPayableDeal(world, priceCents)
  return { deal, id: await fund(world, deal) }
}

/** The brand proposes and the creator agrees, in USD. */
async function agree(deal: PayableDeal, price: number): Promise<string> {
  const id = randomUUID()
  expect((await propose(deal.seller, deal, price, id)).status).toBe(200)
  expect((await accept(deal.creator, id)).status).toBe(200)
  return id
}

interface Standing {
  status: string
  moving: string | null
  amount: number
  agreed_refund: number
  returned_part: number
  price: number
}
const standing = (id: string) =>
  oneRow<Standing>(
    world.api.pool,
    sql`select payments.status, moving, amount, agreed_refund, returned_part, proposed_price as price
      from payments join applications on applications.id = application_id where payments.id = ${id}`,
  )
const settled = (id: string) =>
  world.until('the return', async () => {
    const { moving, agreed_refund, returned_part } = await standing(id)
    return moving === null && agreed_refund === returned_part
  })
const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)
const movesOf = async (id: string) =>
  (
    await rows<{ move: string }>(
      world.api.pool,
      sql`select move from events where entity_id = ${id} order by id`,
    )
  ).map(({ move }) => move)
const untilMove = (id: string, move: string) =>
  world.until(move, async () => (await movesOf(id)).includes(move))
const chargeOf = async (id: string) =>
  (
    await oneRow<{ charge: string }>(
      world.api.pool,
      sql`select stripe_charge_id as charge from payments where id = ${id}`,
    )
  ).charge
async function sentFor(id: string) {
  const charge = await chargeOf(id)
  const { refunds, transfers } = world.stripe.state
  return {
    refunds: Object.values(refunds)
      .filter((row) => row.charge === charge)
      .map(({ amount }) => amount),
    transfers: Object.values(transfers)
      .filter((row) => row.transfer_group === `payment_${id}`)
      .map(({ amount }) => amount),
  }
}
async function tick(now = new Date()): Promise<void> {
  for (const look of Object.values(agreedRefundClocks))
    for (const act of await look(world.api.deps, now)) await act()
}

describe('a new price for held money', () => {
  test('is refused if it is unchanged, less than a dollar higher, or invalid', async () => {
    const { deal, id } = await held()
    const higher = await propose(deal.creator, deal, 540.01)
    expectRefusal(higher, 'amendment.extra_too_small')
    expect(higher.body).toMatchObject({ fields: { price: expect.any(String) as string } })
    expectInvalid(await propose(deal.creator, deal, 0.99), 'price')
    expectRefusal(await propose(deal.creator, deal, 540), 'amendment.nothing_new')
    expect(await standing(id)).toMatchObject({ agreed_refund: 0, price: 54_000 })
  })

  test('that is higher, proposed before funding and accepted after, waits for the difference', async () => {
    const deal = await buildPayableDeal(world)
    const id = randomUUID()
    await propose(deal.seller, deal, 600, id)
    const payment = await fund(world, deal)
    expect((await accept(deal.creator, id)).body).toMatchObject({
      terms: { price: 540 },
      amendments: [{ status: 'unpaid', extra: 60 }],
    })
    expect(await standing(payment)).toMatchObject({ agreed_refund: 0, price: 54_000 })
  })

  test('is refused while the money moves or is frozen, and once it came back or was decided on', async () => {
    const { deal, id } = await held()
    const proposed = randomUUID()
    await propose(deal.seller, deal, 480, proposed)
    const as = async (columns: string, code: Parameters<typeof expectRefusal>[1]) => {
      await world.api.pool.query(`update payments set ${columns} where id = $1`, [id])
      expectRefusal(await accept(deal.creator, proposed), code)
    }
    await as(`moving = 'release'`, 'amendment.money_leaves')
    await as(`moving = 'agreed_refund'`, 'amendment.money_leaves')
    await as(`moving = null, decided_refund = 1, decided_attempt = 1`, 'amendment.money_leaves')
    await as(
      `decided_refund = null, decided_attempt = null, disputed = true, dispute_outcome = 'open'`,
      'amendment.frozen',
    )
    await as(
      `disputed = false, dispute_outcome = null, came_back = 'refund'`,
      'amendment.payment_begun',
    )
    await as(`came_back = null, agreed_refund = 100`, 'amendment.payment_begun')
    await world.api.pool.query('update payments set agreed_refund = 0 where id = $1', [id])
    expect(await sentFor(id)).toEqual({ refunds: [], transfers: [] })
    expect((await accept(deal.creator, proposed)).status).toBe(200)
    await settled(id)
  })
})

test('a lower price refunds the difference, keeps the rest held, and reads the same for both sides', async () => {
  const { deal, id } = await held(54_050)
  const proposed = randomUUID()
  const asked = await propose(deal.creator, deal, 400.02, proposed)
  expect(asked.body).toMatchObject({ held: 540.5, price_fixed: null })
  expect(await standing(id)).toMatchObject({ agreed_refund: 0, price: 54_050 })
  expect((await accept(deal.seller, proposed)).body).toMatchObject({
    terms: { price: 400.02 },
    amendments: [{ status: 'accepted', returned: 140.48 }],
  })
  await settled(id)
  expect(await standing(id)).toMatchObject({
    status: 'held_in_escrow',
    amount: 54_050,
    agreed_refund: 14_048,
    returned_part: 14_048,
    price: 40_002,
  })
  expect(await sentFor(id)).toEqual({ refunds: [14_048], transfers: [] })
  expect((await movesOf(id)).slice(-2)).toEqual(['order_agreed_refund', 'agreed_refund'])
  const { creatorCents, feeCents } = splitPrice(40_002, DEFAULT_FEE_TERMS)
  for (const reader of [deal.seller, deal.creator]) {
    const payment = await world.api.call(reader, 'payments.for_project', {
      params: { id: deal.project.id },
    })
    expect(payment.body).toMatchObject({
      status: 'held_in_escrow',
      amount: 400.02,
      charged_amount: 540.5,
      creator_amount: usdFromCents(creatorCents),
      fee_amount: usdFromCents(feeCents),
      returned_part: 0,
      decided: false,
    })
  }
  const lines = async (as: BuiltUser) =>
    (await world.api.call(as, 'payments.statement', { params: { id } })).body
  expect(await lines(deal.seller)).toMatchObject({
    place: 'held',
    returned_amount: 140.48,
    lines: [
      { kind: 'paid_in', amount: -540.5 },
      { kind: 'returned_as_agreed', amount: 140.48 },
    ],
  })
  const told = await rows<{ user_id: string; notice: string; back: string; price: string }>(
    world.api.pool,
    sql`select user_id, notice, facts->>'agreed_back_cents' as back, facts->>'amount_cents' as price
      from notifications where notice = 'payment.agreed_refund' and user_id in (${deal.seller.id}, ${deal.creator.id})`,
  )
  const fact = { notice: 'payment.agreed_refund', back: '14048', price: '40002' }
  expect(told).toHaveLength(2)
  for (const one of told) expect(one).toMatchObject(fact)

  expect((await release(deal, id)).body).toMatchObject({ status: 'released', amount: 400.02 })
  expect(await sentFor(id)).toEqual({ refunds: [14_048], transfers: [creatorCents] })
  expect(await ledgerText(world, id)).toBe(
    [
      'hold      provider_clearing    54050',
      'hold      escrow              -54050',
      'part_refund escrow               14048',
      'part_refund provider_clearing   -14048',
      'release   escrow               40002',
      'release   creator_payable     -34002',
      'release   platform_fee         -6000',
      'transfer  creator_payable      34002',
      'transfer  provider_clearing   -34002',
    ].join('\n'),
  )
  expect(await lines(deal.creator)).toMatchObject({ sent_amount: 340.02, fee_amount: 60 })
  expect((await reconcile(world.api.deps)).open).toEqual([])
  await checkMoney(world)
})

/** Every fee a deal can have, and both ends of the price range. */
const TERMS = [
  ['the default fee', DEFAULT_FEE_TERMS],
  ['no fee', feeTerms(0, 0)],
  ['the highest fee', feeTerms(FEE_LIMITS.percent.max, centsFromUsd(FEE_LIMITS.minimumUsd.max))],
] as const
const STEPS = [
  [LOWEST_PRICE + 1, LOWEST_PRICE],
  [25_264_500, 25_264_499],
  [HIGHEST_PRICE, HIGHEST_PRICE - 1],
  [HIGHEST_PRICE, LOWEST_PRICE],
] as const
test.each(TERMS)(
  'with %s, every reduction is refunded and the rest released to the cent',
  async (_, terms) => {
    await addFeeTerms(world.api.pool, terms)
    try {
      for (const [from, to] of STEPS) {
        const { deal, id } = await held(from)
        await agree(deal, usdFromCents(to))
        await settled(id)
        expect((await release(deal, id)).body.status).toBe('released')
        expect(await sentFor(id)).toEqual({
          refunds: [from - to],
          transfers: [splitPrice(to, terms).creatorCents],
        })
      }
    } finally {
      await addFeeTerms(world.api.pool, DEFAULT_FEE_TERMS)
    }
    await checkMoney(world)
  },
)

test('a price can be lowered twice by the same amount, and each difference is refunded once', async () => {
  const { deal, id } = await held()
  for (const price of [500, 460]) {
    await agree(deal, price)
    await settled(id)
  }
  expect(await sentFor(id)).toEqual({ refunds: [4_000, 4_000], transfers: [] })
  expect(await standing(id)).toMatchObject({ agreed_refund: 8_000, price: 46_000 })
  // The rest can be refunded as well.
  expect((await refund(deal, id)).body.status).toBe('refunded')
  expect(await sentFor(id)).toEqual({ refunds: [4_000, 4_000, 46_000], transfers: [] })
  expect((await reconcile(world.api.deps)).open).toEqual([])
  await checkMoney(world)
})

test('work can be approved while the partial refund is pending, but nothing is released before it', async () => {
  const { deal, id } = await held()
  const { id: work } = await buildDeliverable(world.api.pool, deal)
  await atProvider(world, 'switches', { name: 'fail_next_refund' })
  await agree(deal, 500)
  await untilMove(id, 'agreed_refund_failed')
  expectRefusal(await release(deal, id), 'payment.moving')
  // Both sides see that it is still about to leave, so that neither is offered a release.
  const waiting = await world.api.call(deal.seller, 'payments.for_project', {
    params: { id: deal.project.id },
  })
  expect(waiting.body).toMatchObject({ status: 'held_in_escrow', moving: 'agreed_refund' })
  const approved = await world.api.call(deal.seller, 'deliverables.approve', {
    params: { id: work },
    body: { release: true },
  })
  expect(approved.status).toBe(200)
  expect(await movesOf(id)).not.toContain('order_release')
  await checkMoney(world)
  // Retried after a day, and not earlier.
  await tick()
  expect((await movesOf(id)).at(-1)).toBe('agreed_refund_failed')
  await tick(new Date(Date.now() + 25 * 3_600_000))
  await settled(id)
  expect((await release(deal, id)).body.status).toBe('released')
  expect(await sentFor(id)).toEqual({ refunds: [4_000], transfers: [42_500] })
  await checkMoney(world)
})

test('a charge that a bank disputes is not refunded; once the dispute is won, the agreed part is', async () => {
  const { deal, id } = await held()
  // Its events are lost: we agree before we hear of the dispute, and the provider knows better.
  world.stripe.setWebhookUrl(null)
  const dispute = world.stripe.controls.openDispute(await chargeOf(id)) ?? ''
  await agree(deal, 500)
  await untilMove(id, 'agreed_refund_failed')
  receiveEvents(world)
  await reconcile(world.api.deps)
  await untilMove(id, 'dispute')
  await tick(new Date(Date.now() + 25 * 3_600_000))
  expectRefusal(await propose(deal.seller, deal, 480), 'amendment.frozen')
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'won' })
  await untilMove(id, 'dispute_won')
  expect(await sentFor(id)).toEqual({ refunds: [], transfers: [] })
  await tick(new Date(Date.now() + 25 * 3_600_000))
  await settled(id)
  expect(await sentFor(id)).toEqual({ refunds: [4_000], transfers: [] })
  await checkMoney(world)
})

test('a partial refund that fails is owed to the brand, and the deal continues at the lower price', async () => {
  const { deal, id } = await held()
  await agree(deal, 500)
  await settled(id)
  const charge = await chargeOf(id)
  const made = Object.values(world.stripe.state.refunds).find((row) => row.charge === charge)
  await atProvider(world, `refunds/${made?.id}/settle`, { succeeds: false })
  await untilMove(id, 'owe_return')
  expect(await standing(id)).toMatchObject({ returned_part: 4_000, price: 50_000, moving: null })
  expect((await ledgerText(world, id)).split('\n').slice(-2)).toEqual([
    'part_refund provider_clearing     4000',
    'part_refund refunds              -4000',
  ])
  const statement = await world.api.call(deal.seller, 'payments.statement', { params: { id } })
  expect(statement.body.lines.map(({ kind }) => kind)).toEqual([
    'paid_in',
    'returned_as_agreed',
    'return_owed',
  ])
  expect((await release(deal, id)).body.status).toBe('released')
  await checkMoney(world)
})

test('an owed refund is cleared once a bank takes back the whole charge', async () => {
  const { deal, id } = await held()
  await agree(deal, 500)
  await settled(id)
  const charge = await chargeOf(id)
  const made = Object.values(world.stripe.state.refunds).find((row) => row.charge === charge)
  await atProvider(world, `refunds/${made?.id}/settle`, { succeeds: false })
  await untilMove(id, 'owe_return')
  const dispute = await openBankDispute(world, id)
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
  await becomes(id, 'refunded')
  const left = await rows(
    world.api.pool,
    sql`select account, sum(amount)::bigint as cents from ledger_entries where payment_id = ${id}
        and account in ('escrow', 'refunds', 'chargebacks') group by account having sum(amount) <> 0`,
  )
  expect(left).toEqual([])
  await checkMoney(world)
})

test('a dispute decision covers only the money still held, and keeps an earlier agreed refund', async () => {
  const operator = await buildOperator(world.api.pool)
  const by = { ...operator, sessionId: operator.id, aal: 'aal2' as const }
  const { deal, id } = await held()
  await agree(deal, 400)
  await settled(id)
  const opened = await world.api.call(deal.seller, 'disputes.open', {
    params: { id },
    body: { reason: 'not_as_agreed', statement: 'The second clip is missing.' },
  })
  expect(opened.status).toBe(200)
  const { id: dispute } = await oneRow<{ id: string }>(
    world.api.pool,
    sql`select deal_dispute_id as id from payments where id = ${id}`,
  )
  expectRefusal(await propose(deal.creator, deal, 300), 'amendment.frozen')
  await world.api.pool.query(
    `update deal_disputes set status = 'awaiting_decision' where id = $1`,
    [dispute],
  )
  const reason = 'One of two clips was delivered.'
  await expect(
    decideDispute(
      world.api.deps,
      by,
      dispute,
      { outcome: 'split', returned_amount: 400, reason },
      new Date(),
    ),
  ).rejects.toMatchObject({ code: 'request.invalid' })
  await decideDispute(
    world.api.deps,
    by,
    dispute,
    { outcome: 'split', returned_amount: 100, reason },
    new Date(),
  )
  await becomes(id, 'released')
  expect(await sentFor(id)).toEqual({ refunds: [14_000, 10_000], transfers: [25_500] })
  const payment = await world.api.call(deal.creator, 'payments.for_project', {
    params: { id: deal.project.id },
  })
  expect(payment.body).toMatchObject({ amount: 400, returned_part: 100, creator_amount: 255 })
  await checkMoney(world)
})

test('a lower price is refused while the checkout page is open', async () => {
  const deal = await buildPayableDeal(world)
  await startFunding(world, deal)
  expectRefusal(await propose(deal.seller, deal, 480), 'amendment.payment_begun')
  expect((await read(deal.creator, deal)).body).toMatchObject({
    held: null,
    price_fixed: 'amendment.payment_begun',
  })
})

test('refunding a deal closes its open change', async () => {
  const { deal, id } = await held()
  const open = randomUUID()
  const body = { id: open, deliver_by: '2999-03-01' }
  await world.api.call(deal.seller, 'amendments.propose', {
    params: { id: deal.project.id },
    body,
  })
  await refund(deal, id)
  await becomes(id, 'refunded')
  expect(await movesOf(open)).toEqual(['propose', 'close'])
  expect((await read(deal.seller, deal)).body.amendments).toMatchObject([{ status: 'closed' }])
})
