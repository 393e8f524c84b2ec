import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool, type Pool } from '#server/db/pool.ts'
import type { Statement } from '#server/db/sql.ts'
import { firstCreators } from '#server/profiles/creator-search.ts'
import { namedCount } from '#server/profiles/named-creators.ts'
import { creatorSearch } from '#tests/support/creator-search.ts'
import { freshDatabase } from '#tests/support/database.ts'

/** A search for a full name reads the creators that its page shows, however many people have that name. */

/** Creators who share the same name, and others; their profiles fill a few hundred blocks. */
const NAMESAKES = 600
const OTHERS = 3_000

let pool: Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = createPool(database.url, 1)
  // Until a commit is on disk, vacuum cannot mark its rows as visible to everyone.
  await pool.query('set synchronous_commit = on')
  await pool.query(
    `with made as (
      insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'n' || n || '@example.com', now() from generate_series(1, ${NAMESAKES + OTHERS}) n
      returning id, email)
    insert into profiles (id, name, email, role, bio, created_at)
    select id, case when n % ${(NAMESAKES + OTHERS) / NAMESAKES} = 0 then 'Yusuf Brandt'
        when n % 2 = 0 then 'Yusuf ' || left(md5(email), 8) else left(md5(email), 8) || ' Brandt' end,
      email, 'creator', repeat(md5(email || 'b') || ' ', 6), now() - n * interval '1 minute'
    from (select made.*, substring(email from 'n([0-9]+)@')::int as n from made) numbered`,
  )
  await pool.query('vacuum analyze')
  await pool.query('set enable_seqscan = off')
})
afterAll(async () => {
  await pool.end()
  await drop()
})

interface Node {
  'Node Type': string
  'Index Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Actual Rows'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

async function planOf({ text, values }: Statement) {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    [...values],
  )
  const top = rows[0]?.['QUERY PLAN'][0].Plan
  if (top === undefined) throw new Error('no plan')
  return {
    rows: top['Actual Rows'],
    blocks: (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0),
    indexes: nodesOf(top).flatMap((node) => node['Index Name'] ?? []),
    byName: nodesOf(top).find((node) => node['Index Name'] === 'profiles_creators_of_name'),
  }
}

const search = creatorSearch({
  viewerId: '7f000000-0000-4000-8000-000000000000',
  wanted: 'yusuf brandt',
  sort: 'relevance',
})

describe('a search for a full name', () => {
  test.each(['relevance', 'newest'] as const)(
    'finds the names for its first page through an index alone, sorted by %s',
    async (sort) => {
      const plan = await planOf(firstCreators({ ...search, sort }))
      expect(plan.rows).toBe(25)
      expect(plan.byName).toMatchObject({
        'Node Type': 'Index Only Scan',
        'Actual Rows': NAMESAKES,
      })
      expect(plan.indexes).toContain('creator_names_containing')
      // Three index scans of about twenty blocks each, and six blocks for each of the 25: profile and record.
      expect(plan.blocks).toBeLessThan(250)
    },
  )

  test('counts its matches through an index alone', async () => {
    const plan = await planOf(namedCount(search, 'yusuf brandt'))
    expect(plan.byName).toMatchObject({ 'Node Type': 'Index Only Scan', 'Actual Rows': NAMESAKES })
    expect(plan.blocks).toBeLessThan(100)
  })
})

test('changing a name reads no table from end to end', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const change = `update profiles set name = $1 where id = (select id from profiles where bio <> '' order by created_at desc limit 1)`
    for (const name of ['Only Once', 'Yusuf Brandt']) await client.query(change, [name])
    const { rows } = await client.query(
      `select relname, seq_scan::int from pg_stat_xact_user_tables
        where relname in ('profiles', 'creator_names', 'search_words') order by relname`,
    )
    expect(rows).toEqual([
      { relname: 'creator_names', seq_scan: 0 },
      { relname: 'profiles', seq_scan: 0 },
      { relname: 'search_words', seq_scan: 0 },
    ])
    const { rowCount } = await client.query(`select from creator_names where name = 'only once'`)
    expect(rowCount).toBe(0)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
