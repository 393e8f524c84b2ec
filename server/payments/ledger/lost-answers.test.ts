import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutPatience } from '#tests/money/patience.ts'
import { buildCreator, buildSeller } from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
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
  triedOnce,
} from '#tests/support/money.ts'

/**
 * For every call that creates something at the provider: its response is lost, then each of its inputs changes, then it
 * is made again. One object results, and no one is told that the provider did not respond.
 */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const WORKS = '4242424242424242'

/** The client itself retries a call once, so two responses are lost. */
const loseAnswers = (target: string) =>
  atProvider(world, 'switches', { name: 'reset_after', times: 2, target })
const answerAgain = () => atProvider(world, 'switches', { name: 'reset_after', times: 0 })

const rename = (person: { id: string }) =>
  world.api.pool.query(`update profiles set name = 'Somebody Else' where id = $1`, [person.id])
const readdress = (person: { id: string }) =>
  world.api.pool.query(`update profiles set email = id || '@moved.example' where id = $1`, [
    person.id,
  ])
const retitle = (deal: PayableDeal) =>
  world.api.pool.query(`update projects set title = 'Another title' where id = $1`, [
    deal.project.id,
  ])
const runJobsNow = () =>
  world.api.pool.query('update graphile_worker._private_jobs set run_at = now()')

const state = () => world.stripe.state
const ofPayment = <Made extends { transfer_group?: string | null }>(
  made: Record<string, Made>,
  paymentId: string,
) => Object.values(made).filter((row) => row.transfer_group === `payment_${paymentId}`)

describe('the payment page', () => {
  const changes: Record<string, (deal: PayableDeal) => Promise<unknown>> = {
    nothing: () => Promise.resolve(),
    'a card is saved, so that there is a customer': (deal) => saveCard(world, deal.seller, WORKS),
    'the project has another title': retitle,
    'the seller has another name': (deal) => rename(deal.seller),
    'the product moved to another address': async () => {
      world.api.deps.config.publicUrl = 'https://moved.example'
    },
  }
  test.each(Object.entries(changes))(
    'is created once if its response is lost and then: %s',
    async (_, change) => {
      const before = world.api.deps.config.publicUrl
      const deal = await buildPayableDeal(world)
      await loseAnswers('POST /v1/checkout/sessions')
      expect((await createPayment(world, deal)).status).toBe(503)
      await answerAgain()
      await change(deal)
      const { id, sessionId } = await startFunding(world, deal)
      world.api.deps.config.publicUrl = before
      const pages = Object.values(state().checkout_sessions).filter(
        ({ session }) => session.metadata?.['payment_id'] === id,
      )
      expect(pages.map(({ session }) => session.id)).toEqual([sessionId])
      await atProvider(world, `sessions/${sessionId}/pay`, { card_number: WORKS })
      await world.until('the money', async () => (await statusOf(world, id)) === 'held_in_escrow')
      await checkMoney(world)
    },
  )

  test('is closed when its response is lost and a saved card is charged instead', async () => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, WORKS)
    await loseAnswers('POST /v1/checkout/sessions')
    expect((await createPayment(world, deal)).status).toBe(503)
    await answerAgain()
    const paid = await createPayment(world, deal, card)
    expect(paid.body).toMatchObject({ status: 'held_in_escrow' })
    const open = Object.values(state().checkout_sessions).filter(
      ({ session }) =>
        session.metadata?.['payment_id'] === paid.body.id && session.status === 'open',
    )
    expect(open).toEqual([])
    expect(ofPayment(state().charges, paid.body.id)).toHaveLength(1)
    await checkMoney(world)
  })
})

describe('the charge of a saved card', () => {
  const changes: Record<string, (deal: PayableDeal) => Promise<unknown>> = {
    'the project has another title': retitle,
    'another card is saved': (deal) => saveCard(world, deal.seller, '5555555555554444'),
    'the seller has no card and no customer any more': async (deal) => {
      await world.api.pool.query(
        `delete from customer_payment_methods where stripe_customer_id =
          (select stripe_customer_id from profiles where id = $1)`,
        [deal.seller.id],
      )
      await world.api.pool.query(`update profiles set stripe_customer_id = null where id = $1`, [
        deal.seller.id,
      ])
    },
  }
  test.each(Object.entries(changes))(
    'is made once if its response is lost and then: %s',
    async (_, change) => {
      const deal = await buildPayableDeal(world)
      const card = await saveCard(world, deal.seller, WORKS)
      await loseAnswers('POST /v1/payment_intents')
      const clicked = await withoutPatience(() => createPayment(world, deal, card))
      await triedOnce(world, 'payments.charge', clicked.body.id)
      await change(deal)
      await answerAgain()
      await runJobsNow()
      await world.until(
        'the money',
        async () => (await statusOf(world, clicked.body.id)) === 'held_in_escrow',
      )
      expect(ofPayment(state().charges, clicked.body.id)).toHaveLength(1)
      await checkMoney(world)
    },
  )
})

describe('money leaving escrow', () => {
  test('is transferred once, to the original account, if the response is lost and the account changes', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await loseAnswers('POST /v1/transfers')
    await withoutPatience(() =>
      world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } }),
    )
    await triedOnce(world, 'payments.release', id)
    const other = await buildPayableDeal(world)
    await world.api.pool.query('delete from stripe_accounts where user_id = $1', [other.creator.id])
    await world.api.pool.query(
      'update stripe_accounts set stripe_account_id = $2 where user_id = $1',
      [deal.creator.id, other.accountId],
    )
    await answerAgain()
    await runJobsNow()
    await world.until('the release', async () => (await statusOf(world, id)) === 'released')
    expect(ofPayment(state().transfers, id).map(({ destination }) => destination)).toEqual([
      deal.accountId,
    ])
    await checkMoney(world)
  })

  test('is refunded once if the response is lost', async () => {
    const deal = await buildPayableDeal(world)
    const id = await fund(world, deal)
    await loseAnswers('POST /v1/refunds')
    await withoutPatience(() =>
      world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } }),
    )
    await triedOnce(world, 'payments.refund', id)
    await retitle(deal)
    await answerAgain()
    await runJobsNow()
    await world.until('the refund', async () => (await statusOf(world, id)) === 'refunded')
    const [charge] = ofPayment(state().charges, id)
    const refunds = Object.values(state().refunds).filter((row) => row.charge === charge?.id)
    expect(refunds).toHaveLength(1)
    await checkMoney(world)
  })
})

describe('a person’s objects at the provider', () => {
  const changes: Record<string, (person: { id: string }) => Promise<unknown>> = {
    nothing: () => Promise.resolve(),
    'they have another name': rename,
    'they have another address': readdress,
  }
  const named = <Made extends { metadata?: object | null }>(
    made: Record<string, Made>,
    person: { id: string },
  ) =>
    Object.values(made).filter(
      ({ metadata }) => (metadata as { user_id?: string } | null)?.user_id === person.id,
    )

  test.each(Object.entries(changes))(
    'include one customer if the response is lost and then: %s',
    async (_, change) => {
      const seller = await buildSeller(world.api.pool)
      await loseAnswers('POST /v1/customers')
      const ask = (email: string) =>
        world.api.call(seller, 'payment_methods.create_customer', { body: { email } })
      expect((await ask('a@example.com')).status).toBe(503)
      await answerAgain()
      await change(seller)
      const answer = await ask('b@example.com')
      expect(answer.status).toBe(200)
      expect(named(state().customers, seller).map(({ id }) => id)).toEqual([
        answer.body.customer_id,
      ])
    },
  )

  test.each(Object.entries(changes))(
    'include one account if the response is lost and then: %s',
    async (_, change) => {
      const creator = await buildCreator(world.api.pool, { payoutReady: false })
      await loseAnswers('POST /v2/core/accounts')
      const connect = () => world.api.call(creator, 'payouts.onboard')
      expect((await connect()).status).toBe(503)
      await answerAgain()
      await change(creator)
      expect((await connect()).status).toBe(200)
      expect(named(state().accounts, creator)).toHaveLength(1)
    },
  )

  test('include one account, in the first country, if the response is lost and then another is chosen', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    await loseAnswers('POST /v2/core/accounts')
    const connect = (country: string) =>
      world.api.call(creator, 'payouts.onboard', { body: { country } })
    expect((await connect('DE')).status).toBe(503)
    await answerAgain()
    expectRefusal(await connect('FR'), 'payout.country_fixed')
    expect(named(state().accounts, creator)).toMatchObject([{ identity: { country: 'de' } }])
    expect((await world.api.call(creator, 'payouts.account')).body).toMatchObject({ country: 'DE' })
    expect((await connect('DE')).status).toBe(200)
  })

  test('include one account if the response with its onboarding link is lost', async () => {
    const creator = await buildCreator(world.api.pool, { payoutReady: false })
    await loseAnswers('POST /v2/core/account_links')
    const connect = () => world.api.call(creator, 'payouts.onboard')
    expect((await connect()).status).toBe(503)
    await answerAgain()
    await rename(creator)
    expect((await connect()).status).toBe(200)
    expect(named(state().accounts, creator)).toHaveLength(1)
  })

  test('include one customer and one card if the response with the card-saving page is lost', async () => {
    const seller = await buildSeller(world.api.pool)
    await loseAnswers('POST /v1/checkout/sessions')
    expect((await world.api.call(seller, 'payment_methods.setup')).status).toBe(503)
    await answerAgain()
    await rename(seller)
    await saveCard(world, seller, WORKS)
    expect((await world.api.call(seller, 'payment_methods.list')).body).toHaveLength(1)
    expect(named(state().customers, seller)).toHaveLength(1)
  })
})

test('a stored request’s personal data is deleted once the call was answered', async () => {
  const kept = await world.api.pool.query(
    `select 1 from provider_calls where state <> 'intended' and request is not null`,
  )
  expect(kept.rows).toEqual([])
  const made = await world.api.pool.query(`select 1 from provider_calls where state = 'succeeded'`)
  expect(made.rows.length).toBeGreaterThan(0)
})

test('every stored idempotency key ends with the hash of its request', async () => {
  const stored = await world.api.pool.query<{ key: string; hash: string }>(
    `select idempotency_key as key, params_hash as hash from money_ops
     union all select idempotency_key, params_hash from provider_calls`,
  )
  expect(stored.rows.length).toBeGreaterThan(0)
  const covering = stored.rows.filter(({ key, hash }) => key.endsWith(`:${hash.slice(0, 16)}`))
  expect(covering).toEqual(stored.rows)
})
