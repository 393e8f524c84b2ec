import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, sql } from '#server/db/sql.ts'
import { buildCreator, buildDeliverable, buildSeller } from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  fund,
  ledgerText,
  type MoneyWorld,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

const release = (as: { id: string }, paymentId: string) =>
  world.api.call(as, 'payments.release', { body: { payment_id: paymentId } })
const refund = (as: { id: string }, paymentId: string) =>
  world.api.call(as, 'payments.refund', { body: { payment_id: paymentId } })
const transfersOf = (paymentId: string) =>
  Object.values(world.stripe.state.transfers).filter(
    (transfer) => transfer.transfer_group === `payment_${paymentId}`,
  )

test('a funded payment is held; a released one is split 85/15 to the cent and completes the project', async () => {
  const deal = await buildPayableDeal(world, 54_050)
  const paymentId = await fund(world, deal)
  const released = await release(deal.seller, paymentId)
  expect(released.body).toMatchObject({
    status: 'released',
    amount: 540.5,
    creator_amount: 459.43,
    fee_amount: 81.07,
  })
  expect(await ledgerText(world, paymentId)).toBe(
    [
      'hold      provider_clearing    54050',
      'hold      escrow              -54050',
      'release   escrow               54050',
      'release   creator_payable     -45943',
      'release   platform_fee         -8107',
      'transfer  creator_payable      45943',
      'transfer  provider_clearing   -45943',
    ].join('\n'),
  )
  const [transfer, ...more] = transfersOf(paymentId)
  expect(more).toEqual([])
  expect(transfer).toMatchObject({ amount: 45_943, destination: deal.accountId })
  const [project] = await rows<{ status: string }>(
    world.api.pool,
    sql`select status from projects where id = ${deal.project.id}`,
  )
  expect(project?.status).toBe('completed')
})

test('a project’s payment is null before it is created, and then has the URL of its payment page', async () => {
  const deal = await buildPayableDeal(world, 54_050)
  const params = { id: deal.project.id }
  expect((await world.api.call(deal.seller, 'payments.for_project', { params })).body).toBeNull()
  const created = await world.api.call(deal.seller, 'payments.create', {
    body: { project_id: deal.project.id, application_id: deal.application.id },
  })
  expect(created.body).toMatchObject({
    project_id: deal.project.id,
    application_id: deal.application.id,
    seller_id: deal.seller.id,
    creator_id: deal.creator.id,
    status: 'pending',
    amount: 540.5,
    checkout_url: expect.stringMatching(new RegExp(`^${world.stripe.url}/`)),
  })
  const { checkout_url: _, ...payment } = created.body
  expect((await world.api.call(deal.creator, 'payments.for_project', { params })).body).toEqual(
    payment,
  )
})

test('releasing twenty times concurrently pays once, and every click succeeds', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  const clicks = await Promise.all(
    Array.from({ length: 20 }, () => release(deal.seller, paymentId)),
  )
  expect(clicks.map((click) => click.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(clicks.every((click) => click.body.status === 'released')).toBe(true)
  expect(transfersOf(paymentId)).toHaveLength(1)
})

test('a concurrent release and refund exclude each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const deal = await buildPayableDeal(world)
    const paymentId = await fund(world, deal)
    const [out, back] = await Promise.all([
      release(deal.seller, paymentId),
      refund(deal.creator, paymentId),
    ])
    expect([out.status, back.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const refunds = Object.values(world.stripe.state.refunds).filter(
      (made) => made.metadata?.['payment_id'] === paymentId,
    )
    expect(transfersOf(paymentId).length + refunds.length).toBeLessThanOrEqual(1)
    expect(['released', 'refunded']).toContain(await statusOf(world, paymentId))
  }
})

test('a refund by the creator returns the whole amount and is idempotent', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  expect((await refund(deal.seller, paymentId)).status).toBe(404)
  expect((await refund(deal.creator, paymentId)).body.status).toBe('refunded')
  const before = await ledgerText(world, paymentId)
  expect((await refund(deal.creator, paymentId)).body.status).toBe('refunded')
  expect(await ledgerText(world, paymentId)).toBe(before)
  expect(before).toContain('refund    escrow               54000')
  expect((await release(deal.seller, paymentId)).body).toMatchObject({ code: 'payment.not_held' })
})

test('concurrent clicks on Fund Escrow lead to one payment and one page', async () => {
  const deal = await buildPayableDeal(world)
  const clicks = await Promise.all([
    startFunding(world, deal),
    startFunding(world, deal),
    startFunding(world, deal),
  ])
  expect(new Set(clicks.map((click) => click.id)).size).toBe(1)
  expect(new Set(clicks.map((click) => click.checkoutUrl)).size).toBe(1)
})

test('a provider failure while a page is opened does not block the next click', async () => {
  for (const name of ['error_before', 'error_after']) {
    const deal = await buildPayableDeal(world)
    const body = { project_id: deal.project.id, application_id: deal.application.id }
    await atProvider(world, 'switches', { name, target: 'POST /v1/checkout/sessions' })
    expect(await world.api.call(deal.seller, 'payments.create', { body })).toMatchObject({
      status: 503,
      body: {
        code: 'payment.provider_unavailable',
        message:
          'The payment provider did not respond. Your money is where it was. Please try again.',
      },
    })
    const { id, sessionId } = await startFunding(world, deal)
    const pages = Object.values(world.stripe.state.checkout_sessions).filter(
      ({ session }) => session.metadata?.['payment_id'] === id,
    )
    expect(pages).toHaveLength(1)
    expect(await ledgerText(world, id)).toBe('')
    await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
    await world.until('the money', async () => (await statusOf(world, id)) === 'held_in_escrow')
  }
})

test('an expired page fails the payment, and the next click opens a new one on the same row', async () => {
  const deal = await buildPayableDeal(world)
  const first = await startFunding(world, deal)
  await atProvider(world, `sessions/${first.sessionId}/expire`)
  await world.until(
    'the payment to fail',
    async () => (await statusOf(world, first.id)) === 'failed',
  )
  const second = await startFunding(world, deal)
  expect(second.id).toBe(first.id)
  expect(second.sessionId).not.toBe(first.sessionId)
})

test('a declined card leaves the payment pending, and another card can pay', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4000000000000002' })
  expect(await statusOf(world, id)).toBe('pending')
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  await world.until(
    'the payment to be held',
    async () => (await statusOf(world, id)) === 'held_in_escrow',
  )
})

test('money paid on the page of a project cancelled meanwhile goes straight back', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  expect(
    (await world.api.call(deal.seller, 'projects.cancel', { params: { id: deal.project.id } }))
      .status,
  ).toBe(200)
  await atProvider(world, `sessions/${sessionId}/pay`, { card_number: '4242424242424242' })
  await world.until(
    'the payment to come back',
    async () => (await ledgerText(world, id)).split('\n').length === 4,
  )
  expect(await statusOf(world, id)).toBe('failed')
  expect(await ledgerText(world, id)).toBe(
    [
      'duplicate provider_clearing    54000',
      'duplicate refunds             -54000',
      'duplicate refunds              54000',
      'duplicate provider_clearing   -54000',
    ].join('\n'),
  )
  expect(
    Object.values(world.stripe.state.refunds).filter((made) => made.amount === 54_000),
  ).not.toEqual([])
})

test('an event delivered again changes nothing', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  const before = await ledgerText(world, paymentId)
  const completed = Object.values(world.stripe.state.events).filter(
    ({ event }) => event.type === 'checkout.session.completed',
  )
  for (const { event, delivery } of completed) {
    const sent = delivery.attempts.length
    await atProvider(world, `events/${event.id}/deliver`)
    await world.until('the second delivery', () => Promise.resolve(delivery.attempts.length > sent))
    expect(delivery.attempts.at(-1)?.status).toBe(200)
  }
  await world.until('an empty queue', async () => {
    const waiting = await rows(
      world.api.pool,
      sql`select 1 from webhook_events where applied_at is null`,
    )
    return waiting.length === 0
  })
  expect(await ledgerText(world, paymentId)).toBe(before)
})

test('an event not signed by the provider is refused and changes nothing', async () => {
  const refused = await world.api.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    payload: '{"id":"evt_forged","type":"checkout.session.completed"}',
  })
  expect(refused.statusCode).toBe(400)
  const forged = await rows(
    world.api.pool,
    sql`select 1 from webhook_events where event_id = 'evt_forged'`,
  )
  expect(forged).toEqual([])
})

test('a refused transfer leaves the money held, and it can be released later', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  await atProvider(world, 'switches', { name: 'fail_next_transfer' })
  const refused = await release(deal.seller, paymentId)
  expect(refused).toMatchObject({ status: 409, body: { code: 'payment.release_refused' } })
  const held = await world.api.call(deal.seller, 'payments.for_project', {
    params: { id: deal.project.id },
  })
  expect(held.body).toMatchObject({ status: 'held_in_escrow', moving: null })
  expect(transfersOf(paymentId)).toEqual([])
  expect((await release(deal.seller, paymentId)).body.status).toBe('released')
  expect(transfersOf(paymentId)).toHaveLength(1)
})

test('a refused transfer enqueues a delivery’s marked copies again, as its original is locked again', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  const { id } = await buildDeliverable(world.api.pool, {
    application: { ...deal.application, creator: deal.creator },
  })
  await atProvider(world, 'switches', { name: 'fail_next_transfer' })
  expect((await release(deal.seller, paymentId)).status).toBe(409)
  // Ordered when the original opened, and again when it was locked again.
  const orders = await rows<{ revision: number }>(
    world.api.pool,
    sql`select jobs.revision from graphile_worker.jobs
      join deliverables on jobs.key = 'files.prepare:' || deliverables.file_id where deliverables.id = ${id}`,
  )
  expect(orders).toEqual([{ revision: 1 }])
})

test('money is not released to an account that cannot receive it', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  await atProvider(world, `accounts/${deal.accountId}/onboarding`, { outcome: 'restricted' })
  await world.api.call(deal.creator, 'payouts.refresh')
  expect((await release(deal.seller, paymentId)).body).toMatchObject({
    code: 'payment.payout_not_ready',
  })
  expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
})

test('a payment that is not held cannot be released', async () => {
  const deal = await buildPayableDeal(world)
  const { id } = await startFunding(world, deal)
  expect((await release(deal.seller, id)).body).toMatchObject({
    status: 409,
    code: 'payment.not_held',
  })
})

test('only the seller of an accepted application can fund it, at its price', async () => {
  const deal = await buildPayableDeal(world)
  const body = { project_id: deal.project.id, application_id: deal.application.id }
  expect((await world.api.call(deal.creator, 'payments.create', { body })).status).toBe(404)
  expect(
    (await world.api.call(await buildSeller(world.api.pool), 'payments.create', { body })).status,
  ).toBe(404)
  const named = await world.api.call(deal.seller, 'payments.create', {
    body: { ...body, amount: 1 },
  })
  expect(named.status).toBe(422)
  await world.api.pool.query(`update applications set status = 'pending' where id = $1`, [
    deal.application.id,
  ])
  expect((await world.api.call(deal.seller, 'payments.create', { body })).body).toMatchObject({
    code: 'payment.not_accepted',
  })
})

test('a missing id is refused with its own message', async () => {
  const seller = await buildSeller(world.api.pool)
  const created = await world.api.call(seller, 'payments.create', { body: {} })
  expect(created.body).toMatchObject({
    fields: { project_id: 'Missing project or application information' },
  })
  const released = await world.api.call(seller, 'payments.release', { body: {} })
  expect(released.body).toMatchObject({ fields: { payment_id: 'Payment ID is required' } })
})

test('a stranger finds no payment, no statement and nothing to release', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  for (const stranger of [await buildSeller(world.api.pool), await buildCreator(world.api.pool)]) {
    expect(
      (await world.api.call(stranger, 'payments.for_project', { params: { id: deal.project.id } }))
        .status,
    ).toBe(404)
    expect(
      (await world.api.call(stranger, 'payments.statement', { params: { id: paymentId } })).status,
    ).toBe(404)
    expect((await release(stranger, paymentId)).status).toBe(404)
    expect((await world.api.call(stranger, 'payments.list')).body).toEqual([])
  }
  expect(await statusOf(world, paymentId)).toBe('held_in_escrow')
})

test('the ledger refuses changes and imbalance', async () => {
  const deal = await buildPayableDeal(world)
  const paymentId = await fund(world, deal)
  await expect(
    world.api.pool.query('update ledger_entries set amount = 1 where payment_id = $1', [paymentId]),
  ).rejects.toThrow('append-only')
  await expect(
    world.api.pool.query('delete from ledger_entries where payment_id = $1', [paymentId]),
  ).rejects.toThrow('append-only')
  await expect(
    world.api.pool.query(
      `insert into ledger_entries (movement_id, payment_id, account, amount)
        select movement_id, payment_id, 'escrow', 1 from ledger_entries where payment_id = $1 limit 1`,
      [paymentId],
    ),
  ).rejects.toThrow('does not balance')
})
