import type { Pool } from '#server/db/pool.ts'
import type { Statement } from '#server/db/sql.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}

/** What reads a table, deep in a plan: the index used, or 'Seq Scan of …'. */
function reads(plan: Plan): string[] {
  const { 'Node Type': node, 'Relation Name': table, 'Index Name': index } = plan
  const own = index ?? (node === 'Seq Scan' ? `Seq Scan of ${table}` : null)
  return [...(own === null ? [] : [own]), ...(plan.Plans ?? []).flatMap(reads)]
}

/**
 * The indexes that a statement would read, each listed as often as it would be read, and the tables that it would read
 * from end to end.
 */
export async function everyReadOf(
  pool: Pool,
  statement: Pick<Statement, 'text' | 'values'>,
): Promise<string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) ${statement.text}`,
    [...statement.values],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no plan')
  return reads(row['QUERY PLAN'][0].Plan)
}

/** Those of `everyReadOf`, without duplicates. */
export const readsOf = async (
  pool: Pool,
  statement: Pick<Statement, 'text' | 'values'>,
): Promise<string[]> => [...new Set(await everyReadOf(pool, statement))]

/** The statement that a list would have sent; the response is one row with nothing in it. */
export async function sentBy(list: (db: Pool) => unknown): Promise<Statement> {
  let sent: Statement | null = null
  const db = { query: async (statement: Statement) => ((sent = statement), { rows: [{}] }) }
  await list(db as unknown as Pool)
  if (sent === null) throw new Error('nothing was sent')
  return sent
}
