import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CREATOR_BADGES } from '#contract/badges.ts'
import { PACKAGE_DAYS, PACKAGE_PRICES } from '#contract/packages.ts'
import { FACETS_LOOK_AT, PROFILE_LIMITS } from '#contract/profiles.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildSeller } from '#tests/support/builders.ts'

let api: TestApi
let seller: BuiltUser
/**
 * A little over two pages; every third creator shows nothing, every fifth joined at the same moment as the one before.
 */
const MANY = 2 * PROFILE_LIMITS.page + 11

beforeAll(async () => {
  api = await startApi()
  seller = await buildSeller(api.pool)
  await people(MANY, 'Plum')
})
afterAll(() => api.close())

/** Creators named by number, each of whom joined before the previous one. */
const people = (count: number, name: string) => {
  const emails = name.toLowerCase().replace(' ', '')
  return execute(
    api.pool,
    sql`with made as (
        insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), ${emails} || n || '@example.com', now() from generate_series(1, ${count}::int) n
        returning id, email)
      insert into profiles (id, name, email, role, bio, avatar_url, portfolio_urls, niches, social_links, created_at)
      select id, ${name} || ' ' || n, email, 'creator', 'Films pears.',
        case when n % 3 = 1 then '/art/p-maya.svg' end,
        case when n % 3 = 2 then array['https://films.example/' || n] else '{}' end,
        case when n % 2 = 0 then array['Food', 'Art'] else array['Pets'] end,
        case when n % 2 = 0 then '{"tiktok": "https://tiktok.com/@a"}' else '{}' end::jsonb,
        timestamptz '2026-01-01' - (n - (n % 5 = 0)::int) * interval '1 minute'
      from (select made.*, substring(email from '[0-9]+')::int as n from made) numbered`,
  )
}

const page = async (query: Record<string, string>) =>
  (await api.call(seller, 'creators.search', { query })).body
async function everyPage(query: Record<string, string> = {}) {
  const all: Awaited<ReturnType<typeof page>>['creators'] = []
  let after: string | null = null
  do {
    const found = await page({ ...query, ...(after === null ? {} : { after }) })
    all.push(...found.creators)
    // If a page led back to an earlier one, paging would never end.
    expect(all.length).toBeLessThanOrEqual(MANY + PROFILE_LIMITS.page)
    after = found.next
  } while (after !== null)
  return all
}

describe('the order of Find Creators', () => {
  test.each([{}, { niche: 'Food' }, { q: 'pears', sort: 'newest' }, { q: 'e', sort: 'newest' }])(
    'creators with neither picture nor work come last, on every page: %o',
    async (query) => {
      const all = await everyPage(query as Record<string, string>)
      const expected = all.toSorted(
        (one, other) =>
          Number(shows(other)) - Number(shows(one)) ||
          other.created_at.localeCompare(one.created_at) ||
          other.id.localeCompare(one.id),
      )
      expect(all).toEqual(expected)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.length).toBe(query.niche === undefined ? MANY : Math.floor(MANY / 2))
      expect(all.some(shows) && !all.every(shows)).toBe(true)
    },
  )
  const shows = (one: { avatar_url: string | null; portfolio_urls: string[] }) =>
    one.avatar_url !== null || one.portfolio_urls.length > 0

  test('a first piece moves its creator up, and taking it away moves them back', async () => {
    const last = (await everyPage()).at(-1)
    if (last === undefined) throw new Error('nobody')
    await api.call(last, 'profiles.update', {
      body: { portfolio_urls: ['https://films.example/x'] },
    })
    const shown = await everyPage()
    expect(shown.findIndex(({ id }) => id === last.id)).toBeLessThan(
      shown.findIndex((one) => !shows(one)),
    )
    await api.call(last, 'profiles.update', { body: { portfolio_urls: [] } })
    expect((await everyPage()).at(-1)?.id).toBe(last.id)
  })

  test('a text search is ordered by best match unless another order is chosen', async () => {
    await people(1, 'Pear tree')
    const [best] = (await page({ q: 'pear' })).creators
    expect(best?.name).toBe('Pear tree 1')
    const newest = await page({ q: 'pear', sort: 'newest' })
    expect(newest.creators.map(({ name }) => name)).not.toEqual(
      (await page({ q: 'pear' })).creators.map(({ name }) => name),
    )
    expect((await page({ q: 'pear', sort: 'relevance' })).creators[0]?.id).toBe(best?.id)
    await execute(api.pool, sql`update profiles set shown_from = null where name like 'Pear tree%'`)
  })
})

describe('the order by a figure', () => {
  const RANK = 10_000_000
  beforeAll(async () => {
    // Ten are above the creators without a figure, five below; two share a rank.
    await execute(
      api.pool,
      sql`update track_records set rank_on_time = ${RANK} + 10 * (n / 2), badges = '{on_time}',
          figures = '{"on_time": [9, 10]}', deals = 10
        from (select id, substring(name from '[0-9]+')::int as n from profiles where name like 'Plum %') people
        where id = profile_id and n <= 10`,
    )
    await execute(
      api.pool,
      sql`update track_records set rank_on_time = ${RANK} - n
        from (select id, substring(name from '[0-9]+')::int as n from profiles where name like 'Plum %') people
        where id = profile_id and n between 31 and 35`,
    )
  })
  afterAll(() =>
    execute(api.pool, sql`update track_records set badges = '{}', rank_on_time = ${RANK}`),
  )
  const nameOf = ({ name }: { name: string }) => Number(name.split(' ')[1])
  const place = (n: number) => (n <= 10 ? 10 * Math.trunc(n / 2) : n >= 31 && n <= 35 ? -n : 0)

  test.each<Record<string, string>>([{}, { q: 'pears' }, { q: 'e' }, { niche: 'Food' }])(
    'lists everyone once, the best first and creators without a figure in the middle: %o',
    async (query) => {
      const all = await everyPage({ ...query, sort: 'on_time' })
      expect(all.length).toBe(query['niche'] === undefined ? MANY : Math.floor(MANY / 2))
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      const places = all.map((one) => place(nameOf(one)))
      expect(places).toEqual(places.toSorted((one, other) => other - one))
    },
  )

  test('starts over with a cursor of another order', async () => {
    const { next } = await page({ sort: 'on_time' })
    const first = await page({ sort: 'rating' })
    expect((await page({ sort: 'rating', after: next ?? '' })).creators).toEqual(first.creators)
  })

  test('can be narrowed to a badge, which the facets count', async () => {
    const found = await page({ badge: 'on_time' })
    expect(found.creators.map(nameOf).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 10 }, (_, at) => at + 1),
    )
    expect(found.creators[0]?.record).toEqual({
      deals: 10,
      figures: [{ figure: 'on_time', n: 9, of: 10 }],
      badges: ['on_time'],
    })
    expect(found.total).toBe(10)
    const { body } = await api.call(seller, 'creators.facets', { query: { niche: 'Food' } })
    expect(body.by_badge['on_time']).toEqual({ total: 5, total_exact: true })
    const badged = await api.call(seller, 'creators.facets', { query: { badge: 'on_time' } })
    expect(badged.body.by_niche['Food']).toEqual({ total: 5, total_exact: true })
  })
})

describe('facets', () => {
  const facets = async (query: Record<string, string> = {}) =>
    (await api.call(seller, 'creators.facets', { query })).body
  const exactly = (total: number) => ({ total, total_exact: true })
  const half = Math.floor(MANY / 2)

  test('count what each filter would find, combined with the others in force', async () => {
    expect(await facets()).toEqual({
      by_niche: { Food: exactly(half), Art: exactly(half), Pets: exactly(MANY - half) },
      by_platform: { tiktok: exactly(half) },
      // None of them sells packages.
      by_price: Object.fromEntries(PACKAGE_PRICES.map((price) => [price, exactly(0)])),
      by_days: Object.fromEntries(PACKAGE_DAYS.map((days) => [days, exactly(0)])),
      by_badge: Object.fromEntries(CREATOR_BADGES.map((badge) => [badge, exactly(0)])),
      saved: exactly(0),
      worked: exactly(0),
      again: exactly(0),
    })
    const pets = await facets({ niche: 'Pets' })
    // Choosing a niche replaces the chosen one, so niches are counted as if none were chosen.
    expect(pets.by_niche).toEqual((await facets()).by_niche)
    expect(pets.by_platform).toEqual({})
    expect((await facets({ platform: 'tiktok' })).by_niche).toEqual({
      Food: exactly(half),
      Art: exactly(half),
    })
  })

  test.each(['plum 1', 'films', 'e', '%'])(
    'count exactly what a search with each filter finds: %s',
    async (q) => {
      const { by_niche: niches } = await facets({ q })
      for (const niche of ['Food', 'Pets'] as const) {
        const { total, near } = await page({ q, niche })
        expect(niches[niche]?.total ?? 0, niche).toBe((total ?? 0) - near)
      }
    },
  )

  test('read up to a limit: beyond it a count is a lower bound', async () => {
    await people(FACETS_LOOK_AT + 40, 'Quince')
    const { by_niche: niches } = await facets()
    expect(niches['Food']?.total_exact).toBe(false)
    expect(niches['Food']?.total).toBeGreaterThan(FACETS_LOOK_AT / 2 - MANY)
    expect(niches['Food']?.total).toBeLessThanOrEqual(FACETS_LOOK_AT / 2)
    const { Pets } = (await facets({ q: 'Plum' })).by_niche
    expect(Pets).toEqual(exactly(MANY - half))
  })
})
