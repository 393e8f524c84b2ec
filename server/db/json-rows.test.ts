import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { listInJson } from './json-rows.ts'
import { createPool, type Pool } from './pool.ts'
import { oneRow, rows, sql } from './sql.ts'

let pool: Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  drop = database.drop
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await drop()
})

const list = (from: number, text: string) =>
  sql`select n, ${text} as text, null as nothing, n::bigint as large, array['b', 'a'] as names, '2030-01-31'::date as day,
      '2030-01-31 10:20:30.123450+00'::timestamptz + n * interval '1 microsecond' as at, null::timestamptz as never
    from generate_series(${from}::int, 3) n order by n desc`

test('a list nested as JSON has the same rows, order and values as when queried on its own', async () => {
  const alone = await rows(pool, list(1, `$1 '"\\ 🫖`))
  expect(alone).toHaveLength(3)
  const both = await oneRow<{ first: unknown; second: unknown; none: unknown }>(
    pool,
    sql`select ${listInJson(list(3, 'c'), 'at', 'never')} as first,
      ${listInJson(list(1, `$1 '"\\ 🫖`), 'at', 'never')} as second, ${listInJson(list(4, ''), 'at', 'never')} as none
      where ${'all'} = 'all'`,
  )
  expect(both.second).toEqual(alone)
  expect(both.first).toEqual(await rows(pool, list(3, 'c')))
  expect(both.none).toEqual([])
})
