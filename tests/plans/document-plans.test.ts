import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, type Statement, sql } from '#server/db/sql.ts'
import { movedSince } from '#server/documents/record/catch-up-store.ts'
import { partiesStatement } from '#server/documents/record/period-store.ts'
import { periodAt } from '#server/documents/record/periods.ts'
import { undocumentedPayments } from '#server/documents/record/required-documents.ts'
import { checkStatements, type Reading } from '#server/payments/checks/money-checks.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { readsOf, sentBy } from '#tests/support/plans.ts'

/** The hourly check costs as much as happened recently, in a ledger of any size. */

let pool: Pool
let drop: () => Promise<void>
let since: string
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  await fillDatabase(database.url, { projects: 600, now: new Date(), passwordHash: '-' })
  pool = createPool(database.url, 1)
  const { at } = await oneRow<{ at: string }>(
    pool,
    sql`select max(created_at) - interval '1 day' as at from ledger_movements`,
  )
  since = at
  await pool.query('vacuum analyze')
})
afterAll(async () => {
  await pool.end()
  await drop()
})

interface Node {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const BOOKS = ['ledger_movements', 'ledger_entries', 'documents']

/** The ledger rows that a statement reads, including those it discards. */
async function rowsRead(statement: Pick<Statement, 'text' | 'values'>): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) ${statement.text}`,
    [...statement.values],
  )
  const count = (node: Node): number =>
    (BOOKS.includes(node['Relation Name'] ?? '')
      ? ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
        (node['Actual Loops'] ?? 1)
      : 0) + (node.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('no plan')
  return count(plan)
}

const readByChecks = async (reading: Reading): Promise<number> => {
  let sum = 0
  for (const { of, statement } of checkStatements(new Date(), reading))
    if (of === 'M19') sum += await rowsRead(statement)
  return sum
}

test('the hourly search for missing documents reads only the newest movements', async () => {
  const whole = await rowsRead(await sentBy((db) => undocumentedPayments(db, movedSince(null), 9)))
  const newest = await rowsRead(
    await sentBy((db) => undocumentedPayments(db, movedSince(since), 9)),
  )
  expect(whole).toBeGreaterThan(3_000)
  expect(newest).toBeLessThan(whole / 5)
})

test('the hourly document checks read only the newest rows', async () => {
  const whole = await readByChecks('whole')
  const newest = await readByChecks('newest')
  expect(whole).toBeGreaterThan(3_000)
  expect(newest).toBeLessThan(whole / 5)
})

test('the people whose money moved in a month are found through the index by time', async () => {
  await pool.query('set enable_seqscan = off')
  const month = periodAt('month', new Date('2001-02-03T00:00:00Z'))
  const used = await readsOf(pool, partiesStatement(month, 1_000))
  expect(used).toContain('ledger_movements_by_time')
  expect(used.filter((one) => one.startsWith('Seq Scan'))).toEqual([])
})
