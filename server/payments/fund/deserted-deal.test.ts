import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildDeliverable, type BuiltUser } from '#tests/support/builders.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import {
  atProvider,
  buildPayableDeal,
  chargeFailed,
  checkMoney,
  createPayment,
  fund,
  type MoneyWorld,
  type PayableDeal,
  saveCard,
  startFunding,
  startMoney,
  statusOf,
  triedOnce,
} from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { withoutPatience } from '#tests/money/patience.ts'

/** No money is taken for a deal that nobody will deliver (decision 0124). */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const WORKS = '4242424242424242'

const cancel = ({ seller, project }: PayableDeal) =>
  world.api.call(seller, 'projects.cancel', { params: { id: project.id } })

/** Ends the account although money is on its way, which its owner is not allowed to do. */
const vanish = ({ id }: BuiltUser) =>
  execute(world.api.pool, sql`update auth.users set deleted_at = now() where id = ${id}`)

const paymentsOf = ({ application }: PayableDeal) =>
  rows(world.api.pool, sql`select 1 from payments where application_id = ${application.id}`)

const chargesOf = (paymentId: string) =>
  Object.values(world.stripe.state.charges).filter(
    (charge) => charge.transfer_group === `payment_${paymentId}` && charge.status === 'succeeded',
  )

describe('a deal whose creator has left without delivering', () => {
  test('is not paid, by page or by card, and its brand can cancel it', async () => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, WORKS)
    const page = async () =>
      (await world.api.call(deal.seller, 'projects.get', { params: { id: deal.project.id } })).body
    expect(await page()).not.toHaveProperty('creator_left')
    await deleteAccount(world.api, deal.creator)
    expectRefusal(await createPayment(world, deal, card), 'payment.creator_left')
    expect((await page()).creator_left).toBe(true)
    expectRefusal(
      await world.api.call(deal.seller, 'payments.create', {
        body: { project_id: deal.project.id, application_id: deal.application.id },
      }),
      'payment.creator_left',
    )
    expect(await paymentsOf(deal)).toEqual([])
    expect((await cancel(deal)).body.status).toBe('cancelled')
    expectRefusal(await createPayment(world, deal, card), 'project.closed')
  })

  test('is not paid by a click that waited for the deletion', async () => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, WORKS)
    let click: ReturnType<typeof createPayment> | undefined
    await inTransaction(world.api.pool, async (tx) => {
      // As the deletion does: the person's own row is locked before it is emptied.
      await execute(tx, sql`select from profiles where id = ${deal.creator.id} for update`)
      click = createPayment(world, deal, card)
      await expect.poll(() => waitingForLocks(world.api.pool)).toBe(1)
      await execute(tx, sql`update auth.users set deleted_at = now() where id = ${deal.creator.id}`)
    })
    const reply = await click
    expect(reply?.body).toMatchObject({ code: 'payment.creator_left' })
    expect(await paymentsOf(deal)).toEqual([])
  })

  test('returns what is paid on a page that was opened before, and its brand can cancel it', async () => {
    const deal = await buildPayableDeal(world)
    const { id, sessionId } = await startFunding(world, deal)
    await vanish(deal.creator)
    const again = { project_id: deal.project.id, application_id: deal.application.id }
    expectRefusal(
      await world.api.call(deal.seller, 'payments.create', { body: again }),
      'payment.creator_left',
    )
    await atProvider(world, `sessions/${sessionId}/pay`, { card_number: WORKS })
    const readPayment = async () =>
      (
        await world.api.call(deal.seller, 'payments.for_project', {
          params: { id: deal.project.id },
        })
      ).body
    await world.until(
      'the money to go back',
      async () => (await readPayment())?.turned_away?.returned_at != null,
    )
    expect(await readPayment()).toMatchObject({
      status: 'failed',
      turned_away: { reason: 'refunded', amount: 540, came_back_at: null },
    })
    expect(chargesOf(id).map((charge) => charge.amount_refunded)).toEqual([54_000])
    await checkMoney(world)
    expect((await cancel(deal)).body.status).toBe('cancelled')
  })

  test('ends the charge of a card that was ordered before', async () => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, WORKS)
    const fault = { name: 'rate_limited', times: 1_000, target: 'POST /v1/payment_intents' }
    await atProvider(world, 'switches', fault)
    const { id } = (await withoutPatience(() => createPayment(world, deal, card))).body
    await triedOnce(world, 'payments.charge', id)
    await vanish(deal.creator)
    await atProvider(world, 'switches', { ...fault, times: 0 })
    await chargeFailed(world, id)
    expect(chargesOf(id)).toEqual([])
    await checkMoney(world)
  })
})

describe('a deal that goes on', () => {
  test('because its creator delivered before they left is paid, and the share is sent on', async () => {
    const deal = await buildPayableDeal(world)
    await buildDeliverable(world.api.pool, {
      application: { ...deal.application, creator: deal.creator },
    })
    await deleteAccount(world.api, deal.creator)
    const page = await world.api.call(deal.seller, 'projects.get', {
      params: { id: deal.project.id },
    })
    expect(page.body).not.toHaveProperty('creator_left')
    const id = await fund(world, deal)
    const released = await world.api.call(deal.seller, 'payments.release', {
      body: { payment_id: id },
    })
    expect(released.status).toBe(200)
    await world.until('released', async () => (await statusOf(world, id)) === 'released')
    await checkMoney(world)
  })

  test('although its creator was banned is paid as it was agreed', async () => {
    const deal = await buildPayableDeal(world)
    await execute(
      world.api.pool,
      sql`update auth.users set banned_until = now() + interval '30 days' where id = ${deal.creator.id}`,
    )
    const id = await fund(world, deal)
    expect(await statusOf(world, id)).toBe('held_in_escrow')
    await checkMoney(world)
  })
})
