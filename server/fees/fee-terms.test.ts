import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_FEE_TERMS, FEE_LIMITS, feeTerms } from '#contract/fees.ts'
import { centsFromUsd, MAX_AMOUNT_CENTS, splitPrice } from '#contract/money.ts'
import { buildApplication, buildProject } from '#tests/support/builders.ts'
import {
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  startMoney,
} from '#tests/support/money.ts'
import { addFeeTerms } from './fee-terms-store.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

test('the terms in force when an application is accepted stay the deal’s own, whatever comes later', async () => {
  const { api } = world
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  const other = await buildApplication(api.pool, { project })
  const agreed = feeTerms(20, 150)
  await addFeeTerms(api.pool, agreed)
  const params = { id: project.id }
  const before = await api.call(application.creator, 'applications.own', { params })
  expect(before.body?.fee_terms).toBeNull()

  const accepted = await api.call(project.seller, 'applications.accept', {
    params: { id: application.id },
  })
  expect(accepted.body.fee_terms).toEqual(agreed)
  await addFeeTerms(api.pool, feeTerms(0))
  const after = await api.call(project.seller, 'applications.accepted', { params })
  expect(after.body?.fee_terms).toEqual(agreed)
  const refused = await api.call(other.creator, 'applications.own', { params })
  expect(refused.body).toMatchObject({ status: 'rejected', fee_terms: null })
})

test('after the fee changes, a deal is released, shown and notified by its own terms, to the cent', async () => {
  const { api } = world
  await addFeeTerms(api.pool, feeTerms(12.25, 100))
  const deal = await buildPayableDeal(world, 1_000)
  await addFeeTerms(api.pool, feeTerms(50))
  const id = await fund(world, deal)
  await addFeeTerms(api.pool, DEFAULT_FEE_TERMS)
  const released = await api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  expect(released.body).toMatchObject({
    status: 'released',
    creator_amount: 8.78,
    fee_amount: 1.22,
    fee_terms: feeTerms(12.25, 100),
  })
  const sent = Object.values(world.stripe.state.transfers).filter(
    ({ transfer_group }) => transfer_group === `payment_${id}`,
  )
  expect(sent.map(({ amount }) => amount)).toEqual([878])
  const notices = await api.call(deal.creator, 'notifications.list')
  expect(JSON.stringify(notices.body)).toContain('$8.78 was released to you')
  const statement = await api.call(deal.seller, 'payments.statement', { params: { id } })
  expect(statement.body).toMatchObject({ sent_amount: 8.78, fee_amount: 1.22 })
  const events = await api.call(deal.creator, 'conversations.events', {
    params: { id: deal.conversation.id },
  })
  expect(events.body.find(({ kind }) => kind === 'payment_released')?.amount).toBe(8.78)
  await checkMoney(world)
})

test('a minimum fee above the price leaves the creator half of the price, and the deal can be released', async () => {
  const { api } = world
  await addFeeTerms(api.pool, feeTerms(0, centsFromUsd(FEE_LIMITS.minimumUsd.max)))
  const deal = await buildPayableDeal(world, 101)
  const id = await fund(world, deal)
  const { body } = await api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  expect(body).toMatchObject({ status: 'released', creator_amount: 0.51, fee_amount: 0.5 })
  await addFeeTerms(api.pool, DEFAULT_FEE_TERMS)
  await checkMoney(world)
})

test('the database splits prices as the ledger does, over thousands of sampled prices and terms', async () => {
  const { percent, minimumUsd } = FEE_LIMITS
  const cases = fc
    .sample(
      fc.tuple(
        fc.oneof(
          fc.constantFrom(0, 1, 2, 100, MAX_AMOUNT_CENTS),
          fc.integer({ min: 0, max: 5_000 }),
          fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }),
        ),
        fc.oneof(
          fc.constantFrom(percent.min, percent.max),
          fc.integer({ min: percent.min * 100, max: percent.max * 100 }).map((bps) => bps / 100),
        ),
        fc.integer({ min: 0, max: centsFromUsd(minimumUsd.max) }),
      ),
      5_000,
    )
    .map(([cents, fee, minimum]) => ({ cents, terms: feeTerms(fee, minimum) }))
  const { rows } = await world.api.pool.query<{ share: number }>(
    `select creator_share(cents, bps, minimum) as share
      from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as one (cents, bps, minimum, n)
      order by n`,
    [
      cases.map(({ cents }) => cents),
      cases.map(({ terms }) => terms.creator_bps),
      cases.map(({ terms }) => terms.minimum_fee_cents),
    ],
  )
  expect(rows.map(({ share }) => share)).toEqual(
    cases.map(({ cents, terms }) => splitPrice(cents, terms).creatorCents),
  )
})

test('terms are append-only, and agreed ones do not change', async () => {
  const { pool } = world.api
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const later = await addFeeTerms(pool, feeTerms(10))
  for (const statement of [
    'update fee_terms set creator_bps = 9000',
    'delete from fee_terms',
    'truncate fee_terms cascade',
    `update payments set fee_bps = 1000 where id = '${id}'`,
    `update payments set minimum_fee = 1 where id = '${id}'`,
    `update payments set currency = 'eur' where id = '${id}'`,
    `update payments set purpose = 'extra' where id = '${id}'`,
    `update applications set fee_terms_id = null where id = '${deal.application.id}'`,
    `update applications set fee_terms_id = ${later.id} where id = '${deal.application.id}'`,
    `insert into fee_terms (creator_bps, valid_from) values (4999, now())`,
    `insert into fee_terms (creator_bps, valid_from) values (10001, now())`,
  ])
    await expect(pool.query(statement), statement).rejects.toThrow(
      /append-only|were agreed|violates check/,
    )
  await addFeeTerms(pool, DEFAULT_FEE_TERMS)
})

test('a deal has a single payment for its price, and an extra payment requires an amendment', async () => {
  const { api } = world
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const again = (purpose: string) =>
    api.pool.query<{ fee_bps: number }>(
      `insert into payments (project_id, application_id, seller_id, creator_id, amount, purpose, status, created_at)
        select project_id, application_id, seller_id, creator_id, 2000, $2, 'failed', now() + interval '1 hour'
        from payments where id = $1 returning fee_bps`,
      [id, purpose],
    )
  await expect(again('deal')).rejects.toThrow('payments_one_deal_per_application')
  await expect(again('extra')).rejects.toThrow('payments_extra_is_agreed')
  const shown = await api.call(deal.seller, 'payments.for_project', {
    params: { id: deal.project.id },
  })
  expect(shown.body?.id).toBe(id)
  const { body } = await api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
  expect(body.status).toBe('released')
  await checkMoney(world)
})
