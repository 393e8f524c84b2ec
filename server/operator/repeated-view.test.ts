import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/schemas.ts'
import { VIEW_AS_MINUTES } from '#contract/view-as.ts'
import type { TestApi } from '#tests/support/api.ts'
import { buildCreator, type BuiltUser } from '#tests/support/builders.ts'
import { startApiOfTwoOperators } from '#tests/support/two-operators.ts'

type Body = Input<'operator.begin_view'>['body']
const BODY: Body = { reason: 'They wrote to support.', reason_kind: 'asked_for_help' }

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

async function begin(body: Body = BODY, by = operator, id = person.id) {
  const answer = await api.call(by, 'operator.begin_view', { params: { id }, body })
  expect(answer.status).toBe(200)
  return answer.body
}

/** How many views there are of the person, how many are open, and how often they and the log were told. */
async function counts() {
  const { rows } = await api.pool.query<Record<string, number>>(
    `select (select count(*)::int from operator_views where person_id = $1) as views,
      (select count(*)::int from operator_views where person_id = $1 and ended_at is null) as open,
      (select count(*)::int from account_log where profile_id = $1 and act = 'viewed_by_team') as told,
      (select count(*)::int from graphile_worker._private_jobs where payload ->> 'to' = $2) as mails,
      (select count(*)::int from operator_acts where act = 'begin_view' and subject_id = $1::text) as acts`,
    [person.id, person.email],
  )
  return rows[0]
}
const times = (n: number, open = 1) => ({ views: n, open, told: n, mails: n, acts: n })

describe('a repeated view', () => {
  test('is answered with the open one, and tells no one again', async () => {
    const first = await begin()
    expect(first.changed).toBe(true)
    api.setNow(new Date(Date.now() + 60_000))
    expect(await begin()).toEqual({ ...first, changed: false })
    expect(await counts()).toEqual(times(1))
  })

  test('begins once when the requests arrive concurrently', async () => {
    const answers = await Promise.all([begin(), begin(), begin()])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1)
    expect(await counts()).toEqual(times(1))
  })

  test('is found although a colleague has begun one meanwhile', async () => {
    const first = await begin()
    expect((await begin(BODY, colleague)).changed).toBe(true)
    expect(await begin()).toEqual({ ...first, changed: false })
    expect(await counts()).toEqual(times(2, 2))
  })

  test('is a view of its own with another reason or another kind of reason', async () => {
    await begin()
    const payment: Body = { ...BODY, reason_kind: 'payment' }
    expect((await begin(payment)).changed).toBe(true)
    expect((await begin({ ...payment, reason: 'A refund is missing.' })).changed).toBe(true)
    expect(await counts()).toEqual(times(3))
  })

  test('is a view of its own once the first one is over', async () => {
    const first = await begin()
    await api.call(operator, 'operator.end_view', { params: { id: first.id } })
    expect((await begin()).changed).toBe(true)
    await begin(BODY, operator, (await buildCreator(api.pool)).id)
    expect((await begin()).changed).toBe(true)
    await api.pool.query(
      `insert into account_log (profile_id, act, created_at) values ($1, 'signed_out_others', now())`,
      [person.id],
    )
    expect((await begin()).changed).toBe(true)
    await api.pool.query(
      `update operator_views set session_id = gen_random_uuid() where person_id = $1`,
      [person.id],
    )
    expect((await begin()).changed).toBe(true)
    api.setNow(new Date(Date.now() + VIEW_AS_MINUTES * 60_000 + 1_000))
    expect((await begin()).changed).toBe(true)
    expect(await counts()).toEqual(times(6))
  })
})

test('an operator who begins several views concurrently has one of them open', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => buildCreator(api.pool)))
  const begun = await Promise.all(people.map(({ id }) => begin(BODY, operator, id)))
  const { rows } = await api.pool.query<{ id: string }>(
    'select id from operator_views where operator_id = $1 and ended_at is null',
    [operator.id],
  )
  expect(rows).toHaveLength(1)
  expect(begun.map(({ id }) => id)).toContain(rows[0]?.id)
})
