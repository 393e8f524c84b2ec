import { expect, test } from 'vitest'
import { raw, sql, type Statement } from './sql.ts'

/** One place in the code, as a list uses it: its order, a condition, and a value. */
const list = (order: unknown, condition: unknown, limit: unknown): Statement =>
  sql`select id from projects where ${condition} order by ${order} limit ${limit}`

const shown = ({ text, values }: Statement) => ({ text, values })
const newest = raw('created_at desc')
const cheapest = raw('budget')

test('a statement contains its current fragments and values, never those of an earlier call', () => {
  const open = raw("status = 'active'")
  const first = list(newest, open, 24)
  expect(shown(first)).toEqual({
    text: "select id from projects where status = 'active' order by created_at desc limit $1",
    values: [24],
  })
  const again = list(newest, open, 25)
  expect(again).toMatchObject({ name: first.name, text: first.text, values: [25] })
  expect(shown(list(cheapest, open, 24)).text).toContain('order by budget limit $1')
  // Another fragment with the same words, a value in place of a fragment, and a fragment in place of a value.
  expect(list(newest, raw("status = 'active'"), 24)).toEqual(first)
  expect(shown(list(newest, 'active', undefined))).toEqual({
    text: 'select id from projects where $1 order by created_at desc limit $2',
    values: ['active', undefined],
  })
  expect(shown(list(newest, 'active', raw('7')))).toEqual({
    text: 'select id from projects where $1 order by created_at desc limit 7',
    values: ['active'],
  })
  expect(list(newest, open, 24)).toEqual(first)
})

test('a nested statement brings its own values, each time', () => {
  const owned = (by: string) => sql`seller_id = ${by} and title <> ${by}`
  for (const by of ['Ada', 'Tess', 'Ada'])
    expect(shown(list(newest, owned(by), 24))).toEqual({
      text: 'select id from projects where seller_id = $1 and title <> $2 order by created_at desc limit $3',
      values: [by, by, 24],
    })
  expect(shown(list(newest, raw('true'), 24)).values).toEqual([24])
  expect(shown(list(newest, owned('Maya'), 24)).values).toEqual(['Maya', 'Maya', 24])
})

test('statements with the same text share a name, and others have different names', () => {
  const names = [list(newest, 1, 1), list(cheapest, 1, 1), list(newest, 2, 2)].map(
    ({ name }) => name,
  )
  expect(names[0]).toBe(names[2])
  expect(names[0]).not.toBe(names[1])
})
