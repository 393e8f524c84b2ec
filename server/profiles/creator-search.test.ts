import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CREATOR_SORTS, PROFILE_LIMITS } from '#contract/profiles.ts'
import { rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildSeller } from '#tests/support/builders.ts'

let api: TestApi
let reader: BuiltUser
beforeAll(async () => {
  api = await startApi()
  reader = await buildSeller(api.pool)
  for (const [name, bio] of [
    ['Zoë Okafor', 'Films pottery by daylight.'],
    ['Søren Lindqvist', 'Tests tents on real trails.'],
    ['مريم حداد', 'أفلام قصيرة'],
  ] as const) {
    const creator = await buildCreator(api.pool, { name })
    await api.call(creator, 'profiles.update', { body: { bio } })
  }
})
afterAll(() => api.close())

const find = async (query: Record<string, unknown>) => {
  const reply = await api.call(reader, 'creators.search', { query })
  expect(reply.status, JSON.stringify(query).slice(0, 80)).toBe(200)
  return reply.body
}
const names = async (q: string) => (await find({ q })).creators.map(({ name }) => name)
const known = async (...words: string[]) =>
  (
    await rows<{ word: string }>(
      api.pool,
      sql`select word from search_words where about = 'creators' and word = any(${words}) order by word`,
    )
  ).map(({ word }) => word)

test.each([
  ['okfaor', 'Zoë Okafor'],
  ['Linqvist', 'Søren Lindqvist'],
  ['potery', 'Zoë Okafor'],
  ['real trials', 'Søren Lindqvist'],
  ['zoe okafro', 'Zoë Okafor'],
])('a search with a typo still finds the creator: %s', async (q, name) => {
  const { creators, near, total } = await find({ q })
  expect(creators.map((one) => one.name)).toContain(name)
  expect(near).toBe(creators.length)
  expect(total).toBe(creators.length)
})

test('words a person has removed are dropped from the search words, unless others use them', async () => {
  const creator = await buildCreator(api.pool, { name: 'Ximenez Quillfeather' })
  expect(await known('ximenez', 'quillfeather')).toEqual(['quillfeather', 'ximenez'])
  await api.call(creator, 'profiles.update', { body: { bio: 'Also films tents.' } })
  await api.call(creator, 'profiles.update', { body: { name: 'Ximenez Okafor', bio: null } })
  // Others are called Okafor and film tents.
  expect(await known('ximenez', 'quillfeather', 'tents', 'okafor')).toEqual([
    'okafor',
    'tents',
    'ximenez',
  ])
  await api.pool.query(`update profiles set name = 'Deleted' where id = $1`, [creator.id])
  expect(await known('ximenez', 'okafor')).toEqual(['okafor'])
})

describe('an unusual search does not fail', () => {
  test.each(
    [
      `%_\\'";--`,
      '\\',
      "') or 1=1 --",
      '.*+?[(|',
      'x'.repeat(50_000),
      'mnbv '.repeat(10_000),
      '🦊'.repeat(12_000),
      '\ud83d',
      '\u0000\u0007',
      '\u202e\u200f مرحبا',
    ].map((q) => [JSON.stringify(q).slice(0, 24), q]),
  )('%s', async (_, q) => {
    for (const sort of ['newest', 'relevance']) {
      const { creators, total } = await find({ q, sort })
      expect(total).toBe(creators.length)
    }
  })

  test('a name in another script is found as it is written', async () => {
    expect(await names('حداد')).toEqual(['مريم حداد'])
  })

  test.each([{ niche: 'Bombs' }, { platform: 'telex' }, { sort: 'x; --' }, { colour: 'red' }])(
    'an unknown filter is ignored: %o',
    async (query) => {
      expect((await find(query)).creators).toEqual((await find({})).creators)
    },
  )
})

test('the total counts everyone the text matches, beyond one page and in every order', async () => {
  const many = PROFILE_LIMITS.page + 3
  for (let made = 0; made < many; made += 1)
    await buildCreator(api.pool, { name: `Quentin Vasquez ${made}` })
  for (const sort of CREATOR_SORTS)
    for (const q of ['vasquez', 'quentin vasquez'])
      expect(await find({ q, sort }), sort).toMatchObject({
        total: many,
        total_exact: true,
        next: expect.any(String),
      })
})
