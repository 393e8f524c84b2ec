import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type RouteKey, routeParts, routePath, routes } from '#contract/api.ts'
import type { CallSchema } from '#contract/schemas.ts'
import { schemas } from '#contract/schemas.ts'
import { STEP_UP_CALLS } from '#contract/step-up.ts'
import { VIEW_AS_CALLS, VIEW_AS_HEADER, VIEW_AS_MINUTES } from '#contract/view-as.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import { buildDeal, buildOperator, buildPayment, type BuiltUser } from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
let operator: BuiltUser
let deal: Awaited<ReturnType<typeof buildDeal>>
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
  deal = await buildDeal(api.pool)
  await buildPayment(api.pool, { application: deal.application })
  await execute(api.pool, sql`update profiles set shown_from = now()`)
})
afterAll(() => api.close())
beforeEach(() => api.setNow(null))

const CALLS = Object.keys(routes) as RouteKey[]
const NOBODY = '00000000-0000-4000-8000-000000000000'

const begin = (person: BuiltUser = deal.seller, by: BuiltUser = operator) =>
  api.call(by, 'operator.begin_view', {
    params: { id: person.id },
    body: { reason_kind: 'asked_for_help', reason: 'They wrote to support.' },
  })

/** A call with the header of a view. */
async function inView(view: string, key: RouteKey, by: { id: string } | null = operator) {
  const params = Object.fromEntries(
    [...routeParts(key).path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, NOBODY]),
  )
  const response = await api.app.inject({
    method: routeParts(key).method as 'GET',
    url: routePath(key, params),
    ...(routeParts(key).method === 'GET' ? {} : { payload: {} }),
    headers: {
      [VIEW_AS_HEADER]: view,
      ...(by === null ? {} : { authorization: `Bearer ${tokenOf(by)}` }),
    },
  })
  return { status: response.statusCode, body: response.json<{ code?: string }>() }
}

const withoutRequest = (body: object) => ({ ...body, request_id: '' })

describe('a view', () => {
  test('answers the listed calls as it would for the person, and refuses every other call', async () => {
    const { body: view } = await begin()
    expect(view).toMatchObject({ name: deal.seller.name, role: 'seller' })
    const others = CALLS.filter((key) => !VIEW_AS_CALLS.some((one) => one === key))
    for (const key of others) {
      const { status, body } = await inView(view.id, key)
      expect({ key, status, code: body.code }).toEqual({
        key,
        status: 403,
        code: 'view_as.not_shown',
      })
    }
    // Refused or answered as it would be for the person.
    for (const key of VIEW_AS_CALLS) {
      const seen = await inView(view.id, key)
      const own = await api.call(deal.seller, key)
      expect({ key, status: seen.status }).toEqual({ key, status: own.status })
      expect(withoutRequest(seen.body)).toEqual(withoutRequest(own.body))
    }
    const { body: payments } = await inView(view.id, 'payments.list')
    expect(payments).toHaveLength(1)
  })

  test('works only for the operator who began it', async () => {
    const { body: view } = await begin()
    for (const key of CALLS)
      for (const other of [null, deal.creator, deal.seller])
        expectRefusal(await inView(view.id, key, other), 'request.not_found')
    for (const id of [NOBODY, 'x', `${view.id} or true`])
      expectRefusal(await inView(id, 'payments.list'), 'view_as.over')
  })

  test('uses only GET calls, whose answers hold no messages, files, addresses or account data', () => {
    const names = new Set<string>()
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      for (const name of Object.keys((node as { properties?: object }).properties ?? {}))
        names.add(name)
      for (const child of Object.values(node)) walk(child)
    }
    for (const key of VIEW_AS_CALLS) {
      expect(routeParts(key).method).toBe('GET')
      walk(
        z.toJSONSchema((schemas[key] as CallSchema).answer, {
          io: 'output',
          unrepresentable: 'any',
        }),
      )
    }
    const words =
      /content|message|body|note|statement|file|url|address|email|phone|password|factor|stripe|iban|tax/
    expect([...names].filter((name) => name !== 'avatar_url' && words.test(name))).toEqual([])
  })
})

describe('beginning a view', () => {
  test('notifies the person at once, by mail with the kind of reason, and in their security log', async () => {
    const { body: view } = await begin(deal.creator)
    const [mail] = await rows<{ to: string; text: string }>(
      api.pool,
      sql`select payload ->> 'to' as to, payload ->> 'text' as text from graphile_worker._private_jobs
        where payload ->> 'dedupe_id' = ${`view-${view.id}`}`,
    )
    expect(mail?.to).toBe(deal.creator.email)
    expect(mail?.text).toContain('you asked for help')
    expect(mail?.text).not.toContain('They wrote to support.')
    const { body: log } = await api.call(deal.creator, 'account.log', { query: {} })
    expect(JSON.stringify(log)).toContain('viewed_by_team')
    const { body: acts } = await api.call(operator, 'operator.activity', {
      query: { subject: 'person', subject_id: deal.creator.id },
    })
    expect(acts.rows[0]).toMatchObject({ act: 'begin_view', reason: 'They wrote to support.' })
  })

  test('requires a fresh proof of identity', () => {
    expect(STEP_UP_CALLS.has('operator.begin_view')).toBe(true)
  })
})

describe('a view is over', () => {
  const over = async (view: { id: string }) =>
    expectRefusal(await inView(view.id, 'payments.list'), 'view_as.over')

  test('when its time limit has passed', async () => {
    // Another person's: of the same one, an earlier view would be open.
    const { body: view } = await begin((await buildDeal(api.pool)).seller)
    const end = Date.now() + VIEW_AS_MINUTES * 60_000
    api.setNow(new Date(end - 10_000))
    expect((await inView(view.id, 'payments.list')).status).toBe(200)
    api.setNow(new Date(end + 1_000))
    await over(view)
  })

  test('when the operator ends it, or begins another', async () => {
    const { body: view } = await begin()
    const { body: next } = await begin(deal.creator)
    await over(view)
    const end = () => api.call(operator, 'operator.end_view', { params: { id: next.id } })
    expect((await end()).body).toEqual({ changed: true })
    expect((await end()).body).toEqual({ changed: false })
    await over(next)
  })

  test.each(['ban', 'end_sessions'] as const)(
    'when an operator acts on the person: %s',
    async (act) => {
      const { seller } = await buildDeal(api.pool)
      const { body: view } = await begin(seller)
      const body = act === 'ban' ? { reason: 'Spam.', days: 1 } : { reason: 'A lost phone.' }
      await api.call(operator, `operator.${act}`, { params: { id: seller.id }, body })
      await over(view)
      if (act === 'ban') {
        expectRefusal(await begin(seller), 'view_as.banned')
        await api.call(operator, 'operator.unban', {
          params: { id: seller.id },
          body: { reason: 'No spam.' },
        })
        await over(view)
      }
    },
  )

  test.each(['signed_out_everywhere', 'signed_out_others', 'sign_in_disowned', 'password_changed'])(
    'when the person ends sessions or secures their account: %s',
    async (act) => {
      const { body: view } = await begin()
      await execute(
        api.pool,
        sql`insert into account_log (profile_id, act, created_at) values (${deal.seller.id}, ${act}, now())`,
      )
      await over(view)
      await execute(api.pool, sql`delete from account_log where act = ${act}`)
    },
  )

  test('when the account is deleted, or the operator’s role no longer allows viewing', async () => {
    const { creator } = await buildDeal(api.pool)
    const { body: view } = await begin(creator)
    await execute(api.pool, sql`update auth.users set deleted_at = now() where id = ${creator.id}`)
    await over(view)
    const { body: other } = await begin()
    const give = (role: string) =>
      execute(
        api.pool,
        sql`insert into operator_roles (person_id, role, given_at) values (${operator.id}, ${role}, now())
          on conflict (person_id) do update set role = excluded.role`,
      )
    await give('finance')
    await over(other)
    expectRefusal(await begin(), 'operator.role_missing')
    await give('support')
    expect((await inView(other.id, 'payments.list')).status).toBe(200)
  })

  test('in any other session of the operator', async () => {
    const { body: view } = await begin()
    await execute(
      api.pool,
      sql`update operator_views set session_id = gen_random_uuid() where id = ${view.id}`,
    )
    await over(view)
  })
})
