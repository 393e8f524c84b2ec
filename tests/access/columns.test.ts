import pg from 'pg'
import { inject, expect, test } from 'vitest'
import { z } from 'zod'
import type { RouteKey } from '#contract/api.ts'
import { shownPackage } from '#contract/package-schemas.ts'
import { trackRecord } from '#contract/track-record-schemas.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import { type Circle, CIRCLES, columns } from './columns.ts'

const named = (circles: readonly Circle[]) =>
  Object.entries(columns).flatMap(([table, of]) =>
    circles.flatMap((circle) =>
      (of[circle] ?? '')
        .split(' ')
        .filter((name) => name !== '')
        .map((name) => ({ table, name })),
    ),
  )

/** Every field name a response may have, at any depth. */
const fieldsOf = (key: RouteKey) => fieldsIn((schemas[key] as CallSchema).answer)

function fieldsIn(answer: z.ZodType): Set<string> {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties } = node as { properties?: object }
    for (const name of Object.keys(properties ?? {})) names.add(name)
    for (const child of Object.values(node)) walk(child)
  }
  walk(z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }))
  return names
}

/** Whether a call is for operators only: the walk of every route determines it from the responses. */
const isConsole = (key: RouteKey) => key.startsWith('operator.')

const CALLS = Object.keys(schemas) as RouteKey[]

test('every column has an entry that says who may read it, and every entry has a column', async () => {
  const client = new pg.Client({ connectionString: inject('templateDatabaseUrl') })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select table_schema || '.' || table_name || ' ' || column_name as name
      from information_schema.columns where table_schema in ('public', 'auth')`,
  )
  await client.end()
  const there = rows.map(({ name }) => name).toSorted()
  const classified = named(CIRCLES).map(({ table, name }) => `${table} ${name}`)
  expect(classified.toSorted()).toEqual(there)
})

/** Fields within JSON columns that happen to share the name of a hidden column: what a brief's item is. */
const INSIDE_JSON = ['what']

test('a column that no one may read appears in no response', () => {
  const readable = new Set(
    named(['anyone', 'signed_in', 'parties', 'self']).map(({ name }) => name),
  )
  for (const name of INSIDE_JSON) readable.add(name)
  // A name that another table exposes (id, status) proves nothing; the rest must appear nowhere.
  const secret = named(['operators', 'nobody']).filter(({ name }) => !readable.has(name))
  const fromOperators = named(['nobody'])
    .filter(({ name }) => !readable.has(name))
    .filter(({ name }) => !named(['operators']).some((told) => told.name === name))
  expect(secret.length).toBeGreaterThan(40)
  for (const key of CALLS) {
    const fields = fieldsOf(key)
    const hidden = isConsole(key) ? fromOperators : secret
    expect({ key, told: hidden.filter(({ name }) => fields.has(name)) }).toEqual({ key, told: [] })
  }
})

test('a public profile has only the public columns, completed projects, packages and the track record', () => {
  const open = (columns['public.profiles']?.anyone ?? '').split(' ')
  const counted = [
    'completed_projects',
    'packages',
    'record',
    ...fieldsIn(shownPackage),
    ...fieldsIn(trackRecord),
  ]
  expect([...fieldsOf('profiles.get')].toSorted()).toEqual(
    [...new Set([...open, ...counted])].toSorted(),
  )
})

test('a field that is private to its owner appears in no response about others', () => {
  const own = (columns['public.profiles']?.self ?? '').split(' ')
  const mine = /^(profiles\.(me|update|choose_role)|payment_methods\.)/
  for (const key of CALLS.filter((one) => !mine.test(one) && !isConsole(one)))
    expect({ key, told: own.filter((name) => fieldsOf(key).has(name)) }).toEqual({ key, told: [] })
})
