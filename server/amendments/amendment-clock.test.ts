import { expect, test } from 'vitest'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { buildAmendment, buildDeal, buildPayment } from '#tests/support/builders.ts'
import { after, useClocks } from '#tests/support/clocks.ts'

const clocks = useClocks()
const { lookAt, noticesOf, refreshed, sentences } = clocks

async function proposed(by: 'seller' | 'creator') {
  const { application, seller, creator } = await buildDeal(clocks.api.pool)
  const { id } = await buildAmendment(clocks.api.pool, { application, by, expiresAt: after(3) })
  return by === 'seller'
    ? { id, application, author: seller, recipient: creator }
    : { id, application, author: creator, recipient: seller }
}

const statusOf = async (id: string) =>
  (
    await oneRow<{ status: string }>(
      clocks.api.pool,
      sql`select status from amendments where id = ${id}`,
    )
  ).status

test.each(['seller', 'creator'] as const)(
  'a change proposed by the %s reminds its recipient once, half a day before it expires, and expires on time',
  async (by) => {
    const { id, application, author, recipient } = await proposed(by)
    for (const days of [2.4, 2.5, 2.6, 2.99]) await lookAt(days)
    expect(await noticesOf(recipient)).toEqual(['clock.amendment_reminder'])
    expect((await sentences(recipient))[0]).toContain('until Mar 6, 2031, 10:00 UTC')
    expect(await statusOf(id)).toBe('proposed')
    expect(await refreshed(application.project_id)).toEqual([])
    await lookAt(3)
    await lookAt(3)
    expect(await statusOf(id)).toBe('expired')
    const [news, ...more] = await refreshed(application.project_id)
    expect(news?.user_ids.toSorted()).toEqual([author.id, recipient.id].toSorted())
    expect(more).toEqual([])
    expect(await noticesOf(author)).toEqual(['amendment.expire'])
    expect(await noticesOf(recipient)).toEqual(['clock.amendment_reminder', 'amendment.expire'])
  },
)

/** Agreed and not paid: it lapses in three days. */
async function unpaid() {
  const { pool } = clocks.api
  const { application, seller, creator } = await buildDeal(pool)
  const payment = await buildPayment(pool, { application })
  await execute(
    pool,
    sql`update payments set status = 'held_in_escrow', funded_at = now() where id = ${payment.id}`,
  )
  const { id } = await buildAmendment(pool, { application, status: 'unpaid' })
  await execute(pool, sql`update amendments set pay_by = ${after(3)} where id = ${id}`)
  return { id, application, payment, seller, creator }
}

test('the brand is reminded once, a day before an agreed but unpaid change lapses', async () => {
  const { id, application, seller, creator } = await unpaid()
  for (const days of [1.9, 2, 2.1, 2.99]) await lookAt(days)
  expect(await noticesOf(seller)).toEqual(['clock.amendment_unpaid'])
  expect((await sentences(seller))[0]).toContain('$60.00 by Mar 6, 2031, 10:00 UTC')
  expect(await noticesOf(creator)).toEqual([])
  expect(await statusOf(id)).toBe('unpaid')
  await lookAt(3)
  expect(await statusOf(id)).toBe('lapsed')
  expect(await refreshed(application.project_id)).toMatchObject([
    { user_ids: [seller.id, creator.id], topics: expect.arrayContaining(['projects']) },
  ])
  expect(await noticesOf(creator)).toEqual(['amendment.lapse'])
})

test('the reminder goes by the date that the arrival of a parcel gave the change, and names it', async () => {
  const { pool } = clocks.api
  const { id, application, seller } = await unpaid()
  const at = sql`update amendments set against_deliver_by = '2031-03-01', deliver_by = '2031-03-04' where id = ${id}`
  await execute(pool, at)
  const moved = sql`update projects set deadline = '2031-03-20' where id = ${application.project_id}`
  await execute(pool, moved)
  await lookAt(2.1)
  expect(await noticesOf(seller)).toEqual(['clock.amendment_unpaid'])
  expect((await sentences(seller))[0]).toContain('Mar 20')
})

test('no one is reminded of a change that was called off or cannot currently be paid', async () => {
  const { pool } = clocks.api
  const gone = await unpaid()
  await clocks.api.call(gone.creator, 'amendments.call_off', { params: { id: gone.id } })
  const leaving = await unpaid()
  await execute(pool, sql`update payments set moving = 'refund' where id = ${leaving.payment.id}`)
  await lookAt(2.1)
  expect(await noticesOf(gone.seller)).toEqual(['amendment.call_off'])
  expect(await noticesOf(leaving.seller)).toEqual([])
})

test('an answered change neither reminds nor expires', async () => {
  const { id, recipient } = await proposed('seller')
  await lookAt(1)
  await clocks.api.call(recipient, 'amendments.decline', { params: { id } })
  await lookAt(2.6)
  await lookAt(4)
  expect(await noticesOf(recipient)).toEqual([])
  expect(await statusOf(id)).toBe('declined')
})

test('no one is reminded of a change that they could not accept', async () => {
  const { pool } = clocks.api
  const frozen = await proposed('seller')
  const payment = await buildPayment(pool, { application: frozen.application })
  await execute(
    pool,
    sql`update payments set status = 'held_in_escrow', funded_at = now(), disputed = true, dispute_outcome = 'open'
      where id = ${payment.id}`,
  )
  const priced = await proposed('seller')
  await buildPayment(pool, { application: priced.application })
  await execute(
    pool,
    sql`update amendments set price = 40000, against_price = 54000 where id = ${priced.id}`,
  )
  const late = await proposed('seller')
  await execute(pool, sql`update amendments set deliver_by = '2031-03-04' where id = ${late.id}`)
  const fine = await proposed('seller')
  await lookAt(2.6)
  for (const { recipient } of [frozen, priced, late]) expect(await noticesOf(recipient)).toEqual([])
  expect(await noticesOf(fine.recipient)).toEqual(['clock.amendment_reminder'])
})
