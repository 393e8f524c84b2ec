import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { lockPayment } from '#server/payments/record/payment-store.ts'
import { buildSeller } from '#tests/support/builders.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import {
  atProvider,
  buildPayableDeal,
  chargeFailed,
  checkMoney,
  createPayment,
  failedOnce,
  ledgerText,
  type MoneyWorld,
  saveCard,
  sessionOf,
  startFunding,
  startMoney,
  statusOf,
  triedOnce,
} from '#tests/support/money.ts'
import { withoutPatience } from '#tests/money/patience.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const WORKS = '4242424242424242'
const NEEDS_HOLDER = '4000002760003184'
const REFUSED = '4000000000000341'

const chargesOf = (paymentId: string) =>
  Object.values(world.stripe.state.charges).filter(
    (charge) => charge.transfer_group === `payment_${paymentId}` && charge.status === 'succeeded',
  )

test('another seller’s card is a 404, like one that does not exist', async () => {
  const deal = await buildPayableDeal(world)
  const stranger = await buildSeller(world.api.pool)
  const foreign = await saveCard(world, stranger, WORKS)
  for (const card of [foreign, randomUUID()])
    expect((await createPayment(world, deal, card)).status).toBe(404)
  expect((await createPayment(world, deal, 'not-an-id')).status).toBe(422)
  const made = await rows(
    world.api.pool,
    sql`select 1 from payments where application_id = ${deal.application.id}`,
  )
  expect(made).toEqual([])
})

test('two concurrent requests for a customer, under two addresses, create one', async () => {
  const seller = await buildSeller(world.api.pool)
  const ask = (email: string) =>
    world.api.call(seller, 'payment_methods.create_customer', { body: { email } })
  const answers = await Promise.all(['a@example.com', 'b@example.com'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [first, second] = answers.map(({ body }) => body.customer_id)
  expect(first).toBe(second)
})

test('a saved card is charged immediately: the money is held without a checkout page', async () => {
  const deal = await buildPayableDeal(world)
  const card = await saveCard(world, deal.seller, WORKS)
  const funded = await createPayment(world, deal, card)
  expect(funded.body).toMatchObject({
    status: 'held_in_escrow',
    checkout_url: null,
    payment_method: 'Visa ending 4242',
    charging: false,
  })
  expect(await ledgerText(world, funded.body.id)).toBe(
    ['hold      provider_clearing    54000', 'hold      escrow              -54000'].join('\n'),
  )
  expect(chargesOf(funded.body.id)).toHaveLength(1)
  expect((await createPayment(world, deal, card)).body).toMatchObject({
    code: 'payment.already_funded',
  })
  await checkMoney(world)
})

test('fifty clicks with a saved card charge it once', async () => {
  const deal = await buildPayableDeal(world)
  const card = await saveCard(world, deal.seller, WORKS)
  const clicks = await Promise.all(
    Array.from({ length: 50 }, () => createPayment(world, deal, card)),
  )
  const held = clicks.filter((click) => click.status === 200)
  expect(held.length).toBeGreaterThan(0)
  expect(held.every((click) => click.body.status === 'held_in_escrow')).toBe(true)
  for (const late of clicks.filter((click) => click.status !== 200))
    expect(late.body).toMatchObject({ code: 'payment.already_funded' })
  expect(chargesOf(held[0]?.body.id ?? '')).toHaveLength(1)
  await checkMoney(world)
})

test.each([
  ['held', WORKS],
  ['failed', REFUSED],
  ['left to the page', NEEDS_HOLDER],
])(
  'a charge that ends %s waits for an event of its payment, without a deadlock',
  async (_, number) => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, number)
    const fault = { name: 'rate_limited', target: 'POST /v1/payment_intents' }
    await atProvider(world, 'switches', { ...fault, times: 1_000 })
    const { id } = (await withoutPatience(() => createPayment(world, deal, card))).body
    await triedOnce(world, 'payments.charge', id)
    await atProvider(world, 'switches', { ...fault, times: 0 })
    await inTransaction(world.api.pool, async (tx) => {
      const payment = await lockPayment(tx, id)
      if (payment === null) throw new Error('the payment is gone')
      await world.until('the charge to wait for the payment', async () => {
        await runJobsNow()
        return (await waitingForLocks(world.api.pool)) > 0
      })
      // As an event does once it has locked the payment. A charge that had settled its operation first would make it
      // wait.
      await execute(tx, sql`set local lock_timeout = '500ms'`)
      await execute(tx, sql`select 1 from money_ops where payment_id = ${id} for update`)
    })
    await world.until('the outcome', async () => {
      const { rowCount } = await world.api.pool.query(
        `select 1 from money_ops where payment_id = $1 and state <> 'intended'`,
        [id],
      )
      return rowCount === 1
    })
    await checkMoney(world)
  },
)

test('a declined card fails with the bank’s message, and another attempt can follow', async () => {
  const deal = await buildPayableDeal(world)
  const refused = await saveCard(world, deal.seller, REFUSED)
  const works = await saveCard(world, deal.seller, WORKS)
  const first = await createPayment(world, deal, refused)
  expect(first.body).toMatchObject({
    status: 'failed',
    failure: 'Your card was declined.',
    checkout_url: null,
  })
  expect(await ledgerText(world, first.body.id)).toBe('')
  const second = await createPayment(world, deal, works)
  expect(second.body).toMatchObject({ id: first.body.id, status: 'held_in_escrow', failure: null })
  await checkMoney(world)
})

test('a card that requires authentication leads to one payment page, for any number of clicks', async () => {
  const deal = await buildPayableDeal(world)
  const card = await saveCard(world, deal.seller, NEEDS_HOLDER)
  const clicks = await Promise.all([
    createPayment(world, deal, card),
    createPayment(world, deal, card),
  ])
  const urls = new Set(clicks.map((click) => click.body.checkout_url))
  expect(urls.size).toBe(1)
  const [url] = urls
  expect(clicks[0]?.body).toMatchObject({ status: 'pending', charging: false })
  expect((await createPayment(world, deal, card)).body.checkout_url).toBe(url)
  await atProvider(world, `sessions/${sessionOf(url ?? '')}/pay`, { card_number: WORKS })
  const id = clicks[0]?.body.id ?? ''
  await world.until('the money', async () => (await statusOf(world, id)) === 'held_in_escrow')
  expect(chargesOf(id)).toHaveLength(1)
  await checkMoney(world)
})

test('choosing a saved card closes the open page, so that only one of them can be paid', async () => {
  const deal = await buildPayableDeal(world)
  const card = await saveCard(world, deal.seller, WORKS)
  const { id, sessionId } = await startFunding(world, deal)
  expect((await createPayment(world, deal, card)).body).toMatchObject({
    id,
    status: 'held_in_escrow',
  })
  expect(world.stripe.state.checkout_sessions[sessionId]?.session.status).toBe('expired')
  expect(chargesOf(id)).toHaveLength(1)
  await checkMoney(world)
})

test.each(['error_after', 'reset_after'])(
  'a charge whose response is lost to %s is made once and ends held',
  async (name) => {
    const deal = await buildPayableDeal(world)
    const card = await saveCard(world, deal.seller, WORKS)
    // Twice, because the client itself retries a call once.
    await atProvider(world, 'switches', { name, times: 2, target: 'POST /v1/payment_intents' })
    const clicked = await withoutPatience(() => createPayment(world, deal, card))
    expect(clicked.status).toBe(200)
    await world.until(
      'the first try',
      async () =>
        (await statusOf(world, clicked.body.id)) === 'held_in_escrow' ||
        (await failedOnce(world, 'payments.charge', clicked.body.id)),
    )
    await atProvider(world, 'switches', { name, times: 0 })
    await runJobsNow()
    await world.until(
      'the money to be held',
      async () => (await statusOf(world, clicked.body.id)) === 'held_in_escrow',
    )
    expect(chargesOf(clicked.body.id)).toHaveLength(1)
    await checkMoney(world)
  },
)

test('a charge with an unknown outcome is not repeated: after 23 hours it fails if the provider has no charge', async () => {
  const deal = await buildPayableDeal(world)
  const card = await saveCard(world, deal.seller, WORKS)
  // Run to completion: the queue may retry the job between any two lines here.
  const fault = { name: 'rate_limited', times: 1_000, target: 'POST /v1/payment_intents' }
  await atProvider(world, 'switches', fault)
  const clicked = await withoutPatience(() => createPayment(world, deal, card))
  await triedOnce(world, 'payments.charge', clicked.body.id)
  expect(clicked.body).toMatchObject({ status: 'pending', charging: true, checkout_url: null })
  await world.api.pool.query(
    `update money_ops set created_at = now() - interval '23 hours 1 minute' where payment_id = $1`,
    [clicked.body.id],
  )
  await chargeFailed(world, clicked.body.id)
  expect(chargesOf(clicked.body.id)).toEqual([])
  await atProvider(world, 'switches', { ...fault, times: 0 })
  expect((await createPayment(world, deal, card)).body.status).toBe('held_in_escrow')
  await checkMoney(world)
})

/** Runs jobs that wait out a back-off immediately. */
const runJobsNow = () =>
  world.api.pool.query('update graphile_worker._private_jobs set run_at = now()')

test('a deleted account’s cards are deleted at the provider, unreported ones included', async () => {
  const seller = await buildSeller(world.api.pool)
  await saveCard(world, seller, WORKS)
  const customer = (await world.api.call(seller, 'payment_methods.list')).body[0]
    ?.stripe_customer_id
  await saveCard(world, seller, REFUSED)
  await world.api.pool.query(
    'delete from customer_payment_methods where id in (select id from customer_payment_methods where stripe_customer_id = $1 limit 1)',
    [customer],
  )
  const attached = () =>
    Object.values(world.stripe.state.payment_methods).filter((card) => card.customer === customer)
  expect(attached()).toHaveLength(2)
  // Committed with the deletion (server/account/account-deletion.ts).
  await inTransaction(world.api.pool, (tx) =>
    enqueue(tx, 'payment_methods.forget', { customer_id: customer ?? '' }),
  )
  await world.until('no card to be left', () => Promise.resolve(attached().length === 0))
  await world.api.pool.query('delete from customer_payment_methods where stripe_customer_id = $1', [
    customer,
  ])
})
