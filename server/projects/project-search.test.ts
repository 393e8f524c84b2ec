import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorText } from '#contract/paging.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildProject, buildSeller } from '#tests/support/builders.ts'

let api: TestApi
let reader: BuiltUser
let seller: BuiltUser
beforeAll(async () => {
  api = await startApi()
  reader = await buildCreator(api.pool)
  seller = await buildSeller(api.pool)
})
afterAll(() => api.close())

const find = async (query: Record<string, unknown>) => {
  const reply = await api.call(reader, 'projects.list', { query })
  expect(reply.status, JSON.stringify(query).slice(0, 80)).toBe(200)
  return reply.body
}
const titles = async (query: Record<string, unknown>) =>
  (await find(query)).projects.map(({ title }) => title)

describe('searching projects', () => {
  beforeAll(async () => {
    for (const [title, description] of [
      ['Jalapeño crème brûlée', 'Zwölf Bilder der Schüssel.'],
      ['Wireless headphones at a desk', 'Film a full\nworking day.'],
      ['ТЁПЛЫЙ плед', 'Шерсть.'],
      ['كوب أزرق 🫖', 'كوب'],
    ] as const)
      await buildProject(api.pool, { seller, title, description, category: 'food' })
  })

  test.each([
    ['JALAPENO', ['Jalapeño crème brûlée']],
    ['creme brulee', ['Jalapeño crème brûlée']],
    ['zwolf', ['Jalapeño crème brûlée']],
    ['schussel', ['Jalapeño crème brûlée']],
    ['nless', []],
    ['eless head', ['Wireless headphones at a desk']],
    ['full working', ['Wireless headphones at a desk']],
    ['desk film', []],
    ['теплый', ['ТЁПЛЫЙ плед']],
    ['ازرق', []],
    ['أزرق', ['كوب أزرق 🫖']],
    ['🫖', ['كوب أزرق 🫖']],
    ['🫖🫖', []],
    ['ｈｅａｄｐｈｏｎｅｓ', ['Wireless headphones at a desk']],
  ])('finds the expected exact matches for %s', async (q, expected) => {
    const { projects, near, total } = await find({ q, category: 'food' })
    const exact = projects.slice(0, projects.length - near).map(({ title }) => title)
    expect(exact).toEqual(expected)
    expect(total).toBe(projects.length)
  })

  test.each(['hedphones', 'headphnoes', 'wirelss headphones', 'HEADPHONS'])(
    'typos match too: %s',
    async (q) => {
      const { projects, near } = await find({ q, category: 'food' })
      expect(projects.map(({ title }) => title)).toEqual(['Wireless headphones at a desk'])
      expect(near).toBe(1)
    },
  )

  test('exact matches come before near ones, however new those are', async () => {
    await buildProject(api.pool, { seller, title: 'Candle light', category: 'travel' })
    await buildProject(api.pool, { seller, title: 'Candel light', category: 'travel' })
    expect(await titles({ q: 'candle', category: 'travel' })).toEqual([
      'Candle light',
      'Candel light',
    ])
    expect(await titles({ q: 'candel', category: 'travel' })).toEqual([
      'Candel light',
      'Candle light',
    ])
  })
})

describe('sorting', () => {
  beforeAll(async () => {
    for (const [title, budget, deadline] of [
      ['A big mug', 300, '2031-03-01'],
      ['Mugs', 900, '2031-01-01'],
      ['Saucer', 300, '2031-02-01'],
      ['Smug', 100, '2020-01-01'],
    ] as const) {
      const description = title === 'Saucer' ? 'Goes under a mug.' : 'Nothing else.'
      await buildProject(api.pool, {
        seller,
        title,
        description,
        budgetCents: budget * 100,
        deadline,
        category: 'tech',
      })
    }
  })
  const sorts = [
    ['newest', ['Smug', 'Saucer', 'Mugs', 'A big mug']],
    ['deadline', ['Mugs', 'Saucer', 'A big mug']],
    ['budget', ['Mugs', 'Saucer', 'A big mug', 'Smug']],
    ['relevance', ['Mugs', 'A big mug', 'Smug', 'Saucer']],
    ['loudest', ['Smug', 'Saucer', 'Mugs', 'A big mug']],
  ] as const

  test.each(sorts)('by %s pages through every match in order', async (sort, expected) => {
    for (const q of ['mug', 'mu']) {
      const seen: string[] = []
      const totals: (number | null)[] = []
      let after: string | null | undefined
      do {
        const page = await find({
          q,
          sort,
          category: 'tech',
          limit: 1,
          ...(after ? { after } : {}),
        })
        totals.push(page.total)
        seen.push(...page.projects.map(({ title }) => title))
        after = page.next
      } while (after !== null)
      // Two projects with the same budget are ordered by id.
      if (sort === 'budget') seen.splice(1, 2, ...seen.slice(1, 3).toSorted().toReversed())
      expect(seen).toEqual(expected)
      // The count runs once, with the first page.
      expect(totals).toEqual(expected.map((_, at) => (at === 0 ? expected.length : null)))
    }
  })

  test('a cursor of another sort, or an invented one, starts at the beginning', async () => {
    const query = { category: 'tech', limit: 2 }
    const id = crypto.randomUUID()
    const first = await find(query)
    for (const after of [
      (await find({ ...query, sort: 'budget' })).next,
      cursorText('newest', { keys: ['2026-02-30T00:00:00Z'], id }),
      cursorText('newest', { keys: ['0000-01-01T00:00:00Z'], id }),
      cursorText('newest', { keys: ['2026-02-03T00:00:00Z'], id: "'; --" }),
      cursorText('budget', { keys: [1], id }),
      'x'.repeat(5_000),
      '\u0000',
    ])
      expect((await find({ ...query, after })).projects, String(after)).toEqual(first.projects)
  })
})

describe('nonsense', () => {
  const nonsense = [
    `%_\\'";--`,
    '%'.repeat(200),
    '\\',
    "') or 1=1 --",
    'x'.repeat(50_000),
    '🦊'.repeat(12_000),
    '\ud83d',
    '\u0000\u0007',
    '\u202e\u200f مرحبا',
    '\u0301\u0301\u0301\u0301',
    '.*+?[(',
  ]
  test.each(nonsense.map((q) => [JSON.stringify(q).slice(0, 24), q]))(
    'never fails: %s',
    async (_, q) => {
      for (const sort of ['newest', 'deadline', 'budget', 'relevance']) {
        const { projects, total } = await find({ q, sort })
        expect(total).toBe(projects.length)
      }
    },
  )

  test('only the first 200 characters are searched for', async () => {
    const title = 'y'.repeat(140)
    await buildProject(api.pool, { seller, title, description: 'y'.repeat(300) })
    expect(await titles({ q: 'y'.repeat(50_000) })).toEqual([title])
  })

  test.each([
    { category: 'weapons' },
    { sort: 'id; drop table projects' },
    { limit: '1000000' },
    { limit: '-1' },
    { colour: 'red' },
    { q: '' },
  ])('an unknown, invalid or empty parameter is ignored: %o', async (query) => {
    const { projects } = await find(query)
    expect(projects).toEqual((await find({})).projects)
  })
})
