import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildCreator,
  buildOperator,
  buildSeller,
  type BuiltUser,
  OPERATOR_EMAIL,
} from '#tests/support/builders.ts'
import { buildReport } from '#tests/support/reports.ts'
import { keyedSanctionUrl } from './sanction-link.ts'

const NOW = new Date('2031-03-03T10:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi({ config: { operatorEmails: [OPERATOR_EMAIL] } })
  operator = await buildOperator(api.pool)
})
beforeEach(() => api.setNow(NOW))
afterAll(() => api.close())

/** When the ban ends: the number of days from now; null without a ban. */
async function bannedFor({ id }: BuiltUser): Promise<number | null> {
  const { until } = await oneRow<{ until: string | null }>(
    api.pool,
    sql`select banned_until as until from auth.users where id = ${id}`,
  )
  if (until === null) return null
  return until === 'infinity' ? Infinity : (Date.parse(until) - NOW.getTime()) / 86_400_000
}

const ban = (person: BuiltUser, length: number | null) =>
  api.call(operator, 'operator.ban', {
    params: { id: person.id },
    body: { reason: 'Paid with stolen cards.', days: length },
  })

/** Bans a person because of a report; returns the sanction's id. */
async function bannedByReport(
  person: BuiltUser,
  length: number | null,
  facts = 'A deposit was asked for.',
): Promise<string> {
  const { id } = await buildReport(api.pool, {
    reporter: await buildSeller(api.pool),
    about: person,
  })
  const reply = await api.call(operator, 'operator.act_on_report', {
    params: { id },
    body: { act: 'ban', reason: 'scam', facts, days: length },
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const sanction = await oneRow<{ id: string }>(
    api.pool,
    sql`select sanction_id as id from reports where id = ${id}`,
  )
  return sanction.id
}

async function reversed(id: string): Promise<void> {
  const key = new URL(keyedSanctionUrl(api.deps.config, id)).searchParams.get('key') ?? ''
  const body = { body: 'It was a mistake.' }
  const asked = await api.call(null, 'sanctions.appeal', { params: { id }, query: { key }, body })
  expect(asked.status).toBe(200)
  const answered = await api.call(operator, 'operator.answer_appeal', {
    params: { id },
    body: { outcome: 'reversed', answer: 'We were wrong.' },
  })
  expect(answered.status).toBe(200)
}

test('a ban after a report does not shorten the one in force', async () => {
  const person = await buildCreator(api.pool)
  await ban(person, 30)
  await bannedByReport(person, 7)
  expect(await bannedFor(person)).toBe(30)
  await bannedByReport(person, 60)
  expect(await bannedFor(person)).toBe(60)
  await bannedByReport(person, null)
  await bannedByReport(person, 7)
  expect(await bannedFor(person)).toBe(Infinity)
})

test('a ban after a report counts from now if the last one is over', async () => {
  const person = await buildCreator(api.pool)
  await ban(person, 7)
  api.setNow(days(8))
  await bannedByReport(person, 1)
  expect(await bannedFor(person)).toBe(9)
})

test.each([
  ['with the same end', null, null],
  ['with another end', 7, 30],
])(
  'a successful appeal leaves a later ban %s in force, and the mail says so',
  async (_, first, then) => {
    const person = await buildCreator(api.pool)
    const id = await bannedByReport(person, first)
    await ban(person, then)
    await reversed(id)
    expect(await bannedFor(person)).toBe(then ?? Infinity)
    const { text } = await oneRow<{ text: string }>(
      api.pool,
      sql`select payload ->> 'text' as text from graphile_worker._private_jobs
      where payload ->> 'dedupe_id' = ${`appeal-${id}`}`,
    )
    expect(text).toContain('Your account stays banned because of another decision.')
  },
)

test('a successful appeal leaves an earlier, longer ban in force', async () => {
  const person = await buildCreator(api.pool)
  await ban(person, null)
  await reversed(await bannedByReport(person, 7))
  expect(await bannedFor(person)).toBe(Infinity)
})

test('a successful appeal lifts the ban it is about', async () => {
  const person = await buildCreator(api.pool)
  await reversed(await bannedByReport(person, 7))
  expect(await bannedFor(person)).toBeNull()
})

const LENGTHS = [
  [null, 7],
  [7, null],
  [7, 30],
  [30, 7],
  [30, null],
  [null, 30],
] as const
const PAIRS = LENGTHS.flatMap(([first, second]) => [
  { first, second, facts: 'A deposit was asked for.' },
  { first, second, facts: 'The same page was sent to many.' },
])

test.each(PAIRS)(
  'of two bans, for $first and $second days (“$facts”), a successful appeal ends only the one it is about',
  async ({ first, second, facts }) => {
    for (const undone of [0, 1])
      for (const day of [1, 8, 31]) {
        api.setNow(NOW)
        const person = await buildCreator(api.pool)
        const ids = [
          await bannedByReport(person, first),
          await bannedByReport(person, second, facts),
        ]
        api.setNow(days(day))
        await reversed(ids[undone] ?? '')
        const other = (undone === 0 ? second : first) ?? Infinity
        // A ban that is over may stay on record.
        expect(Math.max((await bannedFor(person)) ?? 0, day)).toBe(Math.max(other, day))
        await reversed(ids[1 - undone] ?? '')
        expect(Math.max((await bannedFor(person)) ?? 0, day)).toBe(day)
      }
  },
)

test('a successful appeal leaves an earlier, shorter ban without a report in force', async () => {
  const person = await buildCreator(api.pool)
  await ban(person, 7)
  const month = await bannedByReport(person, 30)
  const always = await bannedByReport(person, null)
  await reversed(always)
  expect(await bannedFor(person)).toBe(30)
  await reversed(month)
  expect(await bannedFor(person)).toBe(7)
})

test('a ban that an operator lifted or replaced does not come back with an appeal', async () => {
  const lifted = await buildCreator(api.pool)
  await bannedByReport(lifted, null)
  await api.call(operator, 'operator.unban', {
    params: { id: lifted.id },
    body: { reason: 'Sorry.' },
  })
  await reversed(await bannedByReport(lifted, 7))
  expect(await bannedFor(lifted)).toBeNull()
  const replaced = await buildCreator(api.pool)
  await bannedByReport(replaced, null)
  await ban(replaced, 7)
  await reversed(await bannedByReport(replaced, 30))
  expect(await bannedFor(replaced)).toBe(7)
})

test('a successful appeal leaves a later ban in force that was imposed in the same words', async () => {
  const person = await buildCreator(api.pool)
  const id = await bannedByReport(person, 7, 'Paid with stolen cards.')
  await ban(person, 30)
  await reversed(id)
  expect(await bannedFor(person)).toBe(30)
})
