import { expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { castMember } from '#tests/support/market-deals.ts'
import type { Visitor } from '#tests/support/market.ts'
import { creator, market, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'

/** SPEC §6: roles and permissions, checked against the running product. tests/access covers every call and actor. */

storyOnDemoMarket('sessions')

const statusOf = async (who: Visitor, key: RouteKey, input?: object) =>
  (await who.ask(key, input)).status

test('sellers’ calls refuse creators with 403, and creators’ calls refuse sellers', async () => {
  for (const key of ['projects.mine', 'creators.search', 'payment_methods.list'] as const)
    expect([key, await statusOf(creator, key), await statusOf(seller, key)]).toEqual([
      key,
      403,
      200,
    ])
  for (const key of ['applications.mine', 'invitations.mine', 'deliverables.mine'] as const)
    expect([key, await statusOf(creator, key), await statusOf(seller, key)]).toEqual([
      key,
      200,
      403,
    ])
})

test('a creator loads their own applications and deliverables, and the 3 most recent active projects', async () => {
  const me = creator.session.user.id
  const mine = await creator.call('applications.mine')
  expect(new Set(mine.map(({ creator_id }) => creator_id))).toEqual(new Set([me]))
  const work = await creator.call('deliverables.mine')
  expect(new Set(work.map(({ creator_id }) => creator_id))).toEqual(new Set([me]))
  const { projects } = await creator.call('projects.list', { query: { limit: 3 } })
  expect(projects).toHaveLength(3)
  const { projects: all } = await creator.call('projects.list', { query: {} })
  const newest = all.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  expect(projects.map(({ id }) => id)).toEqual(newest.slice(0, 3).map(({ id }) => id))
  expect(new Set(projects.map(({ status }) => status))).toEqual(new Set(['active']))
})

test('a seller loads their own projects and the pending deliverables on them', async () => {
  const me = seller.session.user.id
  const projects = await seller.call('projects.mine')
  expect(new Set(projects.map(({ seller_id }) => seller_id))).toEqual(new Set([me]))
  const waiting = await seller.call('deliverables.to_review')
  const own = new Set(projects.map(({ id }) => id))
  expect(waiting.every((one) => own.has(one.project_id) && one.status === 'pending')).toBe(true)
  expect(waiting.length).toBeGreaterThanOrEqual(1)
})

test('the owner alone reads a project’s applications; payment and deliverables only the two sides', async () => {
  const stranger = await castMember(stack, market, 'kofi')
  const held = { params: { id: market.projectIds['held'] ?? '' } }
  for (const [key, ofOwner, ofCreator, ofStranger] of [
    ['applications.for_project', 200, 403, 403],
    ['payments.for_project', 200, 200, 404],
    ['deliverables.for_project', 200, 200, 404],
  ] as const) {
    expect([key, await statusOf(seller, key, held)]).toEqual([key, ofOwner])
    expect([key, await statusOf(creator, key, held)]).toEqual([key, ofCreator])
    expect([key, await statusOf(stranger, key, held)]).toEqual([key, ofStranger])
  }
})

test('a payment list contains only payments in which the user is the seller or the creator', async () => {
  for (const who of [creator, seller]) {
    const me = who.session.user.id
    const payments = await who.call('payments.list')
    expect(payments.length).toBeGreaterThanOrEqual(1)
    expect(payments.every((one) => [one.seller_id, one.creator_id].includes(me))).toBe(true)
  }
})

test('every payment action needs a signed-in user', async () => {
  const actions = (Object.keys(routes) as RouteKey[]).filter((key) =>
    /^(payments|payment_methods|payouts)\./.test(key),
  )
  expect(actions.length).toBeGreaterThan(10)
  for (const key of actions) {
    const { method, path } = routeParts(key)
    const address = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    expect((await fetch(stack.url + address, { method })).status, key).toBe(401)
  }
})
