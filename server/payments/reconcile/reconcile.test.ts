import { keyed } from '#tests/support/keyed.ts'
import { transferRequest } from '#server/providers/stripe/requests.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  sessionOf,
  startFunding,
  receiveEvents,
  startMoney,
  statusOf,
  triedOnce,
} from '#tests/support/money.ts'
import { buildOperator } from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { withoutPatience } from '#tests/money/patience.ts'
import { comparePayment } from './payment-compare.ts'
import { type Reconciliation, reconcile } from './payment-reconcile.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
beforeEach(() => receiveEvents(world))
afterAll(() => world.close())

const release = (seller: { id: string }, id: string) =>
  world.api.call(seller, 'payments.release', { body: { payment_id: id } })
/** From now on no event arrives. */
const loseEvents = () => world.stripe.setWebhookUrl(null)
const pass = () => reconcile(world.api.deps)
const about = (found: Reconciliation, paymentId: string) => ({
  healed: found.healed.filter((row) => row.paymentId === paymentId).map((row) => row.kind),
  open: found.open.filter((row) => row.payment_id === paymentId).map((row) => row.kind),
})
const ageOperations = (id: string, age: string) =>
  world.api.pool.query(
    `update money_ops set created_at = now() - $2::interval where payment_id = $1`,
    [id, age],
  )
/** The ledger without the provider's fees: only a reconciliation learns of them. */
const withoutFees = async (id: string) =>
  (await ledgerText(world, id))
    .split('\n')
    .filter((line) => !line.startsWith('provider_fee'))
    .join('\n')

test('payments whose every event was lost end like the reported one, after one pass', async () => {
  const delivered = await buildPayableDeal(world)
  const toldId = await fund(world, delivered)
  const lost = await buildPayableDeal(world)
  loseEvents()
  const { id, sessionId } = await startFunding(world, lost)
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  expect(await statusOf(world, id)).toBe('pending')

  const first = await pass()
  expect(await statusOf(world, id)).toBe('held_in_escrow')
  expect(await ledgerText(world, id)).toBe(await ledgerText(world, toldId))
  expect(about(first, id)).toEqual({ healed: ['event_lost'], open: [] })
  expect(about(first, toldId)).toEqual({ healed: [], open: [] })

  const ledger = await ledgerText(world, id)
  const second = await pass()
  expect(second.healed).toEqual([])
  expect(await ledgerText(world, id)).toBe(ledger)
  await checkMoney(world)
})

test('the provider’s fee for a charge is booked once', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await pass()
  await pass()
  expect((await ledgerText(world, id)).split('\n').slice(2)).toEqual([
    'provider_fee provider_fees         1596',
    'provider_fee provider_clearing    -1596',
  ])
  await checkMoney(world)
})

test('a pass catches up on an expired page, an opened dispute and its loss without any event', async () => {
  const lapsed = await buildPayableDeal(world)
  const { id: lapsedId, sessionId } = await startFunding(world, lapsed)
  const disputed = await buildPayableDeal(world)
  const id = await fund(world, disputed)
  loseEvents()
  await atProvider(world, `sessions/${sessionId}/expire`)
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const dispute = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
  await pass()
  expect(await statusOf(world, lapsedId)).toBe('failed')
  expect((await release(disputed.seller, id)).body).toMatchObject({ code: 'payment.frozen' })
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
  expect(about(await pass(), id)).toEqual({ healed: ['event_lost'], open: [] })
  expect(await statusOf(world, id)).toBe('refunded')
  await checkMoney(world)
})

test('an unreported second payment goes back, and is booked in and out', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  // The attempt counts as failed while its page is still open: a second page is opened beside it and both are paid.
  await world.api.pool.query(
    `update payments set status = 'failed', checkout_url = null where id = $1`,
    [id],
  )
  const again = await startFunding(world, deal)
  expect(again.sessionId).not.toBe(sessionId)
  loseEvents()
  for (const session of [sessionId, sessionOf(again.checkoutUrl)])
    await atProvider(world, `sessions/${session}/pay`, { card_number: '4242424242424242' })
  const found = await pass()
  expect(about(found, id).open).toEqual([])
  expect(await statusOf(world, id)).toBe('held_in_escrow')
  expect((await withoutFees(id)).split('\n').filter((line) => line.startsWith('dup'))).toHaveLength(
    4,
  )
  expect(about(await pass(), id)).toEqual({ healed: [], open: [] })
  await checkMoney(world)
})

test('a transfer of unknown outcome older than 23 hours is adopted, not sent again', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await atProvider(world, 'switches', {
    name: 'reset_after',
    times: 2,
    target: 'POST /v1/transfers',
  })
  const clicked = await withoutPatience(() => release(deal.seller, id))
  expect(clicked.body).toMatchObject({ moving: 'release' })
  await triedOnce(world, 'payments.release', id)
  await atProvider(world, 'switches', { name: 'reset_after', times: 0 })
  // The queue has given up, and the provider has forgotten the key.
  await world.api.pool.query('delete from graphile_worker._private_jobs where locked_at is null')
  await atProvider(world, 'clock', { advance_ms: 25 * 3_600_000 })
  await ageOperations(id, '25 hours')
  expect(about(await pass(), id)).toEqual({ healed: ['outcome_unknown'], open: [] })
  expect(await statusOf(world, id)).toBe('released')
  const transfers = Object.values(world.stripe.state.transfers).filter(
    (made) => made.transfer_group === `payment_${id}`,
  )
  expect(transfers).toHaveLength(1)
  await checkMoney(world)
})

test('a transfer that no one ordered stays an open difference until it is reversed', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const byHand = await world.api.deps.payments.transfer(
    keyed(transferRequest, {
      amountCents: 100,
      destination: deal.accountId,
      sourceCharge: charge?.id ?? '',
      paymentId: id,
      idempotencyKey: `by-hand:${randomUUID()}`,
    }),
  )
  expect(byHand.ok).toBe(true)
  expect(about(await pass(), id).open).toEqual(['transfer_unbooked', 'amount_differs'])
  expect(about(await pass(), id).open).toEqual(['transfer_unbooked', 'amount_differs'])
  for (const transfer of Object.values(world.stripe.state.transfers))
    if (transfer.amount === 100) transfer.reversed = true
  expect(about(await pass(), id).open).toEqual([])
  const closed = await rows(
    world.api.pool,
    sql`select 1 from money_differences where payment_id = ${id} and resolved_at is not null`,
  )
  expect(closed).toHaveLength(2)
  await checkMoney(world)
})

test('a booking that is missing at the provider is reported', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  for (const charge of Object.values(world.stripe.state.charges))
    if (charge.transfer_group === `payment_${id}`) charge.transfer_group = 'payment_elsewhere'
  const found = await pass()
  expect(about(found, id).open).toEqual(['missing_at_provider'])
  expect(found.open.map((row) => row.kind)).toContain('charge_unbooked')
  for (const charge of Object.values(world.stripe.state.charges))
    if (charge.transfer_group === 'payment_elsewhere') charge.transfer_group = `payment_${id}`
  expect((await pass()).open).toEqual([])
})

test('an unreported saved card and payout account are known after one pass', async () => {
  const deal = await buildPayableDeal(world)
  loseEvents()
  await world.api.pool.query(
    'update stripe_accounts set onboarding_complete = false where user_id = $1',
    [deal.creator.id],
  )
  const { setup_url } = (await world.api.call(deal.seller, 'payment_methods.setup')).body
  await atProvider(world, `sessions/${sessionOf(setup_url)}/pay`, {
    card_number: '4242424242424242',
  })
  await pass()
  expect((await world.api.call(deal.seller, 'payment_methods.list')).body).toMatchObject([
    { card_last4: '4242', is_default: true },
  ])
  expect((await world.api.call(deal.creator, 'payouts.account')).body).toMatchObject({
    onboarding_complete: true,
  })
})

test('an unreachable provider is a difference, not a crash', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const { payments } = world.api.deps
  const deaf = {
    ...world.api.deps,
    payments: { ...payments, recordsOf: () => Promise.reject(new Error('no line')) },
  }
  expect(about(await reconcile(deaf), id).open).toEqual(['not_compared'])
  expect(about(await pass(), id).open).toEqual([])
})

const differencesOf = (id: string) =>
  rows<{ kind: string; detail: string; open: boolean }>(
    world.api.pool,
    sql`select kind, detail, resolved_at is null as open from money_differences
      where payment_id = ${id} and kind = 'return_failed' order by id`,
  )

/** The result of a pass for one payment. */
async function compare(id: string): Promise<void> {
  const payment = await paymentById(world.api.pool, id)
  if (payment !== null) await comparePayment(world.api.deps, payment)
}

test('a late payment that cannot be refunded is owed until an operator pays it out', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  await world.api.call(deal.seller, 'projects.cancel', { params: { id: deal.project.id } })
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  await world.until(
    'the return',
    async () => (await ledgerText(world, id)).split('\n').length === 4,
  )
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const returned = Object.values(world.stripe.state.refunds).find(
    (made) => made.charge === charge?.id,
  )
  await atProvider(world, `refunds/${returned?.id}/settle`, { succeeds: false })
  await compare(id)
  expect(await differencesOf(id)).toEqual([
    {
      kind: 'return_failed',
      detail:
        '$540.00 paid after the project was cancelled did not reach the card: pay it out another way',
      open: true,
    },
  ])
  expect((await withoutFees(id)).split('\n').slice(-2)).toEqual([
    'duplicate provider_clearing    54000',
    'duplicate refunds             -54000',
  ])
  // Running the pass again gives the same difference, and the books show it as owed without being broken.
  await compare(id)
  expect(await differencesOf(id)).toHaveLength(1)
  await checkMoney(world)

  // Once it is paid out by hand it is booked, and nothing that the provider still reports about it reopens it.
  const [open] = await rows<{ number: string }>(
    world.api.pool,
    sql`select id::text as number from money_differences where payment_id = ${id} and resolved_at is null`,
  )
  const operator = await buildOperator(world.api.pool)
  const resolve = (paid: number) =>
    world.api.call(operator, 'operator.resolve_difference', {
      params: { number: open?.number ?? '' },
      body: { reason: 'Sent by wire to the seller.', paid_amount: paid },
    })
  expectRefusal(await resolve(539.99), 'operator.paid_differs')
  expect((await resolve(540)).status).toBe(200)
  expect((await withoutFees(id)).split('\n').slice(-2)).toEqual([
    'paid_outside refunds              54000',
    'paid_outside paid_outside        -54000',
  ])
  await compare(id)
  expect(await differencesOf(id)).toMatchObject([{ open: false }])
  await world.api.pool.query(
    `alter table ledger_movements disable trigger user;
      update ledger_movements set created_at = now() - interval '3 hours' where payment_id = '${id}';
      alter table ledger_movements enable trigger user`,
  )
  await checkMoney(world)
})
