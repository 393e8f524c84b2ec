import { afterEach, describe, expect, test } from 'vitest'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import type { Pool } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildFullLife } from './deleted-person-world.ts'
import { LEFT_BEHIND } from './left-behind.ts'

/**
 * After a deletion, nothing of the person remains anywhere in the database except what is listed. The test plants a
 * marker in every text of every row that mentions them, and then searches every table as text: a new column is covered
 * without anyone having to add it.
 */

const PASSWORD = 'correct horse'
const MARKER = 'Planted-in-'
/**
 * The proof of the deletion, and the values that the product does not read as words: ids, hashes, states and measures.
 */
const NOT_WORDS =
  /\.(password_hash|role|to_invite|from_status|to_status|move|method|subject|blur|mark|media|renditions|file_type|path|transports|package_facets)$|(_id|hash|_key|_challenge|_nonce|_verifier)$/

let api: TestApi
afterEach(() => api.close())

interface Column {
  table: string
  name: string
  type: string
}

const planted = (type: string, column: string): string => {
  const text = `${MARKER}${column}`
  if (type === 'jsonb' || type === 'json') return JSON.stringify({ planted: text })
  return type === 'ARRAY' ? `{${text}}` : text
}

/**
 * Plants a marker into each text of the rows that mention the person, and of the rows that belong to such a row.
 * Returns the places.
 */
async function plantEverywhere(owner: Pool, personId: string): Promise<string[]> {
  const found = await rows<Column>(
    owner,
    sql`select table_schema || '.' || table_name as table, column_name as name, data_type as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      order by 1, ordinal_position`,
  )
  const where: string[] = []
  const client = await owner.connect()
  await client.query('begin')
  // Neither triggers nor references block a marker; only checks and unique keys do.
  await client.query(`set local session_replication_role = replica`)
  for (const [table, of] of Map.groupBy(found, ({ table: name }) => name)) {
    const ids = of.filter(({ type }) => type === 'uuid').map(({ name }) => `t.${name}`)
    const mentions = ids.length === 0 ? 'false' : `'${personId}' in (${ids.join(', ')})`
    const which = OF_A_ROW.includes(table) ? 'true' : mentions
    for (const { name, type } of of) {
      const column = `${table}.${name}`
      if (!['text', 'jsonb', 'json', 'ARRAY', 'bytea'].includes(type) || NOT_WORDS.test(column))
        continue
      await client.query('savepoint planting')
      const done = await client
        .query(`update ${table} t set "${name}" = $1 where ${which}`, [
          type === 'bytea' ? Buffer.from(planted(type, column)) : planted(type, column),
        ])
        .catch(() => null)
      if (done === null) await client.query('rollback to savepoint planting')
      else if ((done.rowCount ?? 0) > 0) where.push(column)
    }
  }
  // What a trigger stores beside a creator's name.
  await client.query(
    `insert into creator_names (name) select folded_name from profiles where id = $1 and role = 'creator'`,
    [personId],
  )
  await client.query('commit')
  client.release()
  return where
}

/**
 * These have no person's id, because they belong to a row that has one. In all other tables a row must mention the
 * person.
 */
const OF_A_ROW = [
  'auth.recovery_codes',
  'auth.challenges',
  'auth.passkey_challenges',
  'public.customer_payment_methods',
  'public.deal_review_answers',
  'public.deliverable_checks',
  'public.deliverable_files',
  'public.licence_files',
  'public.offers',
  'public.amendments',
  'public.project_briefs',
  'public.shipments',
]

/** The places where a text is found: `schema.table.column`, in every table of the database. */
async function findEverywhere(owner: Pool, texts: readonly string[]): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    owner,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'auth', 'graphile_worker')`,
  )
  const where = new Set<string>()
  const patterns = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')])
  for (const { name } of tables) {
    const { rows: found } = await owner.query<{ column: string }>(
      `select distinct field.key as column from ${name} t, jsonb_each_text(to_jsonb(t)) field
        where exists (select from unnest($1::text[]) text where position(text in field.value) > 0)`,
      [patterns],
    )
    for (const { column } of found) where.add(`${name.replaceAll('"', '')}.${column}`)
  }
  return [...where].toSorted()
}

describe.each(['seller', 'creator'] as const)('after a %s has deleted their account', (side) => {
  test('nothing of theirs is left in the database except what is listed with its reason', async () => {
    api = await startApi()
    const person = await buildFullLife(api.pool, side)
    const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
    await execute(
      api.pool,
      sql`update auth.users set password_hash = ${hash} where id = ${person.id}`,
    )
    const places = await plantEverywhere(api.pool, person.id)
    expect(places.length).toBeGreaterThan(80)
    const sought = [MARKER, person.email, person.name, hash]
    expect((await findEverywhere(api.pool, sought)).length).toBeGreaterThan(80)

    const answer = await api.call(person, 'account.delete', { body: { password: PASSWORD } })
    expect(answer).toMatchObject({ status: 200 })
    const listed = LEFT_BEHIND[side].flatMap(({ columns }) => columns.split(' '))
    expect(await findEverywhere(api.pool, sought)).toEqual(
      listed.map((column) => `public.${column}`).toSorted(),
    )
  })
})
