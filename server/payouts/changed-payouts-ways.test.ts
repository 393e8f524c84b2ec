import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clockTasks } from '#server/clock-tasks.ts'
import { daysBefore, HOUR_MS } from '#server/clocks/days.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { settleByDecision } from '#server/payments/refund/payment-decision.ts'
import { releasePayment } from '#server/payments/release/payment-release.ts'
import { buildDeliverable, buildOperator } from '#tests/support/builders.ts'
import { changeAccount, openAnother } from '#tests/support/changed-payouts.ts'
import { licensedDeal, payExtension, payOnPage, takenExtension } from '#tests/support/extensions.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { builtViewer, twoProcesses } from '#tests/support/two-processes.ts'
import { refreshAccount } from './payout-service.ts'

/** Every way in which money goes to a creator waits for a changed account; what goes back to the card does not. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())
afterEach(() => world.api.setNow(null))

const moneyOf = (id: string) =>
  oneRow<{ moving: string | null; release_after: string | null; returned_part: number }>(
    world.api.pool,
    sql`select moving, release_after, returned_part from payments where id = ${id}`,
  )
const sentFor = (id: string) =>
  Object.values(world.stripe.state.transfers).filter(
    (made) => made.transfer_group === `payment_${id}`,
  )
const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)
const clocksAt = async (moment: Date) => {
  world.api.setNow(moment)
  await clockTasks(world.api.deps)['clocks.tick']({})
}

/** It waits until `until`: a millisecond before, nothing leaves; then it leaves for `account`, once. */
async function waitsAndLeaves(id: string, { until, account }: { until: Date; account: string }) {
  await world.until('the wait', async () => (await moneyOf(id)).release_after !== null)
  expect(Date.parse((await moneyOf(id)).release_after ?? '')).toBe(until.getTime())
  await clocksAt(new Date(until.getTime() - 1))
  expect(sentFor(id)).toEqual([])
  await checkMoney(world)
  await clocksAt(until)
  await becomes(id, 'released')
  await clocksAt(new Date(until.getTime() + HOUR_MS))
  expect(sentFor(id).map(({ destination }) => destination)).toEqual([account])
  await checkMoney(world)
}

describe('after a payout account replaced another', () => {
  test('a release by the clock waits', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await buildDeliverable(world.api.pool, deal)
    const changed = await changeAccount(world, deal.creator, deal.accountId)
    const approval = daysBefore(new Date(), -7)
    const until = new Date(approval.getTime() + HOUR_MS)
    await execute(
      world.api.pool,
      sql`update stripe_accounts set receives_from = ${until} where stripe_account_id = ${changed.id}`,
    )
    await clocksAt(approval)
    await waitsAndLeaves(id, { until, account: changed.id })
  })

  test.each([1, 20_000, 53_999])(
    'the %i cents of a decision go back at once, and the rest waits',
    async (refundCents) => {
      const deal = await buildPayableDeal(world, 54_000)
      const id = await fund(world, deal)
      const changed = await changeAccount(world, deal.creator, deal.accountId)
      const { id: decidedBy } = await buildOperator(world.api.pool)
      const decision = { paymentId: id, refundCents, decidedBy, now: new Date() }
      await inTransaction(world.api.pool, (tx) => settleByDecision(tx, decision))
      await world.until('the part', async () => (await moneyOf(id)).returned_part === refundCents)
      await waitsAndLeaves(id, { until: changed.from, account: changed.id })
      expect((await moneyOf(id)).returned_part).toBe(refundCents)
    },
  )

  test('a refund goes back at once', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await changeAccount(world, deal.creator, deal.accountId)
    await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
    await becomes(id, 'refunded')
    expect(await moneyOf(id)).toMatchObject({ release_after: null })
    await checkMoney(world)
  })

  test('the payment of an extension, which needs no release, waits', async () => {
    const deal = await licensedDeal(world)
    const changed = await changeAccount(world, deal.creator, deal.accountId)
    const page = await payExtension(world, deal, await takenExtension(world, deal))
    await payOnPage(world, page.body.checkout_url)
    await waitsAndLeaves(page.body.id, { until: changed.from, account: changed.id })
  })
})

test('a release concurrent with an account change sends nothing before the day is over', async () => {
  const both = twoProcesses(world.api.deps)
  try {
    for (const round of [0, 1, 2, 3]) {
      const deal = await buildPayableDeal(world)
      const id = await fund(world, deal)
      const account = await openAnother(world, deal.creator, deal.accountId)
      const ready = atProvider(world, `accounts/${account}/onboarding`, { outcome: 'complete' })
      const [, released] = await both.race(
        (deps) => refreshAccount(deps, account),
        (deps) => releasePayment(deps, builtViewer(deal.seller), id),
        round,
      )
      expect(['ok', 'payment.payout_not_ready']).toContain(released)
      await ready
      await world.until('the account', async () => {
        const held = sql`select from stripe_accounts where stripe_account_id = ${account} and receives_from is not null`
        return (await maybeRow(world.api.pool, held)) !== null
      })
      expect((await moneyOf(id)).release_after !== null).toBe(released === 'ok')
      expect(sentFor(id)).toEqual([])
    }
    await checkMoney(world)
  } finally {
    await both.close()
  }
})
