import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApi } from '#tests/support/api.ts'
import { buildCreator, type BuiltUser } from '#tests/support/builders.ts'
import { startApiOfTwoOperators } from '#tests/support/two-operators.ts'

const HOUR_MS = 3_600_000
const BODY = { reason: 'Sold bought followers.', days: 7 }

let api: TestApi
let operator: BuiltUser
let colleague: BuiltUser
let person: BuiltUser
beforeAll(async () => {
  ;({ api, operator, colleague } = await startApiOfTwoOperators())
})
afterAll(() => api.close())
beforeEach(async () => {
  api.setNow(null)
  person = await buildCreator(api.pool)
})

const ban = async (body: { reason: string; days: number | null } = BODY, by = operator) => {
  const answer = await api.call(by, 'operator.ban', { params: { id: person.id }, body })
  expect(answer.status).toBe(200)
  return answer.body
}
const unban = () =>
  api.call(operator, 'operator.unban', {
    params: { id: person.id },
    body: { reason: 'They explained.' },
  })

/** How often the person was mailed, how often a ban was recorded, and when the ban ends. */
async function state() {
  const { rows } = await api.pool.query<{ mails: number; bans: number; end: string | null }>(
    `select (select count(*)::int from graphile_worker._private_jobs where payload ->> 'to' = $2) as mails,
      (select count(*)::int from operator_acts where act = 'ban' and subject_id = $1) as bans,
      (select banned_until::text from auth.users where id = $1::uuid) as end`,
    [person.id, person.email],
  )
  return rows[0]
}
const counts = async () => {
  const { mails, bans } = (await state()) ?? {}
  return { mails, bans }
}

describe('a repeated ban', () => {
  test.each([7, null])('of %s days is neither mailed nor recorded again', async (days) => {
    const body = { ...BODY, days }
    expect(await ban(body)).toEqual({ changed: true, reason: BODY.reason })
    const first = await state()
    expect(first).toMatchObject({ mails: 1, bans: 1 })
    api.setNow(new Date(Date.now() + HOUR_MS / 2))
    expect(await ban(body)).toEqual({ changed: false, reason: BODY.reason })
    expect(await state()).toEqual(first)
  })

  test('happens once when both requests arrive concurrently', async () => {
    const answers = await Promise.all([ban(), ban(), ban()])
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    expect(await counts()).toEqual({ mails: 1, bans: 1 })
  })

  test('may arrive within an hour; from then on it is a later end, and a ban of its own', async () => {
    const begun = Date.now()
    const banAfter = async (ms: number) => {
      api.setNow(new Date(begun + ms))
      return (await ban()).changed
    }
    expect(await banAfter(0)).toBe(true)
    expect(await banAfter(HOUR_MS - 1)).toBe(false)
    expect(await banAfter(HOUR_MS)).toBe(true)
    expect(await counts()).toEqual({ mails: 2, bans: 2 })
  })

  test('is a ban of its own with another reason, another length or a later end', async () => {
    await ban()
    expect((await ban({ ...BODY, reason: 'Threatened a brand.' })).changed).toBe(true)
    expect((await ban({ ...BODY, reason: 'Threatened a brand.', days: 6 })).changed).toBe(true)
    const forever = { ...BODY, days: null }
    expect((await ban(forever)).changed).toBe(true)
    expect((await state())?.end).toBe('infinity')
    expect((await ban()).changed).toBe(true)
    const { end } = (await state()) ?? {}
    api.setNow(new Date(Date.now() + 2 * HOUR_MS))
    expect((await ban()).changed).toBe(true)
    expect((await state())?.end).not.toBe(end)
    expect(await counts()).toEqual({ mails: 6, bans: 6 })
  })

  test('is a ban of its own after the first one was lifted or has ended', async () => {
    await ban()
    await unban()
    expect((await ban()).changed).toBe(true)
    api.setNow(new Date(Date.now() + 8 * 24 * HOUR_MS))
    expect((await ban()).changed).toBe(true)
    expect(await counts()).toEqual({ mails: 3, bans: 3 })
  })

  test('is a ban of its own from another operator, and after theirs', async () => {
    const forever = { ...BODY, days: null }
    await ban(forever)
    expect((await ban(forever, colleague)).changed).toBe(true)
    expect((await ban(forever)).changed).toBe(true)
    expect(await counts()).toEqual({ mails: 3, bans: 3 })
  })
})
