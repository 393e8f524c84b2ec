import type { Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'

/** Written by jobs and by the clock, at their own times: they say nothing about the requests of that moment. */
const TIDES = new Set([
  'documents',
  'money_check_results',
  'notifications',
  'ring_changes',
  'ring_links',
  'sent_mails',
  // The first document that is drawn creates it.
  'signing_certificates',
  'track_record_changes',
  'track_record_checks',
  'track_records',
  'webhook_deliveries',
])

/** One figure for each table of the product, by table name; `figure` is SQL over the rows `one`. */
async function ofEveryTable(pool: Pool, figure: string): Promise<Map<string, string>> {
  const tables = await rows<{ name: string }>(
    pool,
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  )
  const found = new Map<string, string>()
  for (const { name } of tables.filter((table) => !TIDES.has(table.name))) {
    const { rows: read } = await pool.query<{ figure: string }>(
      `select (${figure})::text as figure from public."${name}" one`,
    )
    found.set(name, read[0]?.figure ?? '')
  }
  return found
}

/** A digest of all rows, by table. */
export const fingerprints = (pool: Pool): Promise<Map<string, string>> =>
  ofEveryTable(pool, "md5(coalesce(string_agg(md5(one::text), '' order by md5(one::text)), ''))")

/** The number of rows in each table. */
export async function rowCounts(pool: Pool): Promise<Map<string, number>> {
  const counts = await ofEveryTable(pool, 'count(*)')
  return new Map([...counts].map(([name, count]) => [name, Number(count)]))
}

/** The tables whose rows differ. */
export const changedTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] =>
  [...after].filter(([name, digest]) => before.get(name) !== digest).map(([name]) => name)
