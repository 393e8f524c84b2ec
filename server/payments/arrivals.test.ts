import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitPrice, usdFromCents } from '#contract/money.ts'
import { ARRIVALS_SHOWN } from '#contract/payments.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { notePayout } from '#server/payouts/payout-arrivals.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildDeal, buildPayment, buildSeller } from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const arrivals = async (as: BuiltUser) => (await api.call(as, 'payments.arrivals')).body
const see = (as: BuiltUser | null, id: string) => api.call(as, 'payments.seen', { params: { id } })

/** A deal whose payment was released at this moment; the returned part is in cents. */
async function released(at = '2031-03-03T10:00:00Z', returnedPart = 0) {
  const deal = await buildDeal(api.pool)
  const { id } = await buildPayment(api.pool, { application: deal.application })
  const { amount } = await oneRow<{ amount: number }>(
    api.pool,
    sql`update payments set status = 'released', released_at = ${at}, returned_part = ${returnedPart},
      stripe_transfer_id = ${`tr_${id}`} where id = ${id} returning amount`,
  )
  return { ...deal, id, amount }
}

test('released money arrives with the creator’s share, for its creator alone', async () => {
  const deal = await released('2031-03-03T10:00:00Z', 1_000)
  const [arrival] = await arrivals(deal.creator)
  const { creatorCents } = splitPrice(deal.amount - 1_000, {
    creator_bps: 8_500,
    minimum_fee_cents: 0,
  })
  expect(arrival).toEqual({
    payment_id: deal.id,
    project_id: deal.project.id,
    project_title: deal.project.title,
    seller_name: `${deal.seller.name} Goods`,
    amount: usdFromCents(creatorCents),
    released_at: '2031-03-03T10:00:00Z',
    bank_date: null,
    bank_arrived: false,
  })
  expectRefusal(await api.call(deal.seller, 'payments.arrivals'), 'request.creators_only')
  const stranger = await released()
  expect((await arrivals(stranger.creator)).map((one) => one.payment_id)).toEqual([stranger.id])
})

test('a seen arrival is not shown again, even after the money came back and was released again', async () => {
  const deal = await released()
  const replies = await Promise.all([see(deal.creator, deal.id), see(deal.creator, deal.id)])
  expect(replies.map(({ body }) => body)).toEqual([{ seen: true }, { seen: true }])
  expect(await arrivals(deal.creator)).toEqual([])
  const seenAt = () =>
    rows(api.pool, sql`select release_seen_at from payments where id = ${deal.id}`)
  const first = await seenAt()
  api.setNow(new Date('2040-01-01T00:00:00Z'))
  await see(deal.creator, deal.id)
  api.setNow(null)
  expect(await seenAt()).toEqual(first)
  await api.pool.query(
    `update payments set status = 'held_in_escrow', came_back = 'transfer' where id = $1`,
    [deal.id],
  )
  await api.pool.query(
    `update payments set status = 'released', came_back = null, released_at = now() where id = $1`,
    [deal.id],
  )
  expect(await arrivals(deal.creator)).toEqual([])
})

test('an arrival can be marked as seen by its creator only, and not before the release', async () => {
  const deal = await released()
  expectRefusal(await see(deal.seller, deal.id), 'request.creators_only')
  expectRefusal(await see(await buildSeller(api.pool), deal.id), 'request.creators_only')
  expectRefusal(await see((await released()).creator, deal.id), 'request.not_found')
  expectRefusal(await see(null, deal.id), 'request.unauthenticated')
  const held = await buildDeal(api.pool)
  const { id } = await buildPayment(api.pool, {
    application: held.application,
    status: 'held_in_escrow',
  })
  expect(await arrivals(held.creator)).toEqual([])
  expect((await see(held.creator, id)).body).toEqual({ seen: false })
  await api.pool.query(
    `update payments set status = 'released', released_at = now() where id = $1`,
    [id],
  )
  expect(await arrivals(held.creator)).toHaveLength(1)
  expect((await arrivals(deal.creator)).map((one) => one.payment_id)).toEqual([deal.id])
})

test('an arrival shows the bank date once the provider reports it, and none after the payout failed', async () => {
  const deal = await released()
  const { account } = await oneRow<{ account: string }>(
    api.pool,
    sql`select stripe_account_id as account from stripe_accounts where user_id = ${deal.creator.id}`,
  )
  const payout = (status: 'on_its_way' | 'paid' | 'failed') =>
    inTransaction(api.pool, (tx) =>
      notePayout(tx, api.deps, {
        payoutId: `po_${deal.id}`,
        accountId: account,
        amountCents: 1_000,
        status,
        arrivalDate: '2031-03-06',
        failure: status === 'failed' ? 'The account is closed.' : null,
        sentAt: new Date('2031-03-04T10:00:00Z'),
        transferIds: [`tr_${deal.id}`],
      }),
    )
  for (const [status, known] of [
    ['on_its_way', { bank_date: '2031-03-06', bank_arrived: false }],
    ['paid', { bank_date: '2031-03-06', bank_arrived: true }],
    ['failed', { bank_date: null, bank_arrived: false }],
  ] as const) {
    await payout(status)
    expect(await arrivals(deal.creator)).toMatchObject([known])
  }
})

test('after a long absence the newest few are shown first, and the others after them', async () => {
  const first = await released('2031-03-01T10:00:00Z')
  const others = []
  for (let n = 0; n < ARRIVALS_SHOWN; n += 1)
    others.push(await released(`2031-03-0${n + 2}T10:00:00Z`))
  await api.pool.query(`update payments set creator_id = $1 where id = any($2)`, [
    first.creator.id,
    others.map(({ id }) => id),
  ])
  const newest = others.map(({ id }) => id).toReversed()
  const shown = async () => (await arrivals(first.creator)).map((one) => one.payment_id)
  expect(await shown()).toEqual(newest)
  await see(first.creator, newest[0] ?? '')
  expect(await shown()).toEqual([...newest.slice(1), first.id])
})
