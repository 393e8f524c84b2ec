import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { balanceBefore, movementsIn, type Side } from '#server/documents/record/period-store.ts'
import { expectedOf, fundsOf } from '#server/statements/forecast-store.ts'
import { statedMovements, statedSums } from '#server/statements/statement-store.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { readsOf, sentBy } from '#tests/support/plans.ts'

/** A page of a statement reads only the entries it shows, however many movements its reader has. */

let pool: Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  await fillDatabase(database.url, { projects: 600, now: new Date(), passwordHash: '-' })
  pool = createPool(database.url, 1)
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

const entriesRead = (node: Node): number =>
  (node['Relation Name'] === 'ledger_entries'
    ? ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
      (node['Actual Loops'] ?? 1)
    : 0) + (node.Plans ?? []).reduce((sum, child) => sum + entriesRead(child), 0)

/**
 * Rows that a page of this many lines reads in the statement of the person with the most movements, and the entries
 * that it reads.
 */
async function page(side: Side, limit: number): Promise<{ lines: number; entries: number }> {
  const own = side === 'seller' ? sql`seller_id` : sql`creator_id`
  const { id } = await oneRow<{ id: string }>(
    pool,
    sql`select ${own} as id from payments join ledger_movements on ledger_movements.payment_id = payments.id
      group by 1 order by count(*) desc limit 1`,
  )
  const { text, values } = await sentBy((db) =>
    statedMovements(
      db,
      side,
      id,
      { from: '2000-01-01', to: '2099-12-31' },
      { after: undefined, limit },
    ),
  )
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node & { 'Actual Rows': number } }] }>(
    `explain (analyze, format json) ${text}`,
    [...values],
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (plan === undefined) throw new Error('no plan')
  return { lines: plan['Actual Rows'], entries: entriesRead(plan) }
}

test.each(['seller', 'creator'] as const)(
  'the first page of a %s’s statement reads under a third of its ledger entries',
  async (side) => {
    const whole = await page(side, 10_000)
    expect(whole.lines).toBeGreaterThan(10)
    const first = await page(side, 2)
    expect(first.lines).toBe(2)
    // A movement has at most four entries; some of those before the second line concern the other side.
    expect(first.entries).toBeLessThan(whole.entries / 3)
  },
)

test('a creator’s forecast looks up the deliveries of their own deals, not everyone’s', async () => {
  const { id } = await oneRow<{ id: string }>(
    pool,
    sql`select creator_id as id from payments where status = 'held_in_escrow' limit 1`,
  )
  // The row used to answer a sent statement has no days to compute with.
  const statement = await sentBy((db) => expectedOf(db, id, '2026-01-01').catch(() => null))
  const used = await readsOf(pool, statement)
  expect(used).toContain('deliverables_one_per_version')
  expect(used).not.toContain('deliverables_by_age')
})

test('a brand’s forecast looks up its own escrow and projects under way, not everyone’s', async () => {
  const { id } = await oneRow<{ id: string }>(
    pool,
    sql`select seller_id as id from payments where status = 'held_in_escrow' group by 1 order by count(*) desc limit 1`,
  )
  const statement = await sentBy((db) => fundsOf(db, id, new Date()))
  const client = await pool.connect()
  try {
    // This market is small, so reading whole tables is the cheapest plan.
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, [
      ...statement.values,
    ])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('payments_held_of_seller')
    expect(plan).toContain('projects_under_way')
    expect(plan).not.toContain('payments_of_status')
    expect(plan).not.toContain('projects_left_of_status')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

describe('a statement of any period, with generic and custom plans', () => {
  const days = { from: '2000-01-01', to: '2099-12-31' }
  const period = { kind: 'year', ...days } as const
  const read: Record<string, (db: Pool, side: Side, id: string) => unknown> = {
    page: (db, side, id) => statedMovements(db, side, id, days, { after: undefined, limit: 50 }),
    sums: (db, side, id) => statedSums(db, side, id, days, undefined),
    'document, movements': (db, side, id) => movementsIn(db, side, id, period),
    'document, balance': (db, side, id) => balanceBefore(db, side, id, period),
  }
  test.each(
    Object.entries(read).flatMap(([name, ask]) =>
      (['seller', 'creator'] as const).map((side) => [name, side, ask] as const),
    ),
  )('%s of a %s: movements are found by payment, never by time', async (_, side, ask) => {
    const { text, values } = await sentBy((db) =>
      ask(db, side, '00000000-0000-4000-8000-000000000000'),
    )
    const client = await pool.connect()
    try {
      await client.query('begin')
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`set local plan_cache_mode = ${mode}`)
        await client.query(`prepare asked as ${text}`)
        const given = values.map((value) =>
          client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
        )
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(
          `explain execute asked (${given.join()})`,
        )
        await client.query('deallocate asked')
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
        expect(plan, mode).toContain('ledger_movements_of_payment')
        expect(plan, mode).not.toContain('ledger_movements_by_time')
        expect(plan, mode).not.toContain('Seq Scan on ledger_movements')
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
