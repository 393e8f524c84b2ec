import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe('available projects', () => {
  test('are only the active ones, newest first, in pages without gaps or repeats', async () => {
    const seller = await buildSeller(api.pool)
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) {
      ids.unshift(
        (await buildProject(api.pool, { seller, category: 'gaming', title: `Game ${n}` })).id,
      )
    }
    for (const status of ['draft', 'in_progress', 'completed', 'cancelled']) {
      await buildProject(api.pool, { seller, category: 'gaming', status })
    }
    const reader = await buildCreator(api.pool)
    const seen: string[] = []
    const totals: unknown[] = []
    let after: string | null = ''
    while (after !== null) {
      const query: object = { category: 'gaming', limit: 3, ...(after === '' ? {} : { after }) }
      const { body } = await api.call(reader, 'projects.list', { query })
      totals.push(body.total)
      seen.push(...body.projects.map(({ id }) => id))
      after = body.next
    }
    expect(seen).toEqual(ids)
    expect(totals).toEqual([7, null, null])
  })

  test('are still only the active ones, each once, when there is no filter', async () => {
    const seller = await buildSeller(api.pool)
    const active: string[] = []
    for (let n = 0; n < 5; n += 1) active.unshift((await buildProject(api.pool, { seller })).id)
    const hidden = await buildProject(api.pool, { seller, status: 'cancelled' })
    const seen: string[] = []
    for (let after: string | null | undefined; after !== null;) {
      const query: object = after === undefined ? {} : { after }
      const { body } = await api.call(seller, 'projects.list', { query: { limit: 2, ...query } })
      seen.push(...body.projects.map(({ id }) => id))
      after = body.next
    }
    expect(seen.slice(0, active.length)).toEqual(active)
    expect(seen).not.toContain(hidden.id)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('are found by part of the title or description; wildcards are literal', async () => {
    const seller = await buildSeller(api.pool)
    const candle = await buildProject(api.pool, { seller, title: '50% beeswax_candle' })
    await buildProject(api.pool, { seller, title: '500 beeswaxXcandle' })
    const find = async (q: string, category?: string) => {
      const query = category === undefined ? { q } : { q, category }
      const { projects, near } = (await api.call(seller, 'projects.list', { query })).body
      // Near matches come last.
      const exact = projects.slice(0, projects.length - near)
      return { projects: exact, total: exact.length }
    }
    expect((await find('50% BEES')).projects.map(({ id }) => id)).toEqual([candle.id])
    expect((await find('wax_c')).total).toBe(1)
    expect((await find('beeswax')).total).toBe(2)
    expect((await find('beeswax', 'tech')).total).toBe(0)
    expect((await find('three VERTICAL')).total).toBeGreaterThan(1)
    expect((await find('   ')).total).toBeGreaterThan(1)
    expect((await find("%' or true --\u0000\\")).total).toBe(0)
  })
})

describe('the open projects of a brand', () => {
  test('are only its active ones, newest first; a suspended brand has none', async () => {
    const seller = await buildSeller(api.pool)
    const first = await buildProject(api.pool, { seller, title: 'First' })
    const second = await buildProject(api.pool, { seller, title: 'Second' })
    for (const status of ['draft', 'in_progress', 'completed', 'cancelled'])
      await buildProject(api.pool, { seller, status })
    await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const openOf = async (id: string) =>
      (await api.call(creator, 'projects.of_brand', { params: { id } })).body
    expect(await openOf(seller.id)).toMatchObject([
      { id: second.id, seller: { id: seller.id } },
      { id: first.id, budget: 600 },
    ])
    expect(await openOf(creator.id)).toEqual([])
    await api.pool.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [seller.id],
    )
    expect(await openOf(seller.id)).toEqual([])
  })
})

describe('one project’s page', () => {
  test('shows each party the other, the price and the details; a rejected applicant sees none of them', async () => {
    const seller = await buildSeller(api.pool)
    const project = await api.call(seller, 'projects.create', {
      body: {
        title: 'A lamp at dusk',
        category: 'home',
        description: 'One reel.',
        budget: 600,
        deadline: '2031-01-31',
        status: 'active',
      },
    })
    const params = { id: project.body.id }
    const chosen = await buildCreator(api.pool)
    const other = await buildCreator(api.pool)
    const body = { message: 'I have a dusk.', proposed_price: 540.5 }
    const application = await api.call(chosen, 'applications.submit', { params, body })
    await api.call(other, 'applications.submit', { params, body })
    await api.call(seller, 'applications.accept', { params: { id: application.body.id } })
    await api.call(seller, 'projects.update', {
      params,
      body: { product_details: 'Ship to 4 Mill Lane.' },
    })

    for (const party of [seller, chosen]) {
      const page = await api.call(party, 'projects.get', { params })
      expect(page.body).toMatchObject({
        status: 'in_progress',
        application_count: 2,
        accepted_price: 540.5,
        creator: { id: chosen.id },
        seller: { id: seller.id },
        product_details: 'Ship to 4 Mill Lane.',
        timeline: { funded_at: null, delivered_at: null, approved_at: null, released_at: null },
      })
      const { posted_at, first_application_at, accepted_at } = page.body.timeline
      expect([posted_at, first_application_at, accepted_at]).toEqual(
        [posted_at, first_application_at, accepted_at].toSorted(
          (a, b) => Date.parse(a ?? '') - Date.parse(b ?? ''),
        ),
      )
      expect(posted_at).toMatch(/^\d{4}-.*Z$/)
    }
    const turnedDown = await api.call(other, 'projects.get', { params })
    expect(turnedDown.body).toMatchObject({
      creator: null,
      accepted_price: null,
      product_details: null,
    })
  })

  test('shows the cancellation date to both parties only, and only if the brand cancelled', async () => {
    const { project, seller, creator } = await buildDeal(api.pool)
    const params = { id: project.id }
    const cancelledAt = async (reader: typeof seller) =>
      (await api.call(reader, 'projects.get', { params })).body.timeline.cancelled_at
    await api.pool.query(
      `insert into events (entity, entity_id, project_id, move, to_status, at)
        values ('project', $1, $1, 'cancel', 'cancelled', '2029-01-01T00:00:00Z')`,
      [project.id],
    )
    expect(await cancelledAt(seller)).toBeNull()
    await api.call(seller, 'projects.cancel', { params })
    const at = await cancelledAt(seller)
    expect(at).toMatch(/^\d{4}-.*Z$/)
    expect(at).not.toMatch(/^2029/)
    expect(await cancelledAt(creator)).toBe(at)
    const bystander = await buildApplication(api.pool, { project, status: 'rejected' })
    expect(await cancelledAt(bystander.creator)).toBeNull()
  })

  test('shows a party when money and work moved, using the latest delivery; others see no dates', async () => {
    const { project, seller } = await buildDeal(api.pool)
    const bystander = await buildApplication(api.pool, { project, status: 'rejected' })
    const event = (entity: string, to: string, at: string) =>
      api.pool.query(
        `insert into events (entity, entity_id, project_id, move, to_status, at) values ($1, $2, $2, 'test', $3, $4)`,
        [entity, project.id, to, at],
      )
    await event('payment', 'held_in_escrow', '2030-01-01T00:00:00Z')
    await event('deliverable', 'pending', '2030-01-02T00:00:00Z')
    await event('deliverable', 'pending', '2030-01-04T00:00:00Z')
    await event('deliverable', 'approved', '2030-01-05T00:00:00Z')
    await event('payment', 'released', '2030-01-06T00:00:00Z')
    const page = await api.call(seller, 'projects.get', { params: { id: project.id } })
    expect(page.body.timeline).toMatchObject({
      funded_at: '2030-01-01T00:00:00Z',
      delivered_at: '2030-01-04T00:00:00Z',
      approved_at: '2030-01-05T00:00:00Z',
      released_at: '2030-01-06T00:00:00Z',
    })
    const other = await api.call(bystander.creator, 'projects.get', { params: { id: project.id } })
    expect(other.body.timeline).toMatchObject({
      funded_at: null,
      delivered_at: null,
      released_at: null,
    })
  })
})
