import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterPage, LIST_PAGE } from '#contract/paging.ts'
import type { RouteKey } from '#contract/api.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, buildProject, buildSeller } from '#tests/support/builders.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** A bit more than two pages. */
const MANY = 2 * LIST_PAGE + 7

test('every personal list can be paged to its end, without gaps or repeats', async () => {
  const seller = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool)
  const open = await buildProject(api.pool, { seller })
  // Several have the same time, so the id decides.
  const made = sql`insert into projects (seller_id, title, description, category, budget, deadline, status, created_at)
    select ${seller.id}, 'Project ' || n, '.', 'home', 100, '2031-01-01', 'active', now() - (n / 3) * interval '1 minute'
    from generate_series(1, ${MANY - 1}) n`
  await execute(api.pool, made)
  await execute(
    api.pool,
    sql`insert into applications (project_id, creator_id, message, proposed_price, created_at)
      select id, ${creator.id}, '.', 100, created_at from projects`,
  )
  await execute(
    api.pool,
    sql`insert into project_invitations (project_id, creator_id, seller_id, message, created_at)
      select id, ${creator.id}, seller_id, '.', created_at from projects`,
  )
  await execute(
    api.pool,
    sql`insert into conversations (project_id, seller_id, creator_id, updated_at)
      select id, seller_id, ${creator.id}, created_at from projects`,
  )
  await execute(
    api.pool,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, fee_bps, minimum_fee, created_at)
      select project_id, id, ${seller.id}, creator_id, 100, 1500, 0, created_at from applications`,
  )
  await execute(
    api.pool,
    sql`with people as (
        insert into auth.users (id, email) select gen_random_uuid(), 'applicant' || n || '@example.com'
        from generate_series(1, ${MANY - 1}) n returning id, email),
      profile as (insert into profiles (id, name, email, role) select id, 'A', email, 'creator' from people)
      select 1`,
  )
  await execute(
    api.pool,
    sql`insert into applications (project_id, creator_id, message, proposed_price)
      select ${open.id}, id, '.', 100 from profiles where name = 'A'`,
  )

  const lists: [key: RouteKey, as: { id: string }, sort?: 'latest'][] = [
    ['projects.mine', seller],
    ['applications.for_project', seller],
    ['applications.mine', creator],
    ['invitations.mine', creator],
    ['payments.list', seller],
    ['payments.list', creator],
    ['conversations.list', seller, 'latest'],
    ['conversations.list', creator, 'latest'],
  ]
  for (const [key, as, sort] of lists) {
    const seen: string[] = []
    let after: string | undefined
    do {
      const reply = await api.call(as, key, {
        params: { id: open.id },
        query: after === undefined ? {} : { after },
      })
      const page = reply.body as { id: string; created_at?: string; updated_at?: string }[]
      expect(page.length, key).toBeLessThanOrEqual(LIST_PAGE)
      seen.push(...page.map((row) => row.id))
      after = afterPage(page, sort)
    } while (after !== undefined)
    expect(new Set(seen).size, key).toBe(MANY)
    expect(seen.length, key).toBe(MANY)
  }
  const drafts = await api.call(seller, 'projects.mine', { query: { status: 'draft' } })
  expect(drafts.body).toEqual([])
})
