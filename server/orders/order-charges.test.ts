import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { endUnpaid } from '#server/projects/cancel/project-cancel.ts'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import {
  atProvider,
  checkMoney,
  type MoneyWorld,
  receiveEvents,
  saveCard,
  startMoney,
  triedOnce,
} from '#tests/support/money.ts'
import { buildPackage, orderInput } from '#tests/support/packages.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const WORKS = '4242424242424242'
const NEEDS_HOLDER = '4000002760003184'
const ACCEPTED = 'Maya Okafor accepted your order'
const CONFIRM = 'Your bank wants you to confirm the payment for “Two unboxing videos”'

const pool = () => world.api.pool

async function ordered(cardNumber: string | null) {
  const seller = await buildSeller(pool())
  const creator = await buildCreator(pool(), { payoutReady: true })
  const { id: packageId } = await buildPackage(pool(), { creator })
  const card = cardNumber === null ? null : await saveCard(world, seller, cardNumber)
  const input = orderInput({ payment_method_id: card })
  const again = (overrides: object = {}) =>
    world.api.call(seller, 'package_orders.place', {
      params: { id: packageId },
      body: { ...input, ...overrides },
    })
  const { body: order } = await again()
  return { seller, creator, packageId, card, order, again }
}

const accepted = async (cardNumber: string | null) => accept(await ordered(cardNumber))

async function accept(one: Awaited<ReturnType<typeof ordered>>) {
  await world.api.call(one.creator, 'package_orders.accept', { params: { id: one.order.id } })
  const { body: application } = await world.api.call(one.seller, 'applications.accepted', {
    params: { id: one.order.project_id },
  })
  const applicationId = application?.id ?? ''
  const pay = (card?: string) =>
    world.api.call(one.seller, 'payments.create', {
      body: {
        project_id: one.order.project_id,
        application_id: applicationId,
        ...(card === undefined ? {} : { payment_method_id: card }),
      },
    })
  return { ...one, applicationId, pay }
}

type Accepted = Awaited<ReturnType<typeof accepted>>

const paymentOf = ({ order }: Accepted) =>
  oneRow<{ id: string; status: string; failure: string | null; funding_by: string }>(
    pool(),
    sql`select id, status, failure, funding_by from payments where project_id = ${order.project_id}`,
  )
const chargesOf = (paymentId: string) =>
  Object.values(world.stripe.state.charges).filter(
    (charge) => charge.transfer_group === `payment_${paymentId}`,
  )
const cancel = ({ seller, order }: Accepted) =>
  world.api.call(seller, 'projects.cancel', { params: { id: order.project_id } })
const runJobsNow = () =>
  execute(pool(), sql`update graphile_worker._private_jobs set run_at = now()`)

describe('a charge that needs the cardholder’s authentication', () => {
  test('notifies the brand that agreed when ordering, once, and leaves a payment page open', async () => {
    const deal = await accepted(NEEDS_HOLDER)
    await expect.poll(() => mailsTo(pool(), deal.seller)).toEqual([ACCEPTED, CONFIRM])
    expect(await paymentOf(deal)).toMatchObject({ status: 'pending', funding_by: 'page' })
    const { body } = await deal.pay()
    expect(body.checkout_url).toContain('http')
    const path = `sessions/${body.checkout_url?.split('/').at(-1)}/pay`
    await atProvider(world, path, { card_number: WORKS })
    await expect.poll(async () => (await paymentOf(deal)).status).toBe('held_in_escrow')
    expect(await mailsTo(pool(), deal.seller)).toEqual([ACCEPTED, CONFIRM])
    await checkMoney(world)
  })

  test('sends no mail to a brand that is choosing the card right now: it is shown the page', async () => {
    const deal = await accepted(null)
    const card = await saveCard(world, deal.seller, NEEDS_HOLDER)
    expect((await deal.pay(card)).body.checkout_url).toContain('http')
    expect(await mailsTo(pool(), deal.seller)).toEqual([ACCEPTED])
  })
})

describe('a project cancelled before its card was charged', () => {
  afterEach(() => receiveEvents(world))

  /**
   * The provider's response to the first attempt does not arrive, and neither does an event; the project is cancelled
   * before the next attempt.
   */
  async function cancelledMeanwhile(name: string, times: number) {
    const waiting = await ordered(WORKS)
    world.stripe.setWebhookUrl(null)
    const fault = { name, times, target: 'POST /v1/payment_intents' }
    await atProvider(world, 'switches', fault)
    const deal = await accept(waiting)
    const { id } = await paymentOf(deal)
    await triedOnce(world, 'payments.charge', id)
    expect((await cancel(deal)).body.status).toBe('cancelled')
    await atProvider(world, 'switches', { ...fault, times: 0 })
    await expect
      .poll(async () => {
        await runJobsNow()
        return (await paymentOf(deal)).status
      })
      .toBe('failed')
    return { deal, id }
  }

  test('is not charged when the provider is back', async () => {
    const { deal, id } = await cancelledMeanwhile('rate_limited', 1_000)
    expect(chargesOf(id)).toEqual([])
    expect((await paymentOf(deal)).failure).toBeNull()
    expect(await mailsTo(pool(), deal.seller)).toEqual([ACCEPTED])
    await checkMoney(world)
  })

  test('is refunded if the charge had succeeded but its response was lost', async () => {
    // Twice, because the client itself retries a call once.
    const { id } = await cancelledMeanwhile('reset_after', 2)
    await expect.poll(() => chargesOf(id).map((charge) => charge.amount_refunded)).toEqual([18_000])
    await checkMoney(world)
  })
})

test('a payment requested while its order is being ended unpaid is refused', async () => {
  const deal = await accepted(null)
  let click: ReturnType<typeof deal.pay> | undefined
  await inTransaction(pool(), async (tx) => {
    await execute(tx, sql`select from applications where id = ${deal.applicationId} for update`)
    click = deal.pay()
    await expect.poll(() => waitingForLocks(pool())).toBe(1)
    expect(await endUnpaid(tx, deal.order.project_id)).toBe(true)
  })
  const reply = await click
  expect(reply?.body).toMatchObject({ code: 'project.closed' })
})

describe('removed cards and packages', () => {
  test('ordering with a card that is removed concurrently is a 404 and orders nothing', async () => {
    const { seller, creator, packageId: first } = await ordered(null)
    const { id: packageId } = await buildPackage(pool(), { creator })
    const card = await saveCard(world, seller, WORKS)
    const body = orderInput({ payment_method_id: card })
    let click: ReturnType<typeof place> | undefined
    const place = () =>
      world.api.call(seller, 'package_orders.place', { params: { id: packageId }, body })
    await inTransaction(pool(), async (tx) => {
      await execute(tx, sql`delete from customer_payment_methods where id = ${card}`)
      click = place()
      await expect.poll(() => waitingForLocks(pool())).toBe(1)
    })
    const reply = await click
    expect(reply?.body).toMatchObject({ code: 'request.not_found' })
    const left = await rows(
      pool(),
      sql`select package_id from projects left join package_orders on project_id = projects.id
        where projects.seller_id = ${seller.id}`,
    )
    expect(left).toEqual([{ package_id: first }])
  })

  test('repeating an order succeeds after its package and card are gone, but not with another card', async () => {
    const { seller, creator, packageId, card, order, again } = await ordered(WORKS)
    await world.api.call(seller, 'payment_methods.remove', { params: { id: card ?? '' } })
    expect((await again()).body).toMatchObject({ id: order.id, charges_card: false })
    await world.api.call(creator, 'packages.remove', { params: { id: packageId } })
    expect((await again()).body).toMatchObject({ id: order.id })
    const other = await saveCard(world, seller, WORKS)
    expectRefusal(await again({ payment_method_id: other }), 'package_order.already_placed')
    expectRefusal(await again({ words: 'Something else.' }), 'package_order.already_placed')
  })
})
