import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildOperator, buildSeller } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  type PayableDeal,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { movesOf } from '#tests/support/recorded.ts'
import { decisionClocks } from './decision-clock.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { settleByDecision } from './payment-decision.ts'

let world: MoneyWorld
let operator: { id: string }
beforeAll(async () => {
  world = await startMoney()
  // Authorisation is the caller's concern; the money only records the name.
  operator = await buildSeller(world.api.pool)
})
afterAll(() => world.close())

const decide = (paymentId: string, refundCents: number) =>
  inTransaction(world.api.pool, (tx) =>
    settleByDecision(tx, { paymentId, refundCents, decidedBy: operator.id, now: new Date() }),
  )
const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const refund = (deal: PayableDeal, id: string) =>
  world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
const chargeOf = async (id: string) =>
  (
    await oneRow<{ charge: string }>(
      world.api.pool,
      sql`select stripe_charge_id as charge from payments where id = ${id}`,
    )
  ).charge
const sentFor = async (id: string) => {
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
const settledAs = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)
const untilMove = (id: string, move: string) =>
  world.until(move, async () => (await movesOf(world.api.pool, id)).includes(move))
async function tick(): Promise<void> {
  for (const look of Object.values(decisionClocks))
    for (const act of await look(world.api.deps, new Date())) await act()
}
async function held(priceCents = 54_000) {
  const deal = await buildPayableDeal(world, priceCents)
  return { deal, id: await fund(world, deal) }
}

describe('a decision is refused', () => {
  test('below zero, above the amount, and in fractions of a cent', async () => {
    const { id } = await held()
    for (const cents of [-1, 54_001, 0.5, Number.NaN])
      await expect(decide(id, cents)).rejects.toMatchObject({ code: 'payment.decision_range' })
    expect(await movesOf(world.api.pool, id)).not.toContain('decide')
  })

  test('for money that is not held, or never was', async () => {
    const deal = await buildPayableDeal(world)
    const { id } = await startFunding(world, deal)
    await expect(decide(id, 0)).rejects.toMatchObject({ code: 'payment.not_held' })
    await expect(decide(deal.project.id, 0)).rejects.toMatchObject({ code: 'request.not_found' })
  })

  test('while a release is claimed, and after it', async () => {
    const { deal, id } = await held()
    await world.api.pool.query(
      `update stripe_accounts set onboarding_complete = true where user_id = $1`,
      [deal.creator.id],
    )
    const [released, decided] = await Promise.allSettled([
      release(deal, id),
      world
        .until('the claim', async () =>
          (await movesOf(world.api.pool, id)).includes('order_release'),
        )
        .then(() => decide(id, 20_000)),
    ])
    expect(released).toMatchObject({ value: { body: { status: 'released' } } })
    expect(decided).toMatchObject({
      reason: { code: expect.stringMatching(/^payment\.(moving|not_held)$/) as string },
    })
    await expect(decide(id, 20_000)).rejects.toMatchObject({ code: 'payment.not_held' })
  })

  test('while a bank disputes the charge', async () => {
    const { id } = await held()
    await atProvider(world, `charges/${await chargeOf(id)}/dispute`)
    await untilMove(id, 'dispute')
    await expect(decide(id, 20_000)).rejects.toMatchObject({ code: 'payment.frozen' })
  })

  test('when another decision was made concurrently', async () => {
    const { id } = await held()
    const both = await Promise.allSettled([decide(id, 10_000), decide(id, 20_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await settledAs(id, 'released')
    const { refunds, transfers } = await sentFor(id)
    expect([...refunds, ...transfers]).toHaveLength(2)
  })
})

test('held money is split: a part goes back, and 85 % of the rest to the creator', async () => {
  const { deal, id } = await held(54_050)
  expect(await decide(id, 20_001)).toMatchObject({ next: 'part_refund' })
  await settledAs(id, 'released')
  // 54050 − 20001 = 34049, of which 85 % is 28941.65.
  expect(await ledgerText(world, id)).toBe(
    [
      'hold      provider_clearing    54050',
      'hold      escrow              -54050',
      'part_refund escrow               20001',
      'part_refund provider_clearing   -20001',
      'release   escrow               34049',
      'release   creator_payable     -28942',
      'release   platform_fee         -5107',
      'transfer  creator_payable      28942',
      'transfer  provider_clearing   -28942',
    ].join('\n'),
  )
  expect(await sentFor(id)).toEqual({ refunds: [20_001], transfers: [28_942] })
  expect((await movesOf(world.api.pool, id)).slice(-5)).toEqual([
    'decide',
    'order_part_refund',
    'part_refund',
    'order_release',
    'release',
  ])
  const statement = await world.api.call(deal.seller, 'payments.statement', { params: { id } })
  expect(statement.body).toMatchObject({
    place: 'stripe_balance',
    sent_amount: 289.42,
    fee_amount: 51.07,
    returned_amount: 200.01,
    lines: [
      { kind: 'paid_in', amount: -540.5 },
      { kind: 'returned_by_decision', amount: 200.01 },
      { kind: 'released', amount: 0 },
    ],
  })
  const payment = await world.api.call(deal.creator, 'payments.for_project', {
    params: { id: deal.project.id },
  })
  expect(payment.body).toMatchObject({
    status: 'released',
    decided: true,
    returned_part: 200.01,
    creator_amount: 289.42,
    fee_amount: 51.07,
  })
  const notices = await rows<{ notice: string; text: string }>(
    world.api.pool,
    sql`select notice, facts->>'returned_cents' as text from notifications
      where user_id = ${deal.creator.id} and notice in ('payment.part_refund', 'payment.release') order by id`,
  )
  expect(notices).toEqual([
    { notice: 'payment.part_refund', text: '20001' },
    { notice: 'payment.release', text: '20001' },
  ])
  expect((await reconcile(world.api.deps)).open).toEqual([])
  // From here on, repeating the decision and either party's click change nothing.
  expect(await decide(id, 20_001)).toMatchObject({ next: 'done' })
  expect((await release(deal, id)).body.status).toBe('released')
  expect((await refund(deal, id)).body).toMatchObject({ code: 'payment.not_held' })
  await checkMoney(world)
})

test('a decision can return all of it, or nothing', async () => {
  const whole = await held()
  expect(await decide(whole.id, 54_000)).toMatchObject({ next: 'refund' })
  await settledAs(whole.id, 'refunded')
  expect(await sentFor(whole.id)).toEqual({ refunds: [54_000], transfers: [] })
  const none = await held()
  expect(await decide(none.id, 0)).toMatchObject({ next: 'release' })
  await settledAs(none.id, 'released')
  expect(await sentFor(none.id)).toEqual({ refunds: [], transfers: [45_900] })
  const [project] = await rows(
    world.api.pool,
    sql`select 1 from projects where id = ${none.deal.project.id} and status = 'completed'`,
  )
  expect(project).toBeDefined()
})

test('a remainder of one cent is paid out too', async () => {
  const { id } = await held(100)
  await decide(id, 99)
  await settledAs(id, 'released')
  // 85 % of one cent, rounded half up.
  expect(await sentFor(id)).toEqual({ refunds: [99], transfers: [1] })
})

test('a decided payout waits for an account that can be paid; neither party can move the money meanwhile', async () => {
  const { deal, id } = await held()
  await atProvider(world, `accounts/${deal.accountId}/onboarding`, { outcome: 'restricted' })
  await world.api.call(deal.creator, 'payouts.refresh')
  await decide(id, 14_000)
  await untilMove(id, 'part_refund')
  expect(await sentFor(id)).toEqual({ refunds: [14_000], transfers: [] })
  for (const click of [release, refund])
    expect((await click(deal, id)).body).toMatchObject({ code: 'payment.decided' })
  await expect(decide(id, 20_000)).rejects.toMatchObject({ code: 'payment.decided' })
  await tick()
  expect(await movesOf(world.api.pool, id)).not.toContain('order_release')
  await checkMoney(world)
  await atProvider(world, `accounts/${deal.accountId}/onboarding`, { outcome: 'complete' })
  await world.api.call(deal.creator, 'payouts.refresh')
  await tick()
  await settledAs(id, 'released')
  expect(await sentFor(id)).toEqual({ refunds: [14_000], transfers: [34_000] })
})

test('a refused transfer leaves the rest held, and another decision can then return more but not less', async () => {
  const { id } = await held()
  await atProvider(world, 'switches', { name: 'fail_next_transfer' })
  await decide(id, 14_000)
  await untilMove(id, 'release_failed')
  await tick()
  expect((await movesOf(world.api.pool, id)).at(-1)).toBe('release_failed')
  await checkMoney(world)
  // From here on, a decision below what already went back is refused; a higher one is possible, because the first try
  // failed.
  await expect(decide(id, 13_999)).rejects.toMatchObject({ code: 'payment.decision_range' })
  await decide(id, 24_000)
  await settledAs(id, 'released')
  expect(await sentFor(id)).toEqual({ refunds: [14_000, 10_000], transfers: [25_500] })
})

test('after a partial refund the bank takes the rest, and nothing more is owed', async () => {
  const { deal, id } = await held()
  await atProvider(world, `accounts/${deal.accountId}/onboarding`, { outcome: 'restricted' })
  await world.api.call(deal.creator, 'payouts.refresh')
  await decide(id, 14_000)
  await untilMove(id, 'part_refund')
  await atProvider(world, `charges/${await chargeOf(id)}/dispute`)
  await untilMove(id, 'dispute')
  const [dispute] = Object.values(world.stripe.state.disputes).slice(-1)
  await atProvider(world, `disputes/${dispute?.id}/close`, { outcome: 'lost' })
  await settledAs(id, 'refunded')
  expect((await ledgerText(world, id)).split('\n').slice(-2)).toEqual([
    'chargeback escrow               40000',
    'chargeback chargebacks         -40000',
  ])
})

test('a failed partial refund is held again; after the release it is owed and reported as a difference', async () => {
  const waiting = await held()
  await atProvider(world, `accounts/${waiting.deal.accountId}/onboarding`, {
    outcome: 'restricted',
  })
  await world.api.call(waiting.deal.creator, 'payouts.refresh')
  const gone = await held()
  for (const { id } of [waiting, gone]) await decide(id, 14_000)
  await untilMove(waiting.id, 'part_refund')
  await settledAs(gone.id, 'released')
  for (const { id } of [waiting, gone]) {
    const charge = await chargeOf(id)
    const made = Object.values(world.stripe.state.refunds).find((row) => row.charge === charge)
    await atProvider(world, `refunds/${made?.id}/settle`, { succeeds: false })
  }
  await untilMove(waiting.id, 'part_refund_came_back')
  expect(
    await maybeRow(
      world.api.pool,
      sql`select decided_refund, returned_part, came_back, attempt from payments where id = ${waiting.id}`,
    ),
  ).toEqual({ decided_refund: null, returned_part: 0, came_back: 'refund', attempt: 2 })
  // The parties choose again.
  expect((await refund(waiting.deal, waiting.id)).body.status).toBe('refunded')
  await world.until('the difference', async () => {
    const found = await maybeRow(
      world.api.pool,
      sql`select 1 from money_differences where kind = 'return_failed' and payment_id = ${gone.id}`,
    )
    return found !== null
  })
  expect((await ledgerText(world, gone.id)).split('\n').slice(-2)).toEqual([
    'part_refund provider_clearing    14000',
    'part_refund refunds             -14000',
  ])
  await checkMoney(world)
})

/** Sent after a part went back, and then that part failed: it is owed. */
async function releasedWithAFailedPart(): Promise<{ id: string; charge: string | undefined }> {
  const { id } = await held()
  await decide(id, 14_000)
  await settledAs(id, 'released')
  const charge = await chargeOf(id)
  const made = Object.values(world.stripe.state.refunds).find((row) => row.charge === charge)
  await atProvider(world, `refunds/${made?.id}/settle`, { succeeds: false })
  return { id, charge }
}

test('an owed part is held again once the transfer is reversed, and a lost dispute then takes all of it', async () => {
  const { id, charge } = await releasedWithAFailedPart()
  const owed = () =>
    maybeRow<{ open: boolean }>(
      world.api.pool,
      sql`select resolved_at is null as open from money_differences
        where kind = 'return_failed' and payment_id = ${id}`,
    )
  await world.until('the difference', async () => (await owed())?.open === true)
  const sent = Object.values(world.stripe.state.transfers).find(
    (row) => row.transfer_group === `payment_${id}`,
  )
  await atProvider(world, `transfers/${sent?.id}/reverse`)
  await settledAs(id, 'held_in_escrow')
  expect(await owed()).toEqual({ open: false })
  expect((await ledgerText(world, id)).split('\n').slice(-2)).toEqual([
    'part_refund refunds              14000',
    'part_refund escrow              -14000',
  ])
  await checkMoney(world)

  await atProvider(world, `charges/${charge}/dispute`)
  await untilMove(id, 'dispute')
  const [dispute] = Object.values(world.stripe.state.disputes).slice(-1)
  await atProvider(world, `disputes/${dispute?.id}/close`, { outcome: 'lost' })
  await settledAs(id, 'refunded')
  expect((await ledgerText(world, id)).split('\n').slice(-2)).toEqual([
    'chargeback escrow               54000',
    'chargeback chargebacks         -54000',
  ])
})

test('a part paid out by hand is not held again, and a lost dispute then takes exactly the rest', async () => {
  const { id, charge } = await releasedWithAFailedPart()
  const differences = (kind: string) =>
    rows<{ number: string }>(
      world.api.pool,
      sql`select id::text as number from money_differences
        where kind = ${kind} and payment_id = ${id} and resolved_at is null`,
    )
  await world.until('the difference', async () => (await differences('return_failed')).length === 1)
  const [owed] = await differences('return_failed')
  const paid = await world.api.call(
    await buildOperator(world.api.pool),
    'operator.resolve_difference',
    {
      params: { number: owed?.number ?? '' },
      body: { reason: 'Sent by wire, reference 4712.', paid_amount: 140 },
    },
  )
  expect(paid.status).toBe(200)
  const sent = Object.values(world.stripe.state.transfers).find(
    (row) => row.transfer_group === `payment_${id}`,
  )
  await atProvider(world, `transfers/${sent?.id}/reverse`)
  await settledAs(id, 'held_in_escrow')
  await atProvider(world, `charges/${charge}/dispute`)
  await untilMove(id, 'dispute')
  const [dispute] = Object.values(world.stripe.state.disputes).slice(-1)
  expect(dispute?.amount).toBe(54_000)
  await atProvider(world, `disputes/${dispute?.id}/close`, { outcome: 'lost' })
  await settledAs(id, 'refunded')
  expect((await ledgerText(world, id)).split('\n').slice(-2)).toEqual([
    'chargeback escrow               40000',
    'chargeback chargebacks         -40000',
  ])
  expect(await differences('dispute_partly_lost')).toEqual([])
  await checkMoney(world)
})

describe('a partial refund that fails after the bank took the rest is owed, and is the only open difference', () => {
  type Happens = 'dispute' | 'lose' | 'fail' | 'reverse'
  const orders: [string, boolean, Happens[]][] = [
    ['before the rest was sent', false, ['dispute', 'fail', 'lose']],
    ['when what was sent comes back at last', true, ['dispute', 'lose', 'fail', 'reverse']],
    ['when what was sent comes back before', true, ['dispute', 'lose', 'reverse', 'fail']],
    ['when all of it was held again meanwhile', true, ['dispute', 'fail', 'reverse', 'lose']],
  ]
  test.each(orders)('%s', async (_, isSent, happens) => {
    const { deal, id } = await held()
    if (!isSent) {
      await atProvider(world, `accounts/${deal.accountId}/onboarding`, { outcome: 'restricted' })
      await world.api.call(deal.creator, 'payouts.refresh')
    }
    await decide(id, 14_000)
    await untilMove(id, isSent ? 'release' : 'part_refund')
    const charge = await chargeOf(id)
    const { refunds, transfers, disputes } = world.stripe.state
    const part = Object.values(refunds).find((row) => row.charge === charge)
    const sent = Object.values(transfers).find((row) => row.transfer_group === `payment_${id}`)
    const dispute = () => Object.values(disputes).find((row) => row.charge === charge)
    const differences = () =>
      rows<{ kind: string; number: string }>(
        world.api.pool,
        sql`select kind, id::text as number from money_differences
          where payment_id = ${id} and resolved_at is null`,
      )
    const does: Record<Happens, () => Promise<unknown>> = {
      async dispute() {
        await atProvider(world, `charges/${charge}/dispute`)
        await untilMove(id, 'dispute')
        expect(dispute()?.amount).toBe(40_000)
      },
      async lose() {
        await atProvider(world, `disputes/${dispute()?.id}/close`, { outcome: 'lost' })
        await untilMove(id, 'dispute_lost')
      },
      async fail() {
        await atProvider(world, `refunds/${part?.id}/settle`, { succeeds: false })
        if (!isSent) return untilMove(id, 'part_refund_came_back')
        return world.until('the difference', async () => (await differences()).length === 1)
      },
      async reverse() {
        await atProvider(world, `transfers/${sent?.id}/reverse`)
        await untilMove(id, 'transfer_came_back')
      },
    }
    for (const step of happens) await does[step]()
    await settledAs(id, 'refunded')
    const [owed, ...others] = await differences()
    expect([owed?.kind, others]).toEqual(['return_failed', []])
    await checkMoney(world)

    const operator = await buildOperator(world.api.pool)
    const body = { reason: 'Sent by wire, reference 4713.', paid_amount: 140 }
    const params = { number: owed?.number ?? '' }
    const paid = await world.api.call(operator, 'operator.resolve_difference', { params, body })
    expect(paid.status).toBe(200)
    expect(await differences()).toEqual([])
    await checkMoney(world)
  })
})
