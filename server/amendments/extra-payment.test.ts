import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AMENDMENT_LIMITS } from '#contract/amendments.ts'
import { DEFAULT_FEE_TERMS, FEE_LIMITS, feeTerms } from '#contract/fees.ts'
import { centsFromUsd, formatCents, splitPrice, usdFromCents } from '#contract/money.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { decideDispute } from '#server/disputes/dispute-decision.ts'
import { addFeeTerms } from '#server/fees/fee-terms-store.ts'
import { amendmentClocks } from './amendment-clock.ts'
import {
  buildApplication,
  buildDeliverable,
  buildOperator,
  type BuiltUser,
} from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  payExtra,
  saveCard,
  sessionOf,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

/** A higher price for a deal whose money is held: the brand pays the difference, then it counts (decision 0073). */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const HOUR_MS = 60 * 60_000
const propose = (
  as: BuiltUser,
  deal: PayableDeal,
  body: { id: string; price?: number; deliver_by?: string },
) => world.api.call(as, 'amendments.propose', { params: { id: deal.project.id }, body })
const accept = (as: BuiltUser, id: string) =>
  world.api.call(as, 'amendments.accept', { params: { id } })
const read = (as: BuiltUser, deal: PayableDeal) =>
  world.api.call(as, 'amendments.list', { params: { id: deal.project.id } })
/** What the project page says was added to its price. */
const addedTo = async (as: BuiltUser, { project }: PayableDeal) =>
  (await world.api.call(as, 'projects.get', { params: { id: project.id } })).body.added
const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const refund = (deal: PayableDeal, id: string) =>
  world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
const pay = (deal: PayableDeal, amendment: string, card?: string, as: BuiltUser = deal.seller) =>
  payExtra(world, deal, amendment, { card, as })

async function held(priceCents = 54_000) {
  const deal = await buildPayableDeal(world, priceCents)
  return { deal, own: await fund(world, deal) }
}

/** The creator proposes and the brand agrees, in USD. */
async function agree(deal: PayableDeal, price: number, more: object = {}): Promise<string> {
  const id = randomUUID()
  const made = await propose(deal.creator, deal, { id, price, ...more })
  expect(made.status).toBe(200)
  expect((await accept(deal.seller, id)).status).toBe(200)
  return id
}

/** The checkout page of an extra, opened. */
async function open(deal: PayableDeal, amendment: string) {
  const { status, body } = await pay(deal, amendment)
  expect(status).toBe(200)
  return { id: body.id, session: sessionOf(body.checkout_url ?? '') }
}
const payPage = (session: string) =>
  atProvider(world, `sessions/${session}/pay`, { card_number: '4242424242424242' })
const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)

/** Agreed, paid and held: the extra's payment. */
async function held2(deal: PayableDeal, price: number, more: object = {}) {
  const amendment = await agree(deal, price, more)
  const { id, session } = await open(deal, amendment)
  await payPage(session)
  await becomes(id, 'held_in_escrow')
  return { amendment, extra: id }
}

/** Waits until none of these payments is being moved. */
const atRest = (...ids: string[]) =>
  world.until(
    'quiet',
    async () =>
      (
        await oneRow<{ moving: number }>(
          world.api.pool,
          sql`select count(moving)::int as moving from payments where id = any (${ids})`,
        )
      ).moving === 0,
  )

const dealOf = ({ application }: PayableDeal) =>
  oneRow<{ price: number; deadline: string; project: string }>(
    world.api.pool,
    sql`select proposed_price as price, deadline, projects.status as project from applications
      join projects on projects.id = project_id where applications.id = ${application.id}`,
  )
const amendmentStatus = async (id: string) =>
  (
    await oneRow<{ status: string }>(
      world.api.pool,
      sql`select status from amendments where id = ${id}`,
    )
  ).status
/** One run of the clock job for unpaid amendments. */
async function tick(now: Date): Promise<void> {
  const due = await amendmentClocks['amendments that were not paid']?.(world.api.deps, now)
  for (const run of due ?? []) await run()
}
const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
/** What the provider moved for a payment, in cents. */
function moved(id: string) {
  const { charges, refunds, transfers } = world.stripe.state
  const own = Object.values(charges).filter((row) => row.transfer_group === `payment_${id}`)
  const ids = new Set(own.map((charge) => charge.id))
  return {
    charged: sum(own.map(({ amount }) => amount)),
    back: sum(
      Object.values(refunds)
        .filter(({ charge }) => ids.has(charge as string))
        .map(({ amount }) => amount),
    ),
    sent: sum(
      Object.values(transfers)
        .filter((row) => row.transfer_group === `payment_${id}`)
        .map(({ amount }) => amount),
    ),
  }
}

describe('a higher price for held money', () => {
  test('is refused if it is less than a dollar higher, and only the brand can pay the difference', async () => {
    const { deal } = await held()
    expectRefusal(
      await propose(deal.seller, deal, { id: randomUUID(), price: 540.99 }),
      'amendment.extra_too_small',
    )
    const id = randomUUID()
    await propose(deal.seller, deal, { id, price: 600 })
    expectRefusal(await pay(deal, id), 'request.not_found')
    await accept(deal.creator, id)
    expectRefusal(await pay(deal, id, undefined, deal.creator), 'request.not_found')
    const { deal: other } = await held()
    expectRefusal(await pay(other, id), 'request.not_found')
    expectRefusal(await pay(deal, randomUUID()), 'request.not_found')
  })

  test('changes nothing until the difference is held, and then price and date together', async () => {
    const { deal, own } = await held()
    const before = await dealOf(deal)
    const amendment = await agree(deal, 600, { deliver_by: '2999-05-01' })
    expect(await dealOf(deal)).toEqual(before)
    // The same click again.
    expect((await accept(deal.seller, amendment)).status).toBe(200)
    const [waiting] = (await read(deal.creator, deal)).body.amendments
    expect(waiting).toMatchObject({ status: 'unpaid', extra: 60 })
    expect(Date.parse(waiting?.pay_by ?? '') - Date.parse(waiting?.answered_at ?? '')).toBe(
      AMENDMENT_LIMITS.payHours * HOUR_MS,
    )
    expectRefusal(
      await propose(deal.seller, deal, { id: randomUUID(), price: 500 }),
      'amendment.unpaid',
    )
    const due = { amount: 60, pay_by: expect.any(String), held_at: null }
    expect(await addedTo(deal.creator, deal)).toEqual([due])
    const { id, session } = await open(deal, amendment)
    // Both clicks get the same checkout page.
    expect((await open(deal, amendment)).id).toBe(id)
    expect(await dealOf(deal)).toEqual(before)
    await payPage(session)
    await becomes(id, 'held_in_escrow')
    expect(await dealOf(deal)).toMatchObject({ price: 60_000, deadline: '2999-05-01' })
    expect(await amendmentStatus(amendment)).toBe('accepted')
    const paid = { amount: 60, pay_by: null, held_at: expect.any(String) }
    for (const side of [deal.seller, deal.creator])
      expect(await addedTo(side, deal)).toEqual([paid])
    // Someone who was not hired can read the project page, but no price.
    const { creator: other } = await buildApplication(world.api.pool, {
      project: deal.project,
      status: 'rejected',
    })
    const seen = await world.api.call(other, 'projects.get', { params: { id: deal.project.id } })
    expect([seen.status, seen.body.added]).toEqual([200, undefined])
    expect((await read(deal.seller, deal)).body).toMatchObject({ held: 600, terms: { price: 600 } })
    expectRefusal(await pay(deal, amendment), 'payment.already_funded')
    expect(await statusOf(world, own)).toBe('held_in_escrow')
    await checkMoney(world)
  })

  test('lapses after three days unpaid, and a later payment is refunded', async () => {
    const { deal } = await held()
    const amendment = await agree(deal, 600)
    const { id, session } = await open(deal, amendment)
    const late = new Date(Date.now() + AMENDMENT_LIMITS.payHours * HOUR_MS)
    world.api.setNow(late)
    expectRefusal(await pay(deal, amendment), 'amendment.lapsed')
    await tick(late)
    world.api.setNow(null)
    expect(await amendmentStatus(amendment)).toBe('lapsed')
    expect(await addedTo(deal.seller, deal)).toBe(undefined)
    await payPage(session)
    await world.until('its return', async () => moved(id).back === 6_000)
    expect(await dealOf(deal)).toMatchObject({ price: 54_000 })
    expect(await statusOf(world, id)).toBe('failed')
    expectRefusal(await pay(deal, amendment), 'amendment.lapsed')
    await world.until('the books', async () => {
      const { owed } = await oneRow<{ owed: number }>(
        world.api.pool,
        sql`select count(*)::int as owed from ledger_movements where payment_id = ${id} and kind = 'duplicate'`,
      )
      return owed === 2
    })
    await checkMoney(world)
  })

  test('can be paid by a saved card, and retried after one is declined', async () => {
    const { deal } = await held()
    const amendment = await agree(deal, 640)
    const bad = await saveCard(world, deal.seller, '4000000000000341')
    const declined = await pay(deal, amendment, bad)
    expect(declined.body.status).toBe('failed')
    expect(await dealOf(deal)).toMatchObject({ price: 54_000 })
    const good = await saveCard(world, deal.seller, '4242424242424242')
    const paid = await pay(deal, amendment, good)
    expect(paid.body).toMatchObject({ status: 'held_in_escrow', amount: 100 })
    expect(paid.body.id).toBe(declined.body.id)
    expect(await dealOf(deal)).toMatchObject({ price: 64_000 })
    await checkMoney(world)
  })
})

describe('an extra payment', () => {
  test.each(['own', 'extra'] as const)(
    'is released with the deal by clicking the %s payment, each payment once, and completes the project',
    async (clicked) => {
      const { deal, own } = await held()
      const { extra } = await held2(deal, 600)
      const clicks = await Promise.all([0, 1].map(() => release(deal, { own, extra }[clicked])))
      expect(clicks.map(({ status }) => status)).toEqual([200, 200])
      await Promise.all([becomes(own, 'released'), becomes(extra, 'released')])
      expect(moved(own)).toEqual({ charged: 54_000, back: 0, sent: 45_900 })
      expect(moved(extra)).toEqual({ charged: 6_000, back: 0, sent: 5_100 })
      const { body: statement } = await world.api.call(deal.creator, 'payments.statement', {
        params: { id: own },
      })
      const lines = statement.lines.map(
        ({ kind, amount, part }) => `${kind} ${amount} of ${part?.charged_amount}`,
      )
      expect(lines.toSorted()).toEqual([
        'paid_in 0 of 540',
        'paid_in 0 of 60',
        'sent 459 of 540',
        'sent 51 of 60',
      ])
      await world.until('the end', async () => (await dealOf(deal)).project === 'completed')
      await checkMoney(world)
    },
  )

  test('is included in one amount in the deal lists, and listed with its purpose among the payments', async () => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    const { body: mine } = await world.api.call(deal.seller, 'projects.mine')
    expect(mine[0]?.deal?.payment).toMatchObject({ id: own, amount: 600, purpose: 'deal' })
    const { body: theirs } = await world.api.call(deal.creator, 'applications.mine')
    expect(theirs[0]?.deal?.payment).toMatchObject({ creator_amount: 510 })
    const { body: payments } = await world.api.call(deal.creator, 'payments.list')
    expect(payments.map(({ id, purpose, amount }) => ({ id, purpose, amount }))).toEqual([
      { id: extra, purpose: 'extra', amount: 60 },
      { id: own, purpose: 'deal', amount: 540 },
    ])
    const operator = await buildOperator(world.api.pool)
    const { body: shown } = await world.api.call(operator, 'operator.project', {
      params: { id: deal.project.id },
    })
    expect(shown.payments.map(({ purpose }) => purpose)).toEqual(['extra', 'deal'])
  })

  test('is split separately in the creator’s net amount that notices show beside a price', async () => {
    const { deal } = await held(10_003)
    await held2(deal, 200.06)
    await propose(deal.seller, deal, { id: randomUUID(), price: 300.09 })
    const [newest] = (await world.api.call(deal.creator, 'notifications.list')).body.items
    // One cent more than the share of the sum, because each payment is rounded separately.
    expect(newest?.sentence).toContain('a new price ($300.09, $255.09 for you)')
    const read = await world.api.call(deal.seller, 'notifications.list')
    expect(read.body.items.map(({ sentence }) => sentence).join()).not.toMatch(/for you\b/)
  })

  test('is refunded with the rest when the creator refunds the deal', async () => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    expect((await refund(deal, own)).status).toBe(200)
    await Promise.all([becomes(own, 'refunded'), becomes(extra, 'refunded')])
    expect([moved(own).back, moved(extra).back]).toEqual([54_000, 6_000])
    expect((await dealOf(deal)).project).toBe('in_progress')
    await checkMoney(world)
  })

  test('cannot be reduced by a lower price, but the original payment can', async () => {
    const { deal, own } = await held(1_000)
    const { extra } = await held2(deal, 110)
    expectRefusal(
      await propose(deal.seller, deal, { id: randomUUID(), price: 100 }),
      'amendment.price_below_extra',
    )
    const id = randomUUID()
    await propose(deal.seller, deal, { id, price: 105 })
    await accept(deal.creator, id)
    await world.until('the return', async () => moved(own).back === 500)
    expect(await dealOf(deal)).toMatchObject({ price: 10_500 })
    await world.until('quiet', async () => {
      const { moving } = await oneRow<{ moving: string | null }>(
        world.api.pool,
        sql`select moving from payments where id = ${own}`,
      )
      return moving === null
    })
    await checkMoney(world)
    await release(deal, own)
    await Promise.all([becomes(own, 'released'), becomes(extra, 'released')])
    await checkMoney(world)
  })

  test('is refunded if it arrives after the deal was released or refunded', async () => {
    for (const leave of ['release', 'refund'] as const) {
      const { deal, own } = await held()
      const amendment = await agree(deal, 600)
      const { id, session } = await open(deal, amendment)
      await { release, refund }[leave](deal, own)
      await becomes(own, leave === 'release' ? 'released' : 'refunded')
      expect(await amendmentStatus(amendment)).toBe('closed')
      expectRefusal(await pay(deal, amendment), 'amendment.answered')
      await payPage(session)
      await world.until('its return', async () => moved(id).back === 6_000)
      expect(await dealOf(deal)).toMatchObject({ price: 54_000 })
      await becomes(id, 'failed')
    }
  })

  test('freezes the release of the whole deal while a bank disputes its charge', async () => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    const dispute = await openBankDispute(world, extra)
    expectRefusal(await release(deal, own), 'payment.frozen')
    expect(moved(own)).toMatchObject({ back: 0, sent: 0 })
    // Both sides see the same frozen state that the refusal reports.
    const { body: read } = await world.api.call(deal.seller, 'payments.for_project', {
      params: { id: deal.project.id },
    })
    expect(read).toMatchObject({ id: own, disputed: true, dispute_outcome: 'open' })
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
    await becomes(extra, 'refunded')
    expect((await dealOf(deal)).project).toBe('in_progress')
    await release(deal, own)
    await becomes(own, 'released')
    await world.until('the end', async () => (await dealOf(deal)).project === 'completed')
    await checkMoney(world)
  })

  test('stops every change of the deal while a bank disputes its charge, and none once the bank has decided for it', async () => {
    const { deal } = await held(10_000)
    const { extra } = await held2(deal, 150)
    const lower = randomUUID()
    await propose(deal.seller, deal, { id: lower, price: 120 })
    const dispute = await openBankDispute(world, extra)
    expectRefusal(await accept(deal.creator, lower), 'amendment.frozen')
    expect((await read(deal.creator, deal)).body).toMatchObject({
      closed: 'amendment.frozen',
      held: null,
    })
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'won' })
    await world.until('the end of the dispute', async () => {
      const { body } = await read(deal.creator, deal)
      return body.closed === null
    })
    expect((await read(deal.creator, deal)).body).toMatchObject({ price_fixed: null, held: 150 })
    expect((await accept(deal.creator, lower)).status).toBe(200)
    expect(await dealOf(deal)).toMatchObject({ price: 12_000 })
  })

  test('that a bank took back fixes the price, so that it does not go back twice', async () => {
    const { deal, own } = await held(10_000)
    const { extra } = await held2(deal, 150)
    const lower = randomUUID()
    // Proposed before the bank took the money.
    await propose(deal.seller, deal, { id: lower, price: 100 })
    const dispute = await openBankDispute(world, extra)
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
    await becomes(extra, 'refunded')
    for (const side of [deal.seller, deal.creator])
      expect((await read(side, deal)).body).toMatchObject({
        closed: null,
        price_fixed: 'amendment.payment_begun',
        held: 100,
        terms: { price: 150, parts: [100, 50] },
      })
    expectRefusal(await accept(deal.creator, lower), 'amendment.payment_begun')
    await world.api.call(deal.creator, 'amendments.decline', { params: { id: lower } })
    for (const price of [100, 120, 200])
      expectRefusal(
        await propose(deal.creator, deal, { id: randomUUID(), price }),
        'amendment.payment_begun',
      )
    // Another date moves no money.
    const later = randomUUID()
    await propose(deal.creator, deal, { id: later, deliver_by: '2999-05-01' })
    expect((await accept(deal.seller, later)).status).toBe(200)
    expect(await dealOf(deal)).toMatchObject({ price: 15_000, deadline: '2999-05-01' })
    expect(moved(own)).toEqual({ charged: 10_000, back: 0, sent: 0 })
    await checkMoney(world)
    await release(deal, own)
    await becomes(own, 'released')
    expect(moved(own)).toEqual({ charged: 10_000, back: 0, sent: 8_500 })
    await checkMoney(world)
  })

  test('that was returned, or is on its way, fixes the price while the deal’s own payment is still held', async () => {
    const { deal, own } = await held(10_000)
    const { extra } = await held2(deal, 150)
    const lower = randomUUID()
    await propose(deal.seller, deal, { id: lower, price: 100 })
    const as = async (columns: string, code: Parameters<typeof expectRefusal>[1]) => {
      await world.api.pool.query(`update payments set ${columns} where id = $1`, [extra])
      expectRefusal(await accept(deal.creator, lower), code)
    }
    await as(`moving = 'refund'`, 'amendment.money_leaves')
    await as(`moving = null, status = 'refunded'`, 'amendment.payment_begun')
    await world.api.pool.query(`update payments set status = 'held_in_escrow' where id = $1`, [
      extra,
    ])
    expect(moved(own).back).toBe(0)
    expect((await accept(deal.creator, lower)).status).toBe(200)
  })

  test('keeps the originals locked and the project open until both payments have been sent', async () => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    await buildDeliverable(world.api.pool, deal)
    const isOpen = async () =>
      (
        await world.api.call(deal.seller, 'deliverables.for_project', {
          params: { id: deal.project.id },
        })
      ).body.some(({ original_open: open }) => open)
    expect(await isOpen()).toBe(false)
    // The deal's own payment is sent and the extra is not, whichever of the two the provider refuses below.
    const set = (status: string) =>
      world.api.pool.query('update payments set status = $2 where id = $1', [own, status])
    await set('released')
    expect(await isOpen()).toBe(false)
    await set('held_in_escrow')
    await atProvider(world, 'switches', { name: 'fail_next_transfer' })
    await release(deal, own)
    const statuses = async () =>
      [await statusOf(world, own), await statusOf(world, extra)].toSorted()
    await atRest(own, extra)
    expect(await statuses()).toEqual(['held_in_escrow', 'released'])
    expect((await dealOf(deal)).project).toBe('in_progress')
    expect(await isOpen()).toBe(false)
    await checkMoney(world)
    const left = (await statusOf(world, own)) === 'released' ? extra : own
    expect((await release(deal, left)).status).toBe(200)
    await world.until('both', async () => (await statuses()).every((one) => one === 'released'))
    expect([moved(own).sent, moved(extra).sent]).toEqual([45_900, 5_100])
    await world.until('the end', async () => (await dealOf(deal)).project === 'completed')
    expect(await isOpen()).toBe(true)
    await checkMoney(world)
  })
})

/** A dispute about the deal that is waiting for a decision, opened about one of its payments. */
async function disputed(deal: PayableDeal, about: string): Promise<string> {
  const opened = await world.api.call(deal.seller, 'disputes.open', {
    params: { id: about },
    body: { reason: 'not_as_agreed', statement: 'The second clip is missing.' },
  })
  expect(opened.status).toBe(200)
  const { id } = await oneRow<{ id: string }>(
    world.api.pool,
    sql`select deal_dispute_id as id from payments where id = ${about}`,
  )
  await world.api.pool.query(
    `update deal_disputes set status = 'awaiting_decision' where id = $1`,
    [id],
  )
  return id
}

const sentences = async (reader: BuiltUser): Promise<string> =>
  (await world.api.call(reader, 'notifications.list')).body.items
    .map(({ sentence }) => sentence)
    .join('\n')

async function decide(dispute: string, returned: number, total: number): Promise<void> {
  const operator = await buildOperator(world.api.pool)
  const { body } = await world.api.call(operator, 'operator.dispute', { params: { id: dispute } })
  expect(sum(body.parts.map(centsFromUsd))).toBe(total)
  const by = { ...operator, sessionId: operator.id, aal: 'aal2' as const }
  const outcome = returned === 0 ? 'release' : returned === total ? 'refund' : 'split'
  const given = { outcome, reason: 'One of two clips was delivered.' } as const
  await decideDispute(
    world.api.deps,
    by,
    dispute,
    outcome === 'split' ? { ...given, returned_amount: usdFromCents(returned) } : given,
    new Date(),
  )
}

test.each(['release', 'return'] as const)(
  'what an extra holds after a bank took the deal’s own payment is the rest: no work is reviewed for it, and people %s it',
  async (way) => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    const { id } = await buildDeliverable(world.api.pool, deal)
    const dispute = await openBankDispute(world, own)
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
    await becomes(own, 'refunded')
    const params = { id: deal.project.id }
    const { body } = await world.api.call(deal.creator, 'payments.for_project', { params })
    expect(body).toMatchObject({ id: extra, status: 'held_in_escrow', amount: 60, is_rest: true })
    const approval = await world.api.call(deal.seller, 'deliverables.approve', {
      params: { id },
      body: { release: true },
    })
    expectRefusal(approval, 'deliverable.money_returned')
    expect(await statusOf(world, extra)).toBe('held_in_escrow')
    // No clock releases it, so no week is named for it.
    const { weeks } = (await world.api.call(deal.creator, 'statements.forecast')).body
    expect(weeks.map(({ least, most }) => [least, most])).toEqual(weeks.map(() => [0, 51]))
    expect((await (way === 'release' ? release : refund)(deal, extra)).status).toBe(200)
    await becomes(extra, way === 'release' ? 'released' : 'refunded')
    await checkMoney(world)
  },
)

test('a statement says what is held of a deal, whichever of its payments the provider returned', async () => {
  const { deal, own } = await held()
  const { extra } = await held2(deal, 600)
  await atProvider(world, 'switches', { name: 'fail_next_refund' })
  await refund(deal, own)
  const statuses = async () => [await statusOf(world, own), await statusOf(world, extra)]
  await atRest(own, extra)
  expect((await statuses()).toSorted()).toEqual(['held_in_escrow', 'refunded'])
  const [returned, left] = (await statusOf(world, own)) === 'refunded' ? [540, 60] : [60, 540]
  const { body: shown } = await world.api.call(deal.seller, 'payments.for_project', {
    params: { id: deal.project.id },
  })
  const { body } = await world.api.call(deal.seller, 'payments.statement', {
    params: { id: shown?.id ?? '' },
  })
  expect(body).toMatchObject({ place: 'held', returned_amount: returned, held_amount: left })
  expect((await refund(deal, returned === 540 ? extra : own)).status).toBe(200)
  await world.until('both', async () => (await statuses()).every((one) => one === 'refunded'))
  const { body: after } = await world.api.call(deal.seller, 'payments.statement', {
    params: { id: own },
  })
  expect(after).toMatchObject({ place: 'card', returned_amount: 600 })
  expect(after).not.toHaveProperty('held_amount')
  await checkMoney(world)
})

test('a statement says of each share that came back what was held again then, whatever went back since', async () => {
  const { deal, own } = await held()
  const { extra } = await held2(deal, 600)
  await release(deal, own)
  for (const id of [own, extra]) await becomes(id, 'released')
  const takeBack = async (id: string) => {
    const sent = Object.values(world.stripe.state.transfers).find(
      (row) => row.transfer_group === `payment_${id}`,
    )
    await atProvider(world, `transfers/${sent?.id}/reverse`)
    await becomes(id, 'held_in_escrow')
  }
  // The extra's share comes back, and the extra is returned as a whole; then the other share comes back.
  await takeBack(extra)
  expect((await refund(deal, extra)).status).toBe(200)
  await becomes(extra, 'refunded')
  await takeBack(own)
  for (const reader of [deal.seller, deal.creator]) {
    const { body } = await world.api.call(reader, 'payments.statement', { params: { id: own } })
    const back = body.lines.filter(({ kind }) => kind === 'share_came_back')
    expect(back.map(({ held_amount }) => held_amount)).toEqual([60, 540])
  }
  await checkMoney(world)
})

describe('a dispute about a deal with extras', () => {
  test('waits for the bank that disputes one of them, and says so to operators', async () => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    const params = { id: await disputed(deal, own) }
    await openBankDispute(world, extra)
    const operator = await buildOperator(world.api.pool)
    const read = await world.api.call(operator, 'operator.dispute', { params })
    expect(read.body.bank_disputed).toBe(true)
    const body = { outcome: 'release', reason: 'Both clips were delivered.' }
    const decided = await world.api.call(operator, 'operator.decide_dispute', { params, body })
    expectRefusal(decided, 'payment.frozen')
  })

  test('has what happened to all payments of the deal as evidence', async () => {
    const { deal, own } = await held()
    await held2(deal, 600)
    const { body } = await world.api.call(deal.creator, 'disputes.evidence', {
      params: { id: await disputed(deal, own) },
      query: {},
    })
    expect(body.events.filter(({ kind }) => kind === 'payment.hold')).toHaveLength(2)
  })

  test('freezes all payments, refunds a new one, and allows the release once it is withdrawn', async () => {
    const { deal, own } = await held()
    const { extra } = await held2(deal, 600)
    const amendment = await agree(deal, 700)
    const { id, session } = await open(deal, amendment)
    const dispute = await disputed(deal, extra)
    for (const one of [own, extra]) {
      expectRefusal(await release(deal, one), 'payment.frozen')
      expectRefusal(await refund(deal, one), 'payment.frozen')
    }
    expectRefusal(await pay(deal, amendment), 'payment.frozen')
    await payPage(session)
    await world.until('its return', async () => moved(id).back === 10_000)
    const seen = await world.api.call(deal.creator, 'disputes.for_project', {
      params: { id: deal.project.id },
    })
    expect(seen.body).toMatchObject([{ id: dispute, amount: 600, payment_id: own }])
    expect(await sentences(deal.creator)).toContain('$600.00 is frozen')
    const forecast = async (reader: BuiltUser) =>
      (await world.api.call(reader, 'statements.forecast')).body
    const { weeks, disputed: shares } = await forecast(deal.creator)
    expect([shares, ...weeks.map(({ most }) => most)]).toEqual([510, ...weeks.map(() => 0)])
    expect((await forecast(deal.seller)).disputed).toBe(600)
    const withdrawn = await world.api.call(deal.seller, 'disputes.withdraw', {
      params: { id: dispute },
    })
    expect(withdrawn.status).toBe(200)
    expect((await release(deal, own)).status).toBe(200)
    await Promise.all([becomes(own, 'released'), becomes(extra, 'released')])
    await checkMoney(world)
  })

  // Refunds of $10.00 and $60.00 and $0.01 more: nothing, part of the last, all of it, part of the first, everything.
  test.each([0, 1, 5_999, 6_000, 6_001, 6_999, 7_000])(
    'is decided to the cent, starting with the last payment: %s cents are refunded',
    async (returned) => {
      const { deal, own } = await held(1_000)
      const { extra } = await held2(deal, 70)
      await decide(await disputed(deal, own), returned, 7_000)
      const [ofExtra, ofOwn] = [Math.min(returned, 6_000), Math.max(0, returned - 6_000)]
      await becomes(extra, ofExtra === 6_000 ? 'refunded' : 'released')
      await becomes(own, ofOwn === 1_000 ? 'refunded' : 'released')
      expect([moved(own).back, moved(extra).back]).toEqual([ofOwn, ofExtra])
      const share = (cents: number) => splitPrice(cents, DEFAULT_FEE_TERMS).creatorCents
      const shares = [share(1_000 - ofOwn), share(6_000 - ofExtra)]
      expect([moved(own).sent, moved(extra).sent]).toEqual(shares)
      const [seen] = (
        await world.api.call(deal.creator, 'disputes.for_project', {
          params: { id: deal.project.id },
        })
      ).body
      expect(seen?.decision).toMatchObject({
        returned_amount: usdFromCents(returned),
        creator_amount: usdFromCents(sum(shares)),
      })
      const [paid, fee] = [sum(shares), 7_000 - returned - sum(shares)].map(formatCents)
      // Everything went back, so shares are not mentioned.
      const said =
        returned < 7_000 ? `${paid} goes to Maya Okafor, ${fee} is the platform fee.` : ''
      expect(await sentences(deal.creator)).toContain(said)
      if (returned < 7_000)
        await world.until('the end', async () => (await dealOf(deal)).project === 'completed')
      await checkMoney(world)
    },
  )
})

const TERMS = [
  ['nothing for the platform', feeTerms(0)],
  ['half of the price', feeTerms(FEE_LIMITS.percent.max)],
  ['15 % and a minimum of $5', feeTerms(15, 500)],
] as const
const STEPS = [
  [LOWEST_PRICE, 2 * LOWEST_PRICE],
  [LOWEST_PRICE, HIGHEST_PRICE],
  [HIGHEST_PRICE - LOWEST_PRICE, HIGHEST_PRICE],
  [54_321, 66_666],
] as const

test.each(TERMS)(
  'with the fee “%s”, both payments are released to the cent, and the minimum is charged once',
  async (_, terms) => {
    await addFeeTerms(world.api.pool, terms)
    try {
      for (const [from, to] of STEPS) {
        const { deal, own } = await held(from)
        const { extra } = await held2(deal, usdFromCents(to))
        await release(deal, own)
        await Promise.all([becomes(own, 'released'), becomes(extra, 'released')])
        const withoutMinimum = { ...terms, minimum_fee_cents: 0 }
        expect([moved(own).sent, moved(extra).sent]).toEqual([
          splitPrice(from, terms).creatorCents,
          splitPrice(to - from, withoutMinimum).creatorCents,
        ])
      }
    } finally {
      await addFeeTerms(world.api.pool, DEFAULT_FEE_TERMS)
    }
    await checkMoney(world)
  },
)
