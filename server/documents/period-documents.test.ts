import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_AMOUNT_CENTS } from '#contract/money.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { DocumentContent } from '#server/documents/record/document-store.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { releaseEntries, transferEntries } from '#server/payments/ledger/ledger.ts'
import { type BuiltUser, buildDeal, buildPayment } from '#tests/support/builders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { bookAt, issuerOn } from '#tests/support/documents.ts'
import { catchUpDocuments } from './document-schedule.ts'
import { issuePeriodDocument } from './period-documents.ts'

/** Statements of months and summaries of years, created from the ledger once the period is over. */

let pool: Pool
/** The connections of another process. */
let second: Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  pool = createPool(database.url, 10)
  second = createPool(database.url, 10)
  drop = database.drop
})
afterAll(async () => {
  await pool.end()
  await second.end()
  await drop()
})
beforeEach(async () => {
  await pool.query(`begin; set local session_replication_role = 'replica';
    truncate documents, document_series, document_periods, ledger_entries, ledger_movements, reconciled_through cascade; commit`)
})

const TERMS = { creator_bps: 8_500, minimum_fee_cents: 0 }

async function deal() {
  const { application, seller, creator, project } = await buildDeal(pool)
  const { id } = await buildPayment(pool, { application })
  const release = async (at: string, cents: number) => {
    await bookAt(pool, id, at, 'release', releaseEntries(cents, TERMS))
    await bookAt(pool, id, at, 'transfer', transferEntries(cents, TERMS))
  }
  return { id, seller, creator, title: project.title, release }
}

/** Runs the hourly job as often as needed, at a given moment, and the jobs that it enqueues. */
async function hourly(at: string) {
  const deps = issuerOn(pool, () => new Date(at))
  for (let hour = 0; hour < 3; hour += 1) {
    await catchUpDocuments(deps)
    const due = await rows<{ payload: Parameters<typeof issuePeriodDocument>[1] }>(
      pool,
      sql`select payload from graphile_worker._private_jobs where key like 'documents.month:%' or key like 'documents.year:%'`,
    )
    await pool.query('delete from graphile_worker._private_jobs')
    for (const { payload } of due) await issuePeriodDocument(deps, payload)
  }
}

interface Made {
  kind: string
  period_start: string
  period_end: string
  total: number
  content: DocumentContent
}

const madeFor = (person: BuiltUser | { id: string }) =>
  rows<Made>(
    pool,
    sql`select kind, period_start::text, period_end::text, total, content from documents
      where party_id = ${person.id} and period_start is not null order by kind, period_start`,
  )

const broken = async () =>
  (await brokenMoneyChecks(pool)).filter(({ name }) =>
    /^(statements|summaries|documents_(have|add_up_line))/.test(name),
  )

test('a month has a statement for each creator whose money moved in it, six hours after it ended', async () => {
  const first = await deal()
  const idle = await deal()
  await first.release('2026-03-10T12:00:00Z', 54_050)
  await first.release('2026-03-31T23:59:59.999Z', 100)
  await hourly('2026-04-01T05:59:59Z')
  expect(await madeFor(first.creator)).toEqual([])
  await hourly('2026-04-01T06:00:00Z')
  const [statement, ...others] = await madeFor(first.creator)
  expect(others).toEqual([])
  expect(statement).toMatchObject({
    kind: 'payout_statement',
    period_start: '2026-03-01',
    period_end: '2026-03-31',
    total: 45_943 + 85,
  })
  expect(statement?.content.lines).toEqual([
    { text: 'Prices of released payments', cents: 54_150 },
    { text: 'Platform fees', cents: -8_122 },
  ])
  expect(statement?.content.table?.rows).toEqual([
    { day: '2026-03-10', text: `“${first.title}” released`, cents: [54_050, -8_107, null, 45_943] },
    {
      day: '2026-03-10',
      text: `“${first.title}” sent to your Stripe balance`,
      cents: [null, null, 45_943, 0],
    },
    { day: '2026-03-31', text: `“${first.title}” released`, cents: [100, -15, null, 85] },
    {
      day: '2026-03-31',
      text: `“${first.title}” sent to your Stripe balance`,
      cents: [null, null, 85, 0],
    },
  ])
  expect(statement?.content.table?.totals).toEqual([54_150, -8_122, 46_028, 0])
  for (const nobody of [first.seller, idle.creator, idle.seller])
    expect(await madeFor(nobody)).toEqual([])
  expect(await broken()).toEqual([])
})

test('the turn of the year in UTC separates months and years, to the millisecond', async () => {
  const one = await deal()
  await one.release('2026-12-31T23:59:59.999Z', 1_000)
  await one.release('2027-01-01T00:00:00.000Z', 2_000)
  await hourly('2027-01-01T06:00:00Z')
  expect(
    (await madeFor(one.creator)).map(({ period_start: from, total }) => [from, total]),
  ).toEqual([['2026-12-01', 850]])
  await hourly('2027-01-05T00:00:00Z')
  await hourly('2028-01-06T00:00:00Z')
  expect(
    (await madeFor(one.creator)).map(({ kind, period_start: from, total }) => [kind, from, total]),
  ).toEqual([
    ['payout_statement', '2026-12-01', 850],
    ['payout_statement', '2027-01-01', 1_700],
    ['year_summary', '2026-01-01', 850],
    ['year_summary', '2027-01-01', 1_700],
  ])
  expect(await broken()).toEqual([])
})

test('months without movements have no statement, and an amount owed is carried forward over them', async () => {
  const one = await deal()
  await bookAt(pool, one.id, '2026-02-28T23:00:00Z', 'release', releaseEntries(20_000, TERMS))
  await bookAt(pool, one.id, '2026-05-02T09:00:00Z', 'transfer', transferEntries(20_000, TERMS))
  await hourly('2026-08-01T12:00:00Z')
  const made = await madeFor(one.creator)
  expect(made.map(({ period_start: from, total }) => [from, total])).toEqual([
    ['2026-02-01', 0],
    ['2026-05-01', 17_000],
  ])
  expect(made[0]?.content.lines.at(-1)).toEqual({ text: 'Still owed to you', cents: -17_000 })
  expect(made[1]?.content.lines).toEqual([{ text: 'Owed to you before', cents: 17_000 }])
  expect(await broken()).toEqual([])
})

test('a reversed transfer makes the total sent in its month negative', async () => {
  const one = await deal()
  await one.release('2026-03-31T10:00:00Z', 20_000)
  const back = Object.fromEntries(
    Object.entries(transferEntries(20_000, TERMS)).map(([account, cents]) => [account, -cents]),
  )
  await bookAt(pool, one.id, '2026-04-02T10:00:00Z', 'transfer', back)
  await hourly('2026-05-02T00:00:00Z')
  expect((await madeFor(one.creator)).map(({ total }) => total)).toEqual([17_000, -17_000])
  expect(await broken()).toEqual([])
})

describe('a year', () => {
  test('is summed up for both sides on the fifth of January, month by month', async () => {
    const one = await deal()
    await bookAt(pool, one.id, '2026-03-01T00:00:00Z', 'hold', {
      provider_clearing: 50_000,
      escrow: -50_000,
    })
    await bookAt(pool, one.id, '2026-04-01T00:00:00Z', 'part_refund', {
      escrow: 10_000,
      provider_clearing: -10_000,
    })
    await one.release('2026-04-02T00:00:00Z', 30_000)
    await hourly('2027-01-04T23:59:59Z')
    expect(await madeFor(one.seller)).toEqual([])
    await hourly('2027-01-05T00:00:00Z')
    const [forBrand] = await madeFor(one.seller)
    expect(forBrand).toMatchObject({ kind: 'year_summary', total: 30_000 })
    expect(forBrand?.content.lines).toEqual([
      { text: 'Paid into escrow', cents: 50_000 },
      { text: 'Returned to you', cents: -10_000 },
      { text: 'Still held in escrow', cents: -10_000 },
    ])
    expect(forBrand?.content.table).toEqual({
      columns: ['Paid in', 'Returned', 'Bought', 'Held'],
      rows: [
        { day: null, text: 'March 2026', cents: [50_000, 0, 0, 50_000] },
        { day: null, text: 'April 2026', cents: [0, 10_000, 30_000, 10_000] },
      ],
      totals: [50_000, 10_000, 30_000, 10_000],
    })
    const forCreator = (await madeFor(one.creator)).find(({ kind }) => kind === 'year_summary')
    expect(forCreator).toMatchObject({ total: 25_500 })
    expect(forCreator?.content.table?.rows).toEqual([
      { day: null, text: 'April 2026', cents: [30_000, -4_500, 25_500, 25_500] },
    ])
    expect(await broken()).toEqual([])
  })
})

test('sums beyond the highest price, and sums of the lowest prices, are exact', async () => {
  const one = await deal()
  for (const cents of [1, 2, 3, MAX_AMOUNT_CENTS, MAX_AMOUNT_CENTS, MAX_AMOUNT_CENTS - 1])
    await one.release('2026-06-15T12:00:00Z', cents)
  await hourly('2027-01-06T00:00:00Z')
  const made = await madeFor(one.creator)
  expect(made).toHaveLength(2)
  expect(made[0]?.total).toBe(made[1]?.total)
  expect(made[0]?.content.table?.totals[0]).toBe(3 * MAX_AMOUNT_CENTS + 5)
  expect(await broken()).toEqual([])
})

test('four concurrent runs of the same job in two processes make one statement', async () => {
  const one = await deal()
  await one.release('2026-03-10T12:00:00Z', 54_000)
  const processes = [pool, second].map((own) =>
    issuerOn(own, () => new Date('2026-04-02T00:00:00Z')),
  )
  const due = {
    user_id: one.creator.id,
    side: 'creator',
    period: 'month',
    from: '2026-03-01',
  } as const
  const runs = [...processes, ...processes].map((deps) => issuePeriodDocument(deps, due))
  await Promise.all(runs)
  expect(await madeFor(one.creator)).toHaveLength(1)
  expect(await broken()).toEqual([])
})

test('the checks detect a wrong amount, a missing statement and a balance that is not carried forward', async () => {
  const one = await deal()
  await bookAt(pool, one.id, '2026-02-10T23:00:00Z', 'release', releaseEntries(20_000, TERMS))
  await bookAt(pool, one.id, '2026-03-02T09:00:00Z', 'transfer', transferEntries(20_000, TERMS))
  await hourly('2027-01-05T12:00:00Z')
  expect(await broken()).toEqual([])
  const client = await pool.connect()
  try {
    for (const [spoil, name] of [
      [
        `update documents set total = total + 1 where kind = 'payout_statement'`,
        'statements_follow_movements',
      ],
      [`delete from documents where period_start = '2026-03-01'`, 'statements_follow_movements'],
      [
        `update documents set total = total + 1 where kind = 'year_summary'`,
        'summaries_follow_movements',
      ],
      [
        `update documents set content = jsonb_set(content, '{table,totals,3}', '5') where period_start = '2026-02-01'`,
        'statements_continue',
      ],
      [
        `update documents set content = jsonb_set(content, '{lines,0,cents}', '5') where period_start = '2026-02-01'`,
        'documents_add_up_line_by_line',
      ],
    ] as const) {
      await client.query("begin; set local session_replication_role = 'replica'")
      await client.query(spoil)
      const found = (await brokenMoneyChecks(client)).map((check) => check.name)
      expect(found, spoil).toContain(name)
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
})
