import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { forgetCustomer } from '#server/payment-methods/forget-customer.ts'
import { withoutPatience } from '#tests/money/patience.ts'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  createPayment,
  fund,
  type MoneyWorld,
  type PayableDeal,
  saveCard,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

/**
 * A definitive refusal by the provider is reported as such, once, to the people it concerns; it never ends in silence.
 */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const WORKS = '4242424242424242'

const refuse = (name: string, target: string, times = 1) =>
  atProvider(world, 'switches', { name, target, times })
const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const refund = (deal: PayableDeal, id: string) =>
  world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
const seen = (name: string) =>
  rows<{ detail: string; open: boolean }>(
    world.api.pool,
    sql`select detail, resolved_at is null as open from money_differences
      where kind = 'provider_refused' and provider_id = ${name} order by id`,
  )
const loseCustomer = async (seller: { id: string }) => {
  const { id } = await oneRow<{ id: string }>(
    world.api.pool,
    sql`select stripe_customer_id as id from profiles where id = ${seller.id}`,
  )
  delete world.stripe.state.customers[id]
  return id
}

describe('paying', () => {
  test('an account that may not charge: reported as refused, shown to operators, retryable afterwards', async () => {
    const deal = await buildPayableDeal(world)
    await refuse('refuse_request', 'POST /v1/checkout/sessions')
    const refused = expectRefusal(await createPayment(world, deal), 'payment.provider_refused')
    expect(refused.message).not.toContain('try again')
    const [payment] = await rows<{ id: string; status: string; failure: string }>(
      world.api.pool,
      sql`select id, status, failure from payments where application_id = ${deal.application.id}`,
    )
    expect(payment).toMatchObject({ status: 'failed', failure: refused.message })
    const name = `fund:${payment?.id}`
    expect(await seen(name)).toEqual([
      { detail: 'account_invalid: Your account cannot currently make charges.', open: true },
    ])
    const { sessionId } = await startFunding(world, deal)
    expect(await seen(name)).toMatchObject([{ open: false }])
    await atProvider(world, `sessions/${sessionId}/pay`, { card_number: WORKS })
    const id = payment?.id ?? ''
    await world.until('the money', async () => (await statusOf(world, id)) === 'held_in_escrow')
    await checkMoney(world)
  })

  test('an invalid API key: the refusal is reported as such, and the attempt number is unchanged', async () => {
    const deal = await buildPayableDeal(world)
    await refuse('wrong_key', 'POST /v1/checkout/sessions', 2)
    expectRefusal(await createPayment(world, deal), 'payment.provider_refused')
    expectRefusal(await createPayment(world, deal), 'payment.provider_refused')
    const { id } = await startFunding(world, deal)
    const [payment] = await rows(world.api.pool, sql`select attempt from payments where id = ${id}`)
    expect(payment).toEqual({ attempt: 1 })
    expect(await seen(`fund:${id}`)).toMatchObject([{ open: false }])
  })

  test('the provider lost the customer: the page opens without it, and a new one follows', async () => {
    const deal = await buildPayableDeal(world)
    await saveCard(world, deal.seller, WORKS)
    const lost = await loseCustomer(deal.seller)
    const { sessionId } = await startFunding(world, deal)
    expect(world.stripe.state.checkout_sessions[sessionId]?.session.customer).toBeNull()
    expect((await world.api.call(deal.seller, 'payment_methods.list')).body).toEqual([])
    const { body } = await world.api.call(deal.seller, 'payment_methods.create_customer', {
      body: { email: 'again@example.com' },
    })
    expect(body.customer_id).not.toBe(lost)
  })

  test('the provider lost the customer: saving a card creates a new one in the same click', async () => {
    const seller = await buildSeller(world.api.pool)
    await saveCard(world, seller, WORKS)
    const lost = await loseCustomer(seller)
    await saveCard(world, seller, WORKS)
    const cards = (await world.api.call(seller, 'payment_methods.list')).body
    expect(cards.map(({ stripe_customer_id }) => stripe_customer_id)).not.toContain(lost)
  })

  test('the provider lost the customer: concurrent clicks replace it by exactly one', async () => {
    for (let round = 0; round < 6; round += 1) {
      const seller = await buildSeller(world.api.pool)
      await saveCard(world, seller, WORKS)
      const lost = await loseCustomer(seller)
      const clicks = Array.from({ length: 8 }, () =>
        world.api.call(seller, 'payment_methods.setup'),
      )
      for (const { status } of await Promise.all(clicks)) expect(status).toBe(200)
      const { customers } = world.stripe.state
      const made = Object.values(customers).filter(
        ({ metadata }) => metadata['user_id'] === seller.id,
      )
      expect(made).toHaveLength(1)
      const { id } = await oneRow<{ id: string }>(
        world.api.pool,
        sql`select stripe_customer_id as id from profiles where id = ${seller.id}`,
      )
      expect([made[0]?.id, id === lost]).toEqual([id, false])
    }
  })

  test('the provider lost the customer: a late refusal removes the lost one and not its replacement', async () => {
    const seller = await buildSeller(world.api.pool)
    await saveCard(world, seller, WORKS)
    const lost = await loseCustomer(seller)
    await saveCard(world, seller, WORKS)
    const cards = () => world.api.call(seller, 'payment_methods.list')
    const before = await cards()
    await inTransaction(world.api.pool, (tx) => forgetCustomer(tx, seller.id, lost))
    expect(before.body).toHaveLength(1)
    expect(await cards()).toEqual(before)
  })

  test('a refused charge of a saved card fails and is shown to operators, and another attempt can follow', async () => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, WORKS)
    await refuse('refuse_request', 'POST /v1/payment_intents')
    const failed = await createPayment(world, deal, card)
    expect(failed.body).toMatchObject({ status: 'failed', checkout_url: null })
    expect(failed.body.failure).toContain('Our team has been notified')
    expect(await seen(`fund:${failed.body.id}`)).toMatchObject([{ open: true }])
    expect((await createPayment(world, deal, card)).body).toMatchObject({
      status: 'held_in_escrow',
    })
    expect(await seen(`fund:${failed.body.id}`)).toMatchObject([{ open: false }])
    await checkMoney(world)
  })
})

describe('money leaving escrow', () => {
  test('a refused transfer is not reported as made', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await refuse('fail_next_transfer', 'POST /v1/transfers')
    const refused = expectRefusal(await release(deal, id), 'payment.release_refused')
    expect(refused.message).toBe('The transfer was refused. The money stays held in escrow.')
    expect(await statusOf(world, id)).toBe('held_in_escrow')
    expect(await seen(`release:${id}`)).toMatchObject([{ open: true }])
    expect((await release(deal, id)).body).toMatchObject({ status: 'released' })
    expect(await seen(`release:${id}`)).toMatchObject([{ open: false }])
    await checkMoney(world)
  })

  test('two clicks on a refused release both learn of it', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await refuse('fail_next_transfer', 'POST /v1/transfers', 2)
    for (const click of await Promise.all([release(deal, id), release(deal, id)]))
      expectRefusal(click, 'payment.release_refused')
    await atProvider(world, 'switches', { name: 'fail_next_transfer', times: 0 })
    await checkMoney(world)
  })

  test('a refused refund is not reported as made', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await refuse('fail_next_refund', 'POST /v1/refunds')
    expectRefusal(await refund(deal, id), 'payment.return_refused')
    expect(await seen(`refund:${id}`)).toMatchObject([{ open: true }])
    // Its money went the other way, so nothing is left to do.
    expect((await release(deal, id)).body).toMatchObject({ status: 'released' })
    expect(await seen(`refund:${id}`)).toMatchObject([{ open: false }])
    await checkMoney(world)
  })

  test('a refused refund whose money the bank then takes leaves nothing to do', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await refuse('fail_next_refund', 'POST /v1/refunds')
    expectRefusal(await refund(deal, id), 'payment.return_refused')
    expect(await seen(`refund:${id}`)).toMatchObject([{ open: true }])
    const charge = Object.values(world.stripe.state.charges).find(
      (made) => made.transfer_group === `payment_${id}`,
    )
    const disputed = world.stripe.controls.openDispute(charge?.id ?? '') ?? ''
    await atProvider(world, `disputes/${disputed}/close`, { outcome: 'lost' })
    await world.until('the loss', async () => (await statusOf(world, id)) === 'refunded')
    expect(await seen(`refund:${id}`)).toMatchObject([{ open: false }])
    await checkMoney(world)
  })

  test('a release with an unknown outcome is still reported as moving', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await refuse('wrong_key', 'POST /v1/transfers', 1)
    const answer = await withoutPatience(() => release(deal, id))
    expect(answer).toMatchObject({ status: 200, body: { moving: 'release' } })
    await world.until(
      'operators to be notified',
      async () => (await seen(`release:${id}`)).length > 0,
    )
    await world.api.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await world.until('the release', async () => (await statusOf(world, id)) === 'released')
    expect(await seen(`release:${id}`)).toMatchObject([{ open: false }])
  })
})

test('a payout account that may not be opened: reported as refused, and retryable afterwards', async () => {
  const creator = await buildCreator(world.api.pool, { payoutReady: false })
  await refuse('refuse_request', 'POST /v2/core/accounts')
  const connect = () => world.api.call(creator, 'payouts.onboard')
  expectRefusal(await connect(), 'payout.provider_refused')
  expect(await seen(`payout_account:${creator.id}`)).toMatchObject([{ open: true }])
  expect((await connect()).status).toBe(200)
  expect(await seen(`payout_account:${creator.id}`)).toMatchObject([{ open: false }])
})
