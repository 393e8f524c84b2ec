import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import {
  checkoutRequest,
  payoutAccountRequest,
  transferRequest,
} from '#server/providers/stripe/requests.ts'
import { keyed } from '#tests/support/keyed.ts'
import {
  atProvider,
  buildPayableDeal,
  fund,
  type MoneyWorld,
  saveCard,
  startMoney,
} from '#tests/support/money.ts'

/** Another shop uses the same provider account. Its events reach us but do not concern us. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

/** Everything another shop may do, with its own metadata on its payments. */
async function tradeElsewhere(name: string): Promise<void> {
  const { payments } = world.api.deps
  const back = 'https://elsewhere.example'
  const { sessionId } = await payments.createCheckout(
    keyed(checkoutRequest, {
      paymentId: name,
      projectId: name,
      applicationId: name,
      attempt: 1,
      amountCents: 54_000,
      title: 'A chair',
      successUrl: back,
      cancelUrl: back,
    }),
  )
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  const chargeId = (await payments.retrieveCheckout(sessionId))?.chargeId ?? ''
  const { accountId } = await payments.createPayoutAccount(
    keyed(payoutAccountRequest, {
      userId: name,
      email: 'm@elsewhere.example',
      name: 'Mo',
      country: 'US',
    }),
  )
  await atProvider(world, `accounts/${accountId}/onboarding`, { outcome: 'complete' })
  const send = (amountCents: number) =>
    payments.transfer(
      keyed(transferRequest, {
        paymentId: name,
        amountCents,
        destination: accountId,
        sourceCharge: chargeId,
        idempotencyKey: `${name}:${amountCents}`,
      }),
    )
  const sent = await send(100)
  await atProvider(world, `transfers/${sent.ok ? sent.transferId : ''}/reverse`)
  await send(200)
  const dispute = world.stripe.controls.openDispute(chargeId) ?? ''
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'won' })
}

const events = () =>
  rows<{ type: string; ignored: boolean; applied_at: string | null }>(
    world.api.pool,
    sql`select type, ignored, applied_at from webhook_events order by received_at`,
  )
/** Waits until every event has arrived, including the last of a trade, and its job has run. */
const untilApplied = (last: readonly string[]) =>
  world.until('every event to be applied', async () => {
    const all = await events()
    return (
      last.every((type) => all.some((event) => event.type === type)) &&
      all.every(({ applied_at }) => applied_at !== null)
    )
  })
const TRADE = [
  'checkout.session.completed',
  'payment_intent.succeeded',
  'charge.succeeded',
  'transfer.created',
  'transfer.reversed',
  'v2.core.account[requirements].updated',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]

const FOREIGN = ['order-17', '', '-'.repeat(36), `${randomUUID()}x`]

test.each([...FOREIGN, randomUUID()])(
  'another shop’s purchase named "%s" is recorded as ignored, without a retry or a difference',
  async (name) => {
    await world.api.pool.query('delete from webhook_events')
    await tradeElsewhere(name === '' ? ' ' : name)
    await untilApplied(TRADE)
    const all = await events()
    expect(all.filter(({ ignored }) => !ignored)).toEqual([])
    const failed = await rows(
      world.api.pool,
      sql`select last_error from graphile_worker._private_jobs where last_error is not null`,
    )
    expect(failed).toEqual([])
    const differences = await rows(world.api.pool, sql`select kind, detail from money_differences`)
    expect(differences).toEqual([])
  },
)

test('another shop’s money is not reported as a difference', async () => {
  await tradeElsewhere('order-18')
  const { open } = await reconcile(world.api.deps, { everything: true })
  const groups = open.map(({ provider_id }) => groupOf(provider_id))
  for (const name of [...FOREIGN, 'order-18'])
    expect(groups).not.toContain(`payment_${name === '' ? ' ' : name}`)
})

/** The group a charge or transfer was made under. */
function groupOf(id: string): string | null | undefined {
  const { charges, transfers } = world.stripe.state
  return (charges[id] ?? transfers[id])?.transfer_group
}

describe('money that no payment explains is a difference when it', () => {
  const strays = async () =>
    (await reconcile(world.api.deps, { everything: true })).open.map((row) => row.provider_id)
  const charge = () => {
    const [made] = Object.values(world.stripe.state.charges)
    if (made === undefined) throw new Error('nothing was charged')
    return { ...made, transfer_group: null, metadata: {}, customer: null }
  }
  const transfer = () => {
    const [made] = Object.values(world.stripe.state.transfers)
    if (made === undefined) throw new Error('nothing was sent')
    return {
      ...made,
      transfer_group: null,
      metadata: {},
      destination: 'acct_elsewhere',
      reversed: false,
    }
  }

  test('names a payment that we do not have', async () => {
    const { charges } = world.stripe.state
    charges['ch_by_group'] = {
      ...charge(),
      id: 'ch_by_group',
      transfer_group: `payment_${randomUUID()}`,
    }
    const metadata = { payment_id: randomUUID() }
    charges['ch_by_metadata'] = { ...charge(), id: 'ch_by_metadata', metadata }
    expect(await strays()).toEqual(expect.arrayContaining(['ch_by_group', 'ch_by_metadata']))
  })

  test('was paid by a customer of ours, or sent to a creator', async () => {
    const deal = await buildPayableDeal(world)
    await saveCard(world, deal.seller, '4242424242424242')
    const [profile] = await rows<{ customer: string }>(
      world.api.pool,
      sql`select stripe_customer_id as customer from profiles where id = ${deal.seller.id}`,
    )
    const { charges, transfers } = world.stripe.state
    charges['ch_ours'] = { ...charge(), id: 'ch_ours', customer: profile?.customer ?? '' }
    transfers['tr_ours'] = { ...transfer(), id: 'tr_ours', destination: deal.accountId }
    expect(await strays()).toEqual(expect.arrayContaining(['ch_ours', 'tr_ours']))
  })

  test('was transferred from a deal’s charge, whatever its destination', async () => {
    const id = await fund(world, await buildPayableDeal(world))
    const { charges, transfers } = world.stripe.state
    const paid = Object.values(charges).find((row) => row.transfer_group === `payment_${id}`)
    const taken = { ...transfer(), id: 'tr_taken', source_transaction: paid?.id ?? '' }
    transfers['tr_taken'] = taken
    expect(await strays()).toContain('tr_taken')
  })
})

test('our own events are still applied on an account shared with another shop', async () => {
  await world.api.pool.query('delete from webhook_events')
  const deal = await buildPayableDeal(world)
  await fund(world, deal)
  await untilApplied(['checkout.session.completed', 'charge.succeeded'])
  expect((await events()).filter(({ ignored }) => ignored)).toEqual([])
})
