import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { extensionReleaseClocks } from '#server/payments/release/extension-clock.ts'
import { makeRefund } from '#server/payments/refund/payment-refund.ts'
import { releaseClocks } from '#server/payments/release/release-clock.ts'
import {
  atProvider,
  checkMoney,
  ledgerText,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { licensedDeal, payExtension, payOnPage, takenExtension } from '#tests/support/extensions.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

/** Money for more months of a licence that became void before the money was sent on: the brand gets it back. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)
const ownPayment = async ({ application }: PayableDeal) =>
  (
    await oneRow<{ id: string }>(
      world.api.pool,
      sql`select id from payments where application_id = ${application.id} and purpose = 'deal'`,
    )
  ).id
const licenceOf = async ({ seller, project }: PayableDeal) =>
  (await world.api.call(seller, 'licences.of_project', { params: { id: project.id } })).body
const movesOf = async (paymentId: string) =>
  (
    await rows<{ move: string }>(
      world.api.pool,
      sql`select move from events where entity = 'payment' and entity_id = ${paymentId} order by id`,
    )
  ).map(({ move }) => move)
const untilMove = (id: string, move: string) =>
  world.until(move, async () => (await movesOf(id)).includes(move))

/** Ticks clocks as they would `hours` from now. */
async function tick(hours: number, clocks: Clocks = extensionReleaseClocks): Promise<void> {
  const now = new Date(world.api.deps.clock().getTime() + hours * 3_600_000)
  for (const look of Object.values(clocks))
    for (const act of await look(world.api.deps, now)) await act()
}

/** A paid extension whose transfer was refused: a day later it is ordered again. */
async function heldUp() {
  const deal = await licensedDeal(world)
  const { body: page } = await payExtension(world, deal, await takenExtension(world, deal))
  await atProvider(world, 'switches', { name: 'fail_next_transfer' })
  await payOnPage(world, page.checkout_url)
  await untilMove(page.id, 'release_failed')
  return { deal, own: await ownPayment(deal), id: page.id }
}

async function close(dispute: string, own: string, outcome: 'won' | 'lost'): Promise<void> {
  await atProvider(world, `disputes/${dispute}/close`, { outcome })
  await untilMove(own, `dispute_${outcome}`)
}

const sentFor = async (paymentId: string) => {
  const { charge } = await oneRow<{ charge: string }>(
    world.api.pool,
    sql`select stripe_charge_id as charge from payments where id = ${paymentId}`,
  )
  const { refunds, transfers } = world.stripe.state
  return {
    refunds: Object.values(refunds).filter((row) => row.charge === charge).length,
    transfers: Object.values(transfers).filter(
      (row) => row.transfer_group === `payment_${paymentId}`,
    ).length,
  }
}
const RETURNED = [
  'hold      provider_clearing    12000',
  'hold      escrow              -12000',
  'refund    escrow               12000',
  'refund    provider_clearing   -12000',
].join('\n')

describe('the held money of an extension whose deal a bank disputes', () => {
  test('goes back to the card once, however many clocks order it, when the dispute is lost', async () => {
    const { deal, own, id } = await heldUp()
    const dispute = await openBankDispute(world, own)
    await tick(25)
    expect((await movesOf(id)).at(-1)).toBe('release_failed')
    await close(dispute, own, 'lost')
    expect(await licenceOf(deal)).toMatchObject({ status: 'void', void_reason: 'charged_back' })
    const release = await world.api.call(deal.seller, 'payments.release', {
      body: { payment_id: id },
    })
    expectRefusal(release, 'licence.void')

    await Promise.all([tick(25), tick(25)])
    await Promise.allSettled([makeRefund(world.api.deps, id), makeRefund(world.api.deps, id)])
    await becomes(id, 'refunded')
    await tick(50)
    expect(await ledgerText(world, id)).toBe(RETURNED)
    expect(await sentFor(id)).toEqual({ refunds: 1, transfers: 0 })
    expect((await movesOf(id)).filter((move) => move === 'order_refund')).toHaveLength(1)
    expect(await licenceOf(deal)).toMatchObject({ status: 'void', extended_months: 0 })
    await checkMoney(world)
  })

  test('goes on to the creator when the dispute is won', async () => {
    const { deal, own, id } = await heldUp()
    const dispute = await openBankDispute(world, own)
    await tick(25)
    await close(dispute, own, 'won')
    await tick(25)
    await becomes(id, 'released')
    expect(await sentFor(id)).toEqual({ refunds: 0, transfers: 1 })
    expect((await licenceOf(deal))?.extended_months).toBe(3)
    await checkMoney(world)
  })

  test('waits for the bank while the money of the deal, whose transfer bounced, is held as well', async () => {
    const { deal, own, id } = await heldUp()
    const { transfer } = await oneRow<{ transfer: string }>(
      world.api.pool,
      sql`select stripe_transfer_id as transfer from payments where id = ${own}`,
    )
    await atProvider(world, `transfers/${transfer}/reverse`)
    await becomes(own, 'held_in_escrow')
    const dispute = await openBankDispute(world, own)
    await tick(25)
    expect((await movesOf(id)).at(-1)).toBe('release_failed')
    const release = await world.api.call(deal.seller, 'payments.release', {
      body: { payment_id: id },
    })
    expectRefusal(release, 'payment.frozen')
    await close(dispute, own, 'lost')
    await tick(25)
    await becomes(id, 'refunded')
    await checkMoney(world)
  })

  test('goes back when the dispute is lost while clocks run', async () => {
    const { own, id } = await heldUp()
    const dispute = await openBankDispute(world, own)
    await Promise.all([tick(25), close(dispute, own, 'lost'), tick(25)])
    await tick(25)
    await becomes(id, 'refunded')
    expect(await sentFor(id)).toEqual({ refunds: 1, transfers: 0 })
    await checkMoney(world)
  })

  test('is not sent by an order from before the dispute: it is stopped and goes back', async () => {
    const deal = await licensedDeal(world)
    await execute(
      world.api.pool,
      sql`update stripe_accounts set receives_from = ${new Date(Date.now() + 86_400_000)}
        where user_id = ${deal.creator.id}`,
    )
    const { body: page } = await payExtension(world, deal, await takenExtension(world, deal))
    await payOnPage(world, page.checkout_url)
    await untilMove(page.id, 'order_release')
    const own = await ownPayment(deal)
    await close(await openBankDispute(world, own), own, 'lost')
    // Not a day later: there is nothing left to wait for.
    await tick(0, releaseClocks)
    const { waits } = await oneRow<{ waits: boolean }>(
      world.api.pool,
      sql`select release_after is not null as waits from payments where id = ${page.id}`,
    )
    expect(waits).toBe(false)
    await world.until('the order to end', async () =>
      ['release', 'release_stopped'].includes((await movesOf(page.id)).at(-1) ?? ''),
    )
    expect((await movesOf(page.id)).at(-1)).toBe('release_stopped')
    await tick(0)
    await becomes(page.id, 'refunded')
    expect(await sentFor(page.id)).toEqual({ refunds: 1, transfers: 0 })
    await checkMoney(world)
  })
})

test('both sides learn that the money went back because the licence is void, and nothing of a last day', async () => {
  const { deal, own, id } = await heldUp()
  await close(await openBankDispute(world, own), own, 'lost')
  await tick(25)
  await becomes(id, 'refunded')
  for (const reader of [deal.seller, deal.creator]) {
    const { body } = await world.api.call(reader, 'notifications.list')
    expect(body.items[0]?.sentence).toMatch(
      /^\$120\.00 for 3 more months of the licence for “.*” was returned: the licence is void\.$/,
    )
    expect(body.items.map(({ sentence }) => sentence).join()).not.toContain('ends on')
  }
})

test('a refused return is tried again a day later, and the creator is told so', async () => {
  const { deal, own, id } = await heldUp()
  await close(await openBankDispute(world, own), own, 'lost')
  await atProvider(world, 'switches', { name: 'fail_next_refund' })
  await tick(0)
  await untilMove(id, 'refund_failed')
  await checkMoney(world)
  const mail = await maybeRow(
    world.api.pool,
    sql`select 1 from notifications where user_id = ${deal.creator.id} and notice = 'payment.refund_failed'
      and facts ->> 'licence_void' = 'charged_back'`,
  )
  expect(mail).not.toBeNull()
  await tick(20)
  expect((await movesOf(id)).at(-1)).toBe('refund_failed')
  await tick(25)
  await becomes(id, 'refunded')
  await checkMoney(world)
})

test('a return that did not reach the card is left to the two sides', async () => {
  const { deal, own, id } = await heldUp()
  await close(await openBankDispute(world, own), own, 'lost')
  await tick(0)
  await becomes(id, 'refunded')
  const { refund } = await oneRow<{ refund: string }>(
    world.api.pool,
    sql`select stripe_refund_id as refund from payments where id = ${id}`,
  )
  world.stripe.controls.settleRefund(refund, false)
  await becomes(id, 'held_in_escrow')
  await tick(50)
  expect((await movesOf(id)).at(-1)).toBe('refund_came_back')
  const release = { body: { payment_id: id } }
  expect((await world.api.call(deal.seller, 'payments.release', release)).status).toBe(200)
  await becomes(id, 'released')
  await checkMoney(world)
})
