import { afterAll, beforeAll, expect, test } from 'vitest'
import { talkProjectOf } from '#server/conversations/conversation-store.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { sentBy } from '#tests/support/plans.ts'

/**
 * The place where a brand writes to a creator is found from the talks between the two, however many projects the brand
 * has.
 */

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
  'Index Name'?: string
  'Actual Loops'?: number
  Plans?: Node[]
}

/** The indexes of a table that were read, and the table's own name where it was scanned from end to end. */
const readOf = (table: string, node: Node): string[] => [
  ...(node['Relation Name'] === table && (node['Actual Loops'] ?? 0) > 0
    ? [node['Index Name'] ?? table]
    : []),
  ...(node.Plans ?? []).flatMap((child) => readOf(table, child)),
]

/** How it runs once it is prepared, for any caller. */
async function ranFor(seller: string, creator: string): Promise<Node> {
  const { text, values } = await sentBy((db) => talkProjectOf(db, seller, creator))
  await pool.query('set plan_cache_mode = force_generic_plan')
  await pool.query(`prepare asked as ${text}`)
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) execute asked (${values.map((value) => `'${String(value)}'`).join()})`,
  )
  await pool.query('deallocate asked')
  const [row] = rows
  if (row === undefined) throw new Error('no plan')
  return row['QUERY PLAN'][0].Plan
}

test('for two people with a conversation, its project is looked up by key, not searched for', async () => {
  const { seller, creator } = await oneRow<{ seller: string; creator: string }>(
    pool,
    sql`select busiest.seller_id as seller, (array_agg(creator_id))[1] as creator from conversations
      join (select seller_id from projects group by 1 order by count(*) desc limit 1) busiest using (seller_id) group by 1`,
  )
  expect(await talkProjectOf(pool, seller, creator)).toMatchObject({ seller_id: seller })
  const plan = await ranFor(seller, creator)
  expect(readOf('projects', plan)).toEqual(['projects_pkey'])
})

test('without a conversation, the creator’s applications are read once, not once per project of the brand', async () => {
  const { seller, creator, active } = await oneRow<{
    seller: string
    creator: string
    active: number
  }>(
    pool,
    sql`with busiest as (select seller_id as id, count(*) as active from projects where status = 'active' group by 1 order by 2 desc limit 1)
      select busiest.id as seller, active, (select profiles.id from profiles where role = 'creator' and not exists (
        select from conversations where seller_id = busiest.id and creator_id = profiles.id)
        and not exists (select from applications join projects on projects.id = project_id where creator_id = profiles.id and projects.seller_id = busiest.id)
        and not exists (select from project_invitations join projects on projects.id = project_id where creator_id = profiles.id and projects.seller_id = busiest.id)
        order by profiles.id limit 1) as creator from busiest`,
  )
  expect(active).toBeGreaterThan(5)
  expect(await talkProjectOf(pool, seller, creator)).toBeNull()
  const loops = (node: Node): number[] => [
    ...(node['Relation Name'] === 'applications' ? [node['Actual Loops'] ?? 0] : []),
    ...(node.Plans ?? []).flatMap(loops),
  ]
  expect(Math.max(...loops(await ranFor(seller, creator)))).toBe(1)
})
