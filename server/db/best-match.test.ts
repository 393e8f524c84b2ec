import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTED_TO } from '#contract/paging.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildSeller } from '#tests/support/builders.ts'

/** Best match considers every match, however recent the passing mentions are. */

const WANTED = 'pear'
/** Names of people and projects: several of each rank, and characters that are special in a pattern. */
const BY_RANK = {
  4: ['Pear', 'PEAR tree', 'Péarl and pear', 'pear_1'],
  3: ['A pear', 'Ripe Pears', 'spear, and a pear'],
  2: ['Spear', 'shakes-pear', 'a (pear)', 'Appeär'],
  1: ['Apple', 'Quince'],
} as const
const ranks = [4, 3, 2, 1] as const

/** The newest rows are only passing mentions, more than are counted; then comes one name of each rank in turn. */
const called: string[] = [
  ...Array.from({ length: COUNTED_TO + 60 }, (_, n) => `Plum ${n}`),
  ...Array.from({ length: 14 }, (_, turn) =>
    ranks.map((rank) => BY_RANK[rank][turn % BY_RANK[rank].length] ?? ''),
  ).flat(),
]
const rankOf = (name: string) =>
  ranks.find((rank) => (BY_RANK[rank] as readonly string[]).includes(name)) ?? 1
/** Best first, then the newest, then the larger id. */
const inOrder = (rows: readonly Row[]) =>
  rows.toSorted(
    (one, other) =>
      rankOf(other.name) - rankOf(one.name) ||
      other.created_at.localeCompare(one.created_at) ||
      other.id.localeCompare(one.id),
  )

let api: TestApi
let creator: BuiltUser
let seller: BuiltUser

beforeAll(async () => {
  api = await startApi()
  creator = await buildCreator(api.pool)
  seller = await buildSeller(api.pool)
  await api.pool.query(
    `with made as (
        insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), 'n' || n || '@example.com', now() from generate_series(1, $1::int) n
        returning id, email)
      insert into profiles (id, name, email, role, bio, niches, created_at)
      select id, ($2::text[])[n], email, 'creator', 'Films a péar a day.', array['Food'],
        -- Two of one moment now and then.
        now() - (n / 2) * interval '1 minute'
      from (select made.*, substring(email from 'n([0-9]+)@')::int as n from made) numbered`,
    [called.length, called],
  )
  await api.pool.query(
    `insert into projects (seller_id, title, description, category, budget, deadline, status, created_at)
      select $1, ($3::text[])[n], 'Films a péar a day.', 'food', 1, current_date + 9, 'active', now() - (n / 2) * interval '1 minute'
      from generate_series(1, $2::int) n`,
    [seller.id, called.length, called],
  )
  await api.pool.query('vacuum analyze profiles, projects')
})
afterAll(() => api.close())

/** All pages in order. */
async function everyPage(
  read: (after: string | null) => Promise<{ rows: Row[]; next: string | null }>,
) {
  const all: Row[] = []
  let after: string | null = null
  do {
    const { rows, next } = await read(after)
    all.push(...rows)
    after = next
  } while (after !== null)
  return all
}
interface Row {
  id: string
  name: string
  created_at: string
}

const creators = (query: Record<string, string>) =>
  everyPage(async (after) => {
    const { body } = await api.call(seller, 'creators.search', {
      query: { sort: 'relevance', ...query, ...(after === null ? {} : { after }) },
    })
    return {
      rows: body.creators.map(({ id, name, created_at }) => ({ id, name, created_at })),
      next: body.next,
    }
  })
const projects = (query: Record<string, string>) =>
  everyPage(async (after) => {
    const { body } = await api.call(creator, 'projects.list', {
      query: { sort: 'relevance', ...query, ...(after === null ? {} : { after }) },
    })
    return {
      rows: body.projects.map(({ id, title: name, created_at }) => ({ id, name, created_at })),
      next: body.next,
    }
  })

test.each([
  ['projects', projects, { q: WANTED }],
  ['projects of a category', projects, { q: WANTED, category: 'food' }],
  ['projects, as somebody else writes it', projects, { q: ' PEÄR ' }],
  ['creators', creators, { q: WANTED }],
  ['creators of a niche', creators, { q: WANTED, niche: 'Food' }],
] as const)('paging through %s returns every match once, best first', async (_, read, query) => {
  const found = await read(query)
  expect(new Set(found.map(({ id }) => id)).size).toBe(called.length)
  expect(found).toEqual(inOrder(found))
})

test.each([
  ['pear_', ['pear_1']],
  ['(pear', ['a (pear)']],
  ['-pear', ['shakes-pear']],
  ['spear', ['spear', 'Spear']],
])('special characters are matched literally: %s', async (q, names) => {
  for (const read of [projects, creators]) {
    const found = await read({ q })
    const kinds = [...new Set(found.map(({ name }) => name))]
    expect(
      kinds
        .slice(0, names.length)
        .map((name) => name.split(',')[0])
        .toSorted(),
    ).toEqual(names.toSorted())
  }
})

test('a first page reports the total, exact up to the counting limit', async () => {
  for (const sort of ['newest', 'relevance']) {
    const many = await api.call(creator, 'projects.list', { query: { q: WANTED, sort } })
    expect(many.body).toMatchObject({ total: COUNTED_TO, total_exact: false, near: 0 })
    const some = await api.call(seller, 'creators.search', { query: { q: 'plum 10', sort } })
    const named = called.filter((name) => name.startsWith('Plum 10'))
    expect(named.length).toBeGreaterThan(some.body.creators.length)
    expect(some.body).toMatchObject({ total: named.length, total_exact: true, near: 0 })
  }
})
