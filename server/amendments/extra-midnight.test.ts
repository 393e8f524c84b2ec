import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { daysAfter, HOUR_MS, utcDay } from '#server/clocks/days.ts'
import { maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { applyCheckout } from '#server/payments/fund/payment-hold.ts'
import { buildShipment } from '#tests/support/shipments.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  payExtra,
  receiveEvents,
  saveCard,
  sessionOf,
  startMoney,
  statusOf,
  triedOnce,
} from '#tests/support/money.ts'
import { amendmentClocks } from './amendment-clock.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

/** A higher price for a proposed date is paid around the end of that day, which ends at midnight in UTC. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterEach(() => {
  world.api.setNow(null)
  receiveEvents(world)
})
afterAll(() => world.close())

const DAY = utcDay(daysAfter(new Date(), 1))
const LAST = new Date(`${DAY}T23:59:59.999Z`)
const MIDNIGHT = new Date(LAST.getTime() + 1)
const CARD = '4242424242424242'

/** Held money, and $60.00 more agreed on for another date. */
async function agreed(at: Date | null = null) {
  const deal = await buildPayableDeal(world)
  const own = await fund(world, deal)
  if (at !== null) world.api.setNow(at)
  const before = await agreedIn(deal)
  const id = randomUUID()
  const raise = { params: { id: deal.project.id }, body: { id, price: 600, deliver_by: DAY } }
  await world.api.call(deal.creator, 'amendments.propose', raise)
  const accepted = await world.api.call(deal.seller, 'amendments.accept', { params: { id } })
  expect(accepted.status).toBe(200)
  return { deal, own, before, amendment: id }
}

const pay = (deal: PayableDeal, amendment: string, card?: string) =>
  payExtra(world, deal, amendment, { card })

const agreedIn = ({ application }: PayableDeal) =>
  oneRow<{ price: number; deadline: string }>(
    world.api.pool,
    sql`select proposed_price as price, deadline from applications
      join projects on projects.id = project_id where applications.id = ${application.id}`,
  )

/** The extra's payment, as soon as it has begun. */
async function extraOf({ application }: PayableDeal): Promise<string> {
  let found: { id: string } | null = null
  await world.until('an extra', async () => {
    found = await maybeRow<{ id: string }>(
      world.api.pool,
      sql`select id from payments where application_id = ${application.id} and purpose = 'extra'`,
    )
    return found !== null
  })
  return (found as { id: string } | null)?.id ?? ''
}

/** Makes a job that waits for its next try due. */
const runJobsNow = () =>
  world.api.pool.query('update graphile_worker._private_jobs set run_at = now()')

const chargesOf = (id: string) =>
  Object.values(world.stripe.state.charges).filter(
    ({ transfer_group }) => transfer_group === `payment_${id}`,
  )
const returnedOf = (id: string) => chargesOf(id).map(({ amount_refunded }) => amount_refunded)

/** Opens the page in time, pays on it at a moment, and hears of it after midnight. */
async function paidAt(chargedAt: Date) {
  const waiting = await agreed()
  world.api.setNow(LAST)
  const { id, checkout_url: url } = (await pay(waiting.deal, waiting.amendment)).body
  const session = sessionOf(url ?? '')
  world.stripe.setWebhookUrl(null)
  await atProvider(world, `sessions/${session}/pay`, { card_number: CARD })
  world.api.setNow(MIDNIGHT)
  const read = await world.api.deps.payments.retrieveCheckout(session)
  expect(read?.chargedAt).toBeInstanceOf(Date)
  if (read !== null)
    await inTransaction(world.api.pool, (tx) =>
      applyCheckout(tx, world.api.deps, { ...read, chargedAt }),
    )
  return { ...waiting, id }
}

test('it can be paid until the date is over, and lapses then', async () => {
  const { deal, amendment } = await agreed()
  const standing = async () =>
    (await world.api.call(deal.seller, 'amendments.list', { params: { id: deal.project.id } })).body
      .amendments[0]
  expect(Date.parse((await standing())?.pay_by ?? '')).toBe(MIDNIGHT.getTime())
  for (const [at, status] of [
    [LAST, 'unpaid'],
    [MIDNIGHT, 'lapsed'],
  ] as const) {
    const due = await amendmentClocks['amendments that were not paid']?.(world.api.deps, at)
    for (const run of due ?? []) await run()
    expect(await standing()).toMatchObject({ id: amendment, status })
  }
})

test('one that was agreed on in the last day is not followed by a reminder at once', async () => {
  const { amendment } = await agreed(new Date(LAST.getTime() - HOUR_MS))
  const due = await amendmentClocks['unpaid amendments to remind of']?.(world.api.deps, LAST)
  for (const run of due ?? []) await run()
  const reminded = await rows(
    world.api.pool,
    sql`select id from notifications where cause = ${`clock.amendment_unpaid:${amendment}:once`}`,
  )
  expect(reminded).toEqual([])
})

test('a payment made in the last millisecond of the day counts, however late its event is', async () => {
  const { deal, own, id } = await paidAt(LAST)
  expect(await statusOf(world, id)).toBe('held_in_escrow')
  expect(await agreedIn(deal)).toEqual({ price: 60_000, deadline: DAY })
  await world.api.call(deal.seller, 'payments.release', { body: { payment_id: own } })
  await world.until('released', async () => (await statusOf(world, id)) === 'released')
  expect(returnedOf(id)).toEqual([0])
  await checkMoney(world)
})

test('a payment made at midnight goes back, and the deal stays as it was', async () => {
  const { deal, before, amendment, id } = await paidAt(MIDNIGHT)
  expect(await statusOf(world, id)).toBe('failed')
  await world.until('its return', async () => returnedOf(id).join() === '6000')
  expect(await agreedIn(deal)).toEqual(before)
  expectRefusal(await pay(deal, amendment), 'amendment.lapsed')
  await checkMoney(world)
})

test('a card whose charge waited until midnight is not charged', async () => {
  const { deal, before, amendment } = await agreed()
  const card = await saveCard(world, deal.seller, CARD)
  const fault = { name: 'rate_limited', times: 1_000, target: 'POST /v1/payment_intents' }
  await atProvider(world, 'switches', fault)
  world.api.setNow(LAST)
  const click = pay(deal, amendment, card)
  const id = await extraOf(deal)
  await triedOnce(world, 'payments.charge', id)
  world.api.setNow(MIDNIGHT)
  await atProvider(world, 'switches', { ...fault, times: 0 })
  await world.until('the end of the charge', async () => {
    await runJobsNow()
    return (await statusOf(world, id)) !== 'pending'
  })
  expect(await statusOf(world, id)).toBe('failed')
  await click
  expect(chargesOf(id)).toEqual([])
  expect(await agreedIn(deal)).toEqual(before)
  await checkMoney(world)
})

/** Records that a parcel of the deal has arrived, whose arrival gives fourteen days. */
async function arrive({ creator, project }: PayableDeal) {
  await buildShipment(world.api.pool, { project, status: 'shipped', days: 14 })
  const params = { id: project.id }
  expect((await world.api.call(creator, 'shipping.receive', { params })).status).toBe(200)
}

test.each(['before', 'after'] as const)(
  'a parcel that arrives %s the agreement moves the end of the payment with the date',
  async (when) => {
    const deal = await buildPayableDeal(world)
    await fund(world, deal)
    await world.api.pool.query('update projects set deadline = $1 where id = $2', [
      DAY,
      deal.project.id,
    ])
    const id = randomUUID()
    const today = utcDay(new Date())
    const raise = { params: { id: deal.project.id }, body: { id, price: 600, deliver_by: today } }
    await world.api.call(deal.creator, 'amendments.propose', raise)
    if (when === 'before') await arrive(deal)
    await world.api.call(deal.seller, 'amendments.accept', { params: { id } })
    if (when === 'after') await arrive(deal)

    world.api.setNow(new Date(`${DAY}T00:00:00Z`))
    const due = await amendmentClocks['amendments that were not paid']?.(
      world.api.deps,
      world.api.deps.clock(),
    )
    for (const lapse of due ?? []) await lapse()
    const { body: page } = await pay(deal, id)
    // The provider's events are signed at the real time.
    world.api.setNow(null)
    await atProvider(world, `sessions/${sessionOf(page.checkout_url ?? '')}/pay`, {
      card_number: CARD,
    })
    await world.until('held', async () => (await statusOf(world, page.id)) === 'held_in_escrow')
    expect(await agreedIn(deal)).toEqual({
      price: 60_000,
      deadline: utcDay(daysAfter(new Date(), 14)),
    })
    await checkMoney(world)
  },
)
