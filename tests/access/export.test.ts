import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, expect, test } from 'vitest'
import { EXPORT_TABLES } from '#server/account/export/exported-tables.ts'
import { EXPORTED, PERSONAL, WITHHELD } from './personal-tables.ts'

test('every table about people is in the export, or is listed with a reason why not', () => {
  const forgotten = PERSONAL.filter(
    (table) => !EXPORTED.has(table) && WITHHELD[table] === undefined,
  )
  expect(PERSONAL.length).toBeGreaterThan(20)
  expect(forgotten).toEqual([])
  // A reason must be about an existing table that is not exported.
  expect(
    Object.keys(WITHHELD).filter((table) => !PERSONAL.includes(table) || EXPORTED.has(table)),
  ).toEqual([])
})

test('each list of the export can be queried, and only for one person’s rows', async () => {
  const client = new pg.Client({ connectionString: inject('templateDatabaseUrl') })
  await client.connect()
  for (const { name, of } of EXPORT_TABLES) {
    const id = randomUUID()
    const { text, values } = of(id)
    expect(values.length, name).toBeGreaterThan(0)
    expect(
      values.every((value) => value === id),
      name,
    ).toBe(true)
    expect((await client.query(text, [...values])).rowCount, name).toBe(0)
  }
  await client.end()
  expect(new Set(EXPORT_TABLES.map(({ name }) => name)).size).toBe(EXPORT_TABLES.length)
})

test('the export has the fields that link an amendment’s extra to its payment', async () => {
  const client = new pg.Client({ connectionString: inject('templateDatabaseUrl') })
  await client.connect()
  const fieldsOf = async (table: string) => {
    const { text, values } = EXPORT_TABLES.find(({ name }) => name === table)?.of(randomUUID()) ?? {
      text: 'select',
      values: [],
    }
    return (await client.query(text, [...values])).fields.map(({ name }) => name)
  }
  expect(await fieldsOf('amendments')).toEqual(
    expect.arrayContaining(['id', 'returned_usd', 'extra_usd', 'pay_by']),
  )
  expect(await fieldsOf('payments')).toEqual(
    expect.arrayContaining(['purpose', 'amendment_id', 'agreed_return_usd']),
  )
  await client.end()
})
