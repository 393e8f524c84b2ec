import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHANGED_PAYOUT_HOURS } from '#contract/payouts.ts'
import { HOUR_MS } from '#server/clocks/days.ts'
import { tick } from '#server/clocks/tick.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { endWait } from '#server/payments/escrow/payment-claims.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { makeTransfer } from '#server/payments/release/payment-release.ts'
import { releaseClocks } from '#server/payments/release/release-clock.ts'
import { keepFormerAddress } from '#server/profiles/former-addresses.ts'
import { changeAccount } from '#tests/support/changed-payouts.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  ledgerText,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { twoProcesses } from '#tests/support/two-processes.ts'
import { FORMER_ADDRESS_DAYS } from '#contract/retention.ts'
import { forgetAll } from '#server/retention/forget-past.ts'
import { DAILY } from '#server/retention/forgetting-rules.ts'
import { refreshAccount } from './payout-service.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())
afterEach(() => world.api.setNow(null))

const HOLD_MS = CHANGED_PAYOUT_HOURS * HOUR_MS

const release = (deal: PayableDeal, paymentId: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: paymentId } })
const transfersOf = (paymentId: string) =>
  Object.values(world.stripe.state.transfers).filter(
    (made) => made.transfer_group === `payment_${paymentId}`,
  )
const accountOf = async (creator: { id: string }) =>
  (await world.api.call(creator, 'payouts.account')).body
const ordersOf = (paymentId: string) =>
  rows(
    world.api.pool,
    sql`select from events where entity_id = ${paymentId} and move = 'order_release'`,
  )
const waitOf = async (paymentId: string) =>
  (
    await oneRow<{ release_after: string | null }>(
      world.api.pool,
      sql`select release_after from payments where id = ${paymentId}`,
    )
  ).release_after
const tickAt = (deps: Deps, moment: Date) => {
  world.api.setNow(moment)
  return tick(deps, releaseClocks)
}

async function heldAndChanged(priceCents?: number) {
  const deal = await buildPayableDeal(world, priceCents)
  const paymentId = await fund(world, deal)
  return { deal, paymentId, changed: await changeAccount(world, deal.creator, deal.accountId) }
}

const changeMails = (to: string) =>
  rows(
    world.api.pool,
    sql`select from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'mail.send' and payload->>'to' = ${to}
        and payload->>'subject' like '%payouts go to another account'`,
  )

describe('a release to an account that replaced another', () => {
  test.each([LOWEST_PRICE, 54_050, HIGHEST_PRICE])(
    'of %i cents waits a day and then leaves by itself, once',
    async (cents) => {
      const { deal, paymentId, changed } = await heldAndChanged(cents)
      const before = await ledgerText(world, paymentId)
      const clicks = await Promise.all(Array.from({ length: 5 }, () => release(deal, paymentId)))
      for (const click of clicks)
        expect(click).toMatchObject({
          status: 200,
          body: {
            status: 'held_in_escrow',
            moving: 'release',
            release_after: changed.said,
          },
        })
      expect(await ordersOf(paymentId)).toHaveLength(1)
      // Nothing else moves it meanwhile, and nothing that runs early does either.
      const refund = { body: { payment_id: paymentId } }
      expectRefusal(await world.api.call(deal.creator, 'payments.refund', refund), 'payment.moving')
      await makeTransfer(world.api.deps, paymentId)
      await tickAt(world.api.deps, new Date(changed.from.getTime() - 1))
      const { open, healed } = await reconcile(world.api.deps)
      expect(JSON.stringify([open, healed])).not.toContain(paymentId)
      const booked = (await ledgerText(world, paymentId)).split('\n')
      // A comparison books what the provider charged us, and nothing else.
      expect(booked.filter((line) => !line.startsWith('provider_fee')).join('\n')).toBe(before)
      expect(transfersOf(paymentId)).toEqual([])
      await checkMoney(world)

      const both = twoProcesses(world.api.deps)
      try {
        world.api.setNow(changed.from)
        const ticks = await both.race(
          (deps) => tick(deps, releaseClocks),
          (deps) => tick(deps, releaseClocks),
          0,
        )
        expect(ticks).toEqual(['ok', 'ok'])
      } finally {
        await both.close()
      }
      await world.until(
        'the release',
        async () => (await statusOf(world, paymentId)) === 'released',
      )
      await tickAt(world.api.deps, new Date(changed.from.getTime() + 1))
      expect(transfersOf(paymentId).map(({ destination }) => destination)).toEqual([changed.id])
      expect(await ordersOf(paymentId)).toHaveLength(1)
      expect(await waitOf(paymentId)).toBeNull()
      await checkMoney(world)
    },
  )

  test('ordered a millisecond before the day is over waits; ordered exactly then, it is sent at once', async () => {
    const { deal, paymentId, changed } = await heldAndChanged()
    const next = await buildPayableDeal(world)
    const other = await fund(world, next)
    await execute(
      world.api.pool,
      sql`update stripe_accounts set receives_from = ${changed.from} where stripe_account_id = ${next.accountId}`,
    )
    world.api.setNow(new Date(changed.from.getTime() - 1))
    expect((await release(next, other)).body.release_after).toBe(changed.said)
    world.api.setNow(changed.from)
    expect((await release(deal, paymentId)).body).toMatchObject({
      status: 'released',
      release_after: null,
    })
    await tickAt(world.api.deps, changed.from)
    await world.until('the other', async () => (await statusOf(world, other)) === 'released')
  })

  test('whose process dies as the wait ends leaves with the next run', async () => {
    const { deal, paymentId, changed } = await heldAndChanged()
    await release(deal, paymentId)
    const dying = inTransaction(world.api.deps.pool, async (tx) => {
      expect(await endWait(tx, paymentId, changed.from)).toBe(true)
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await waitOf(paymentId)).not.toBeNull()
    // Hours late: the lifetime of its call's key counts from now.
    await tickAt(world.api.deps, new Date(changed.from.getTime() + 5 * HOUR_MS))
    await world.until('the release', async () => (await statusOf(world, paymentId)) === 'released')
    expect(transfersOf(paymentId)).toHaveLength(1)
  })

  test('that a bank disputes meanwhile is stopped, and the money stays', async () => {
    const { deal, paymentId } = await heldAndChanged()
    await release(deal, paymentId)
    await openBankDispute(world, paymentId)
    await tickAt(world.api.deps, new Date())
    await world.until('the stop', async () => (await waitOf(paymentId)) === null)
    await world.until('the claim to return', async () => {
      const { moving } = await oneRow<{ moving: string | null }>(
        world.api.pool,
        sql`select moving from payments where id = ${paymentId}`,
      )
      return moving === null
    })
    expect(transfersOf(paymentId)).toEqual([])
    expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
    await checkMoney(world)
  })

  test('is not sent if that account was closed too: the next one has its own wait', async () => {
    const { deal, paymentId, changed } = await heldAndChanged()
    await release(deal, paymentId)
    const third = await changeAccount(world, deal.creator, changed.id)
    await tickAt(world.api.deps, changed.from)
    await world.until('the refusal', async () => (await waitOf(paymentId)) === null)
    await world.until('the claim to return', async () => {
      const { body } = await world.api.call(deal.seller, 'payments.for_project', {
        params: { id: deal.project.id },
      })
      return body?.moving === null
    })
    world.api.setNow(null)
    expect((await release(deal, paymentId)).body.release_after).toBe(third.said)
    await checkMoney(world)
  })
})

test('a first account can receive money at once, even if its setup was interrupted', async () => {
  const deal = await buildPayableDeal(world)
  for (const outcome of ['unfinished', 'complete']) {
    await atProvider(world, `accounts/${deal.accountId}/onboarding`, { outcome })
    await refreshAccount(world.api.deps, deal.accountId)
  }
  expect(await accountOf(deal.creator)).toMatchObject({ receives_from: null })
  const paymentId = await fund(world, deal)
  expect((await release(deal, paymentId)).body.status).toBe('released')
  expect(await changeMails(deal.creator.email)).toEqual([])
})

describe('two concurrent refreshes of an account', () => {
  type State = Awaited<ReturnType<Deps['payments']['payoutAccountState']>>
  const answering = (state: () => Promise<State>): Deps => ({
    ...world.api.deps,
    payments: { ...world.api.deps.payments, payoutAccountState: state },
  })

  test.each([
    ['ready', 'in_progress'],
    ['in_progress', 'ready'],
    ['ready', 'closed'],
  ] as const)('store what the provider said last: first %s, then %s', async (first, last) => {
    for (const stored of [first, last]) {
      const { accountId, creator } = await buildPayableDeal(world)
      await refreshAccount(
        answering(async () => stored),
        accountId,
      )
      const answers: State[] = [first]
      const slow = answering(async () => {
        const [answer] = answers.splice(0)
        // The account changes after this question was answered, and another refresh is faster.
        if (answer !== undefined)
          await refreshAccount(
            answering(async () => last),
            accountId,
          )
        return answer ?? last
      })
      await refreshAccount(slow, accountId)
      expect(await accountOf(creator)).toMatchObject({
        onboarding_complete: last === 'ready',
        closed: last === 'closed',
      })
    }
  })
})

describe('the change of an account', () => {
  test('is notified once, at the current address and at recently replaced ones', async () => {
    const deal = await buildPayableDeal(world)
    const now = new Date()
    const former = `former.${deal.creator.email}`
    const forgotten = `forgotten.${deal.creator.email}`
    const since = (days: number) => new Date(now.getTime() - days * 24 * HOUR_MS)
    const move = (from: string, to: string, at: Date) =>
      inTransaction(world.api.pool, async (tx) => {
        await execute(tx, sql`update profiles set email = ${from} where id = ${deal.creator.id}`)
        await keepFormerAddress(tx, deal.creator.id, to, at)
        await execute(tx, sql`update profiles set email = ${to} where id = ${deal.creator.id}`)
      })
    await move(forgotten, former, since(FORMER_ADDRESS_DAYS + 1))
    await move(former, deal.creator.email, since(FORMER_ADDRESS_DAYS - 1))
    const changed = await changeAccount(world, deal.creator, deal.accountId)
    for (const outcome of ['unfinished', 'complete'])
      await atProvider(world, `accounts/${changed.id}/onboarding`, { outcome })
    await refreshAccount(world.api.deps, changed.id)
    await refreshAccount(world.api.deps, changed.id)
    expect(await changeMails(deal.creator.email)).toHaveLength(1)
    expect(await changeMails(former)).toHaveLength(1)
    expect(await changeMails(forgotten)).toEqual([])
    const account = await accountOf(deal.creator)
    expect(account?.receives_from).toBe(changed.said)
    const log = await rows(
      world.api.pool,
      sql`select from account_log where profile_id = ${deal.creator.id} and act = 'payouts_changed'`,
    )
    expect(log).toHaveLength(1)
    world.api.setNow(changed.from)
    expect((await accountOf(deal.creator))?.receives_from).toBeNull()
    await forgetAll(world.api.pool, DAILY, now)
    const left = await rows(
      world.api.pool,
      sql`select email from former_addresses where profile_id = ${deal.creator.id}`,
    )
    expect(left).toEqual([{ email: former }])
  })

  test('starts its wait when the new account can receive money', async () => {
    const deal = await buildPayableDeal(world)
    const before = Date.now()
    const { from } = await changeAccount(world, deal.creator, deal.accountId)
    expect(from.getTime() - HOLD_MS).toBeGreaterThanOrEqual(before)
    expect(from.getTime() - HOLD_MS).toBeLessThanOrEqual(Date.now())
  })
})
