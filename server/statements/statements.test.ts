import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_AMOUNT_CENTS } from '#contract/money.ts'
import { FORECAST_WEEKS, forecastWeeks, STATEMENT_LIMITS } from '#contract/statements.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { daysAfter } from '#server/clocks/days.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { releaseEntries, transferEntries } from '#server/payments/ledger/ledger.ts'
import { readCsv } from '#server/shipping/csv-text.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAmendment,
  buildDeal,
  buildDeliverable,
  buildDispute,
  buildPayment,
} from '#tests/support/builders.ts'
import { bookAt } from '#tests/support/documents.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { expectedOf } from './forecast-store.ts'
import { statementCsv } from './statement-csv.ts'
import { statementFileRoute } from './statement-routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
  statementFileRoute(api.app, api.deps)
})
afterAll(() => api.close())
afterEach(() => api.setNow(null))

const TERMS = { creator_bps: 8_500, minimum_fee_cents: 0 }
const MINUTE = 60_000
const YEAR = { from: '2026-01-01', to: '2026-12-31' }

async function deal(title?: string) {
  const { application, seller, creator, project } = await buildDeal(api.pool)
  if (title !== undefined)
    await execute(api.pool, sql`update projects set title = ${title} where id = ${project.id}`)
  const { id } = await buildPayment(api.pool, { application })
  const hold = (at: string, cents: number) =>
    bookAt(api.pool, id, at, 'hold', { provider_clearing: cents, escrow: -cents })
  const release = async (at: string, cents: number) => {
    await bookAt(api.pool, id, at, 'release', releaseEntries(cents, TERMS))
    await bookAt(api.pool, id, at, 'transfer', transferEntries(cents, TERMS))
  }
  const refund = (at: string, cents: number) =>
    bookAt(api.pool, id, at, 'part_refund', { escrow: cents, provider_clearing: -cents })
  return { id, seller, creator, application, project, hold, release, refund }
}

type Reader = { id: string }
const statementOf = async (reader: Reader, days = YEAR, after?: string) =>
  (
    await api.call(reader, 'statements.get', {
      query: { ...days, ...(after === undefined ? {} : { after }) },
    })
  ).body

async function fileOf(reader: Reader, days = YEAR) {
  const { url } = (await api.call(reader, 'statements.csv', { body: days })).body
  return { url, reply: await api.app.inject({ method: 'GET', url }) }
}

test('a brand’s statement lists every movement with the balance held after it, for any period', async () => {
  const one = await deal()
  await one.hold('2026-02-28T23:59:59.999Z', 50_000)
  await one.refund('2026-03-01T00:00:00Z', 10_001)
  await one.release('2026-03-31T12:00:00Z', 39_999)
  const whole = await statementOf(one.seller)
  expect(whole.columns).toEqual(['Paid in', 'Returned', 'Bought', 'Held'])
  expect(whole.rows.map(({ day, amounts, balance }) => [day, ...amounts, balance])).toEqual([
    ['2026-02-28', 500, 0, 0, 500],
    ['2026-03-01', 0, 100.01, 0, 399.99],
    ['2026-03-31', 0, 0, 399.99, 0],
  ])
  expect(whole).toMatchObject({ opening: 0, totals: [500, 100.01, 399.99], next: null })
  const march = await statementOf(one.seller, { from: '2026-03-01', to: '2026-03-30' })
  expect(march).toMatchObject({ opening: 500, totals: [0, 100.01, 0] })
  expect(march.months).toEqual([{ month: '2026-03', amounts: [0, 100.01, 0], balance: 399.99 }])
})

test('a creator’s statement lists prices, fees and transfers, but not what the brand paid in', async () => {
  const one = await deal()
  await one.hold('2026-02-01T00:00:00Z', MAX_AMOUNT_CENTS)
  await one.release('2026-03-01T00:00:00Z', MAX_AMOUNT_CENTS)
  const { rows, totals } = await statementOf(one.creator)
  expect(rows.map(({ amounts, balance }) => [...amounts, balance])).toEqual([
    [999_999.99, -150_000, 0, 849_999.99],
    [0, 0, 849_999.99, 0],
  ])
  expect(totals).toEqual([999_999.99, -150_000, 849_999.99])
  expect((await statementOf((await deal()).creator)).rows).toEqual([])
})

test('the pages and the CSV file of a statement have the same rows', async () => {
  const one = await deal()
  const count = 2 * STATEMENT_LIMITS.page + 7
  for (let n = 0; n < count; n += 1)
    // Many share one moment, so the position after a row needs its number, too.
    await one.hold(`2026-04-${String(1 + Math.floor(n / 40)).padStart(2, '0')}T00:00:00Z`, 100 + n)
  const pages = []
  let next: string | null | undefined
  do {
    const page = await statementOf(one.seller, YEAR, next ?? undefined)
    pages.push(page)
    next = page.next
  } while (typeof next === 'string')
  const listed = pages.flatMap(({ rows }) => rows)
  expect(listed).toHaveLength(count)
  expect(pages[1]?.opening).toBe(pages[0]?.rows.at(-1)?.balance)
  const { reply } = await fileOf(one.seller)
  const [head, ...lines] = (readCsv(reply.body) ?? []).map(({ cells }) => cells)
  expect(head).toEqual(['Date', 'What happened', 'Paid in', 'Returned', 'Bought', 'Held'])
  expect(lines).toEqual(
    listed.map(({ day, text, amounts, balance }) => [
      day,
      text,
      ...[...amounts, balance].map(String),
    ]),
  )
})

test('the CSV file is not cached, contains no formulas, and its amounts are numbers', async () => {
  const one = await deal('=HYPERLINK("https://evil.example","mugs")')
  await one.release('2026-05-01T00:00:00Z', 54_050)
  const { reply } = await fileOf(one.creator)
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['cache-control']).toBe('no-store')
  const line = reply.body.split('\r\n')[1] ?? ''
  expect(line).toContain('540.5,-81.07,0,459.43')
  for (const { cells } of readCsv(reply.body) ?? [])
    for (const text of cells.slice(0, 2)) expect(text).not.toMatch(/^[=+\-@\t\r]/)
})

test('a download link opens only the statement it was signed for, and for five minutes', async () => {
  const one = await deal()
  await one.hold('2026-06-01T00:00:00Z', 100)
  const signed = Date.parse('2026-06-02T12:00:00Z')
  api.setNow(new Date(signed))
  const { url } = await fileOf(one.seller)
  const other = await deal()
  const open = async (address: string) =>
    (await api.app.inject({ method: 'GET', url: address })).statusCode
  expect(await open(url)).toBe(200)
  for (const changed of [
    url.replace(one.seller.id, other.seller.id),
    url.replace('2026-01-01', '2025-01-01'),
    url.replace('side=seller', 'side=creator'),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
    `/storage/statement/${one.seller.id}`,
  ])
    expect(await open(changed), changed).toBe(404)
  const openAfter = (ms: number) => {
    api.setNow(new Date(signed + ms))
    return open(url)
  }
  expect(await openAfter(5 * MINUTE - 1)).toBe(200)
  expect(await openAfter(5 * MINUTE)).toBe(404)
  api.setNow(null)
})

test.each([
  [{ from: '2026-02-01', to: '2026-01-31' }, 'to'],
  [{ from: '2026-01-31', to: 'February' }, 'to'],
  [{ from: '2026-02-30', to: '2026-03-31' }, 'from'],
])('the period %j is refused', async (days, field) => {
  const { seller } = await deal()
  expectInvalid(await api.call(seller, 'statements.get', { query: days }), field)
  expectInvalid(await api.call(seller, 'statements.csv', { body: days }), field)
})

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes still referenced: the total that a process has taken also depends on when the engine last
 * collected.
 */
function bytesInUse(): number {
  // Collected twice: what the first run finalizes is freed by the second.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('a file of 100,000 lines is written in pieces, in bounded memory', async () => {
  const one = await deal()
  const count = STATEMENT_LIMITS.file + 500
  await api.pool.query(
    `with moved as (insert into ledger_movements (payment_id, kind, reference, created_at)
        select $1, case when n % 2 = 0 then 'hold' else 'refund' end, 'many_' || n, timestamptz '2026-01-01' + n * interval '1 second'
        from generate_series(0, $2::int - 1) n returning id, kind)
      insert into ledger_entries (movement_id, payment_id, account, amount)
        select id, $1, account, case when kind = 'hold' then amount else -amount end
        from moved, (values ('provider_clearing', 100), ('escrow', -100)) entry (account, amount)`,
    [one.id, count],
  )
  await api.pool.query('analyze ledger_movements, ledger_entries')
  let lines = 0
  let longest = 0
  let pieces = 0
  const before = bytesInUse()
  let most = 0
  for await (const piece of statementCsv(api.pool, 'seller', one.seller.id, YEAR)) {
    lines += piece.split('\r\n').length - 1
    longest = Math.max(longest, piece.length)
    pieces += 1
    if (pieces % 10 === 0) most = Math.max(most, bytesInUse() - before)
  }
  expect(lines).toBe(STATEMENT_LIMITS.file + 1)
  // One read holds a twentieth of the file.
  expect(longest).toBeLessThan(1_000_000)
  // 2 to 3 MiB; it would be 40 if every row were kept.
  expect(most).toBeLessThan(10 * 1024 * 1024)
})

describe('a forecast', () => {
  test('gives for each week the amount that is certain and the most that is possible', () => {
    const weeks = forecastWeeks(
      [
        { from: '2026-11-26', to: '2026-12-01', cents: 100 },
        { from: '2026-11-30', to: '2026-12-10', cents: 20 },
        { from: '2027-06-01', to: '2027-06-08', cents: 3 },
      ],
      '2026-11-26',
      3,
    )
    expect(weeks).toEqual([
      { from: '2026-11-26', to: '2026-12-02', least: 100, most: 120 },
      { from: '2026-12-03', to: '2026-12-09', least: 0, most: 20 },
      { from: '2026-12-10', to: '2026-12-16', least: 3, most: 23 },
    ])
  })
  test('of a creator counts their share of held money, with disputed money separate', async () => {
    const one = await deal()
    await one.hold('2026-06-01T00:00:00Z', 54_050)
    await execute(api.pool, sql`update payments set status = 'held_in_escrow' where id = ${one.id}`)
    const { body } = await api.call(one.creator, 'statements.forecast')
    expect(body.brand).toBeNull()
    expect(Math.max(...body.weeks.map(({ most }) => most))).toBe(459.43)
    await buildDispute(api.pool, {
      payment: { id: one.id },
      openedBy: one.seller,
    })
    const { body: disputed } = await api.call(one.creator, 'statements.forecast')
    expect(Math.max(...disputed.weeks.map(({ most }) => most))).toBe(0)
    expect(disputed.disputed).toBe(459.43)
  })
  test('of a creator names the day on which the clock approves, later by the time a withdrawn dispute took', async () => {
    const one = await deal()
    await one.hold('2026-06-01T00:00:00Z', 54_000)
    const handedIn = new Date('2031-03-03T10:00:00Z')
    const after = (days: number) => daysAfter(handedIn, days)
    await execute(
      api.pool,
      sql`update payments set status = 'held_in_escrow', funded_at = ${handedIn}, stripe_charge_id = 'ch_forecast'
        where id = ${one.id}`,
    )
    const { id } = await buildDeliverable(api.pool, one)
    await execute(
      api.pool,
      sql`update deliverables set created_at = ${handedIn}, viewable_at = ${handedIn} where id = ${id}`,
    )
    const expected = async (today: string) =>
      (await expectedOf(api.pool, one.creator.id, today)).expected
    expect(await expected('2031-03-04')).toEqual([
      { from: '2031-03-04', to: '2031-03-10', cents: 45_900 },
    ])
    api.setNow(after(1))
    const { body: dispute } = await api.call(one.seller, 'disputes.open', {
      params: { id: one.id },
      body: { reason: 'not_as_agreed', statement: 'Too dark.' },
    })
    api.setNow(after(6))
    await api.call(one.seller, 'disputes.withdraw', { params: { id: dispute.id } })
    expect(await expected('2031-03-09')).toEqual([
      { from: '2031-03-09', to: '2031-03-15', cents: 45_900 },
    ])
    const approved = async (days: number) => {
      api.setNow(after(days))
      await clockTasks(api.deps)['clocks.tick']({})
      const found = sql`select status = 'approved' as ended from deliverables where id = ${id}`
      return (await oneRow<{ ended: boolean }>(api.pool, found)).ended
    }
    expect([await approved(11.99), await approved(12)]).toEqual([false, true])
  })
  test('of a creator counts the review from when the work can be looked at', async () => {
    const one = await deal()
    await one.hold('2026-06-01T00:00:00Z', 54_000)
    await execute(api.pool, sql`update payments set status = 'held_in_escrow' where id = ${one.id}`)
    const { id } = await buildDeliverable(api.pool, one)
    // Its copies were made after midnight.
    await execute(
      api.pool,
      sql`update deliverables set created_at = '2031-03-03T23:50:00Z', viewable_at = '2031-03-04T00:05:00Z'
        where id = ${id}`,
    )
    expect((await expectedOf(api.pool, one.creator.id, '2031-03-04')).expected).toEqual([
      { from: '2031-03-04', to: '2031-03-11', cents: 45_900 },
    ])
  })
  test('of a creator names no week for money that came back, and counts none of a cancelled project', async () => {
    const one = await deal()
    await one.hold('2026-06-01T00:00:00Z', 54_000)
    await buildDeliverable(api.pool, one)
    const expected = async () => {
      const { body } = await api.call(one.creator, 'statements.forecast')
      return body.weeks.map(({ least, most }) => [least, most])
    }
    await execute(
      api.pool,
      sql`update payments set status = 'held_in_escrow', came_back = 'transfer' where id = ${one.id}`,
    )
    expect(await expected()).toEqual(Array.from({ length: FORECAST_WEEKS }, () => [0, 459]))
    // Its brand cancelled it once the money was on the card; then the card's bank did not take it. No one can release it.
    await execute(api.pool, sql`update payments set came_back = 'refund' where id = ${one.id}`)
    await execute(
      api.pool,
      sql`update projects set status = 'cancelled' where id = ${one.project.id}`,
    )
    expect(await expected()).toEqual(Array.from({ length: FORECAST_WEEKS }, () => [0, 0]))
    const release = await api.call(one.seller, 'payments.release', { body: { payment_id: one.id } })
    expectRefusal(release, 'project.closed')
  })
  test('of a creator names no week for what is held beside a payment that came back or is disputed', async () => {
    const one = await deal()
    await one.hold('2026-06-01T00:00:00Z', 54_000)
    const amendment = await buildAmendment(api.pool, {
      application: one.application,
      status: 'accepted',
    })
    const extra = await oneRow<{ id: string }>(
      api.pool,
      sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, status, purpose, amendment_id)
        select project_id, application_id, seller_id, creator_id, 6000, 'held_in_escrow', 'extra', ${amendment.id}
        from payments where id = ${one.id} returning id`,
    )
    await bookAt(api.pool, extra.id, '2026-06-02T00:00:00Z', 'hold', {
      provider_clearing: 6_000,
      escrow: -6_000,
    })
    await buildDeliverable(api.pool, one)
    // What both sides agreed to return of the first failed. The clock releases a deal as a whole, or nothing of it.
    await execute(
      api.pool,
      sql`update payments set status = 'held_in_escrow', came_back = 'refund' where id = ${one.id}`,
    )
    const weeks = async () => {
      const { body } = await api.call(one.creator, 'statements.forecast')
      return body.weeks.map(({ least, most }) => [least, most])
    }
    expect(await weeks()).toEqual(Array.from({ length: FORECAST_WEEKS }, () => [0, 510]))
    await execute(
      api.pool,
      sql`update payments set came_back = null, dispute_outcome = 'open', disputed = true where id = ${one.id}`,
    )
    expect(await weeks()).toEqual(Array.from({ length: FORECAST_WEEKS }, () => [0, 51]))
  })
  test('of a brand shows what is committed, held and still to be funded', async () => {
    const one = await deal()
    const asked = async () => (await api.call(one.seller, 'statements.forecast')).body.brand
    const before = await asked()
    expect(before).toMatchObject({ held: 0, committed: before?.to_fund })
    expect(before?.to_fund).toBeGreaterThan(0)
    await one.hold('2026-06-01T00:00:00Z', 10_001)
    await execute(api.pool, sql`update payments set status = 'held_in_escrow' where id = ${one.id}`)
    expect(await asked()).toEqual({ committed: 100.01, held: 100.01, to_fund: 0 })
  })
  test('of a brand counts the extra of an unpaid amendment for as long as it can be paid', async () => {
    const one = await deal()
    const asked = async () => (await api.call(one.seller, 'statements.forecast')).body.brand
    await one.hold('2026-06-01T00:00:00Z', 54_000)
    await execute(api.pool, sql`update payments set status = 'held_in_escrow' where id = ${one.id}`)
    const { id } = await buildAmendment(api.pool, {
      application: one.application,
      status: 'unpaid',
    })
    expect(await asked()).toEqual({ committed: 600, held: 540, to_fund: 60 })
    const { pay_by: payBy } = await oneRow<{ pay_by: string }>(
      api.pool,
      sql`select pay_by from amendments where id = ${id}`,
    )
    // It has expired, whether or not the clock job has recorded that yet.
    api.setNow(new Date(Date.parse(payBy) + 1))
    expect(await asked()).toEqual({ committed: 540, held: 540, to_fund: 0 })
    api.setNow(null)
    await execute(api.pool, sql`update amendments set status = 'lapsed' where id = ${id}`)
    expect(await asked()).toMatchObject({ to_fund: 0 })
  })
})
