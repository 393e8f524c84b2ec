import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
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
  startMoney,
} from '#tests/support/money.ts'

/** Another shop works on the same account at the provider. What it does is reported here, and none of our business. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

/** Everything another shop may do, under a name of its own for what is paid. */
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
    keyed(payoutAccountRequest, { userId: name, email: 'm@elsewhere.example', name: 'Mo' }),
  )
  await atProvider(world, `accounts/${accountId}/onboarding`, { outcome: 'complete' })
  const sent = await payments.transfer(
    keyed(transferRequest, {
      paymentId: name,
      amountCents: 100,
      destination: accountId,
      sourceCharge: chargeId,
    }),
  )
  await atProvider(world, `transfers/${sent.ok ? sent.transferId : ''}/reverse`)
  const dispute = world.stripe.controls.openDispute(chargeId) ?? ''
  await atProvider(world, `disputes/${dispute}/close`, { outcome: 'won' })
}

const events = () =>
  rows<{ type: string; ignored: boolean; applied_at: string | null }>(
    world.api.pool,
    sql`select type, ignored, applied_at from webhook_events order by received_at`,
  )
/** Every event has come, the last one of a trade among them, and its job has run. */
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

test.each(['order-17', '', '-'.repeat(36), randomUUID(), `${randomUUID()}x`])(
  'what is paid for under the name "%s" is left alone, recorded as such, and tried once',
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

test('what is ours is applied as ever, also beside a stranger', async () => {
  await world.api.pool.query('delete from webhook_events')
  const deal = await buildPayableDeal(world)
  await fund(world, deal)
  await untilApplied(['checkout.session.completed', 'charge.succeeded'])
  expect((await events()).filter(({ ignored }) => ignored)).toEqual([])
})
