import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROFILE_LIMITS } from '#contract/profiles.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildSeller } from '#tests/support/builders.ts'

/** Searches for several words find exactly what a plain comparison of every creator finds, in the same order. */

let api: TestApi
let reader: BuiltUser

/**
 * Words of names, and what appears between and around them: accents, width, cases, quotes, wildcards, single letters.
 */
const WORDS = [
  'Zoë',
  'zoe',
  'ZOE',
  'Zoéy',
  'Ann',
  'Anna',
  'ann-lee',
  'Lee',
  'L',
  'é',
  'e',
  'O’Neil',
  `O'Neil`,
].concat([
  '"Red"',
  '50%',
  'a_b',
  '\\',
  'ﬁn',
  'Ｌee',
  'ﷺ',
  'Straße',
  'مريم',
  'ΣΟΦΟΣ',
  '李',
  'X',
  'van',
])
const SPACES = [' ', '  ', '\u00a0', ' - ', '. ', '\n']
const word = fc.constantFrom(...WORDS)
const phrase = (most: number) =>
  fc
    .array(fc.tuple(word, fc.constantFrom(...SPACES)), { minLength: 1, maxLength: most })
    .map((parts) => parts.map(([text, space]) => text + space).join(''))

/** About a hundred creators; many have the same name, and some have it only in their own description. */
const people = fc.sample(fc.record({ name: phrase(3), bio: fc.option(phrase(4)) }), {
  numRuns: 160,
  seed: 11,
})

/** More than a page. */
const namesakes = Array.from({ length: 60 }, () => ({ name: 'Ida van Zoë', bio: null }))

beforeAll(async () => {
  api = await startApi()
  reader = await buildSeller(api.pool)
  const called = [...people, ...people.slice(0, 40), ...namesakes]
  await execute(
    api.pool,
    sql`with made as (
        insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), 'n' || n || '@example.com', now() from generate_series(1, ${called.length}::int) n
        returning id, email)
      insert into profiles (id, name, email, role, bio, avatar_url, niches, created_at)
      select made.id, one->>'name', email, 'creator', one->>'bio',
        case when n % 3 = 0 then '/art/p-maya.svg' end, case when n % 2 = 0 then array['Food'] else '{}' end,
        now() - (n / 2) * interval '1 minute'
      from (select made.*, substring(email from 'n([0-9]+)@')::int as n from made) made,
        lateral (select ${JSON.stringify(called)}::jsonb->(n - 1) as one) called`,
  )
  await execute(
    api.pool,
    sql`update profiles set shown_from = null where role = 'creator' and ascii(md5(email)) % 9 = 0`,
  )
})
afterAll(() => api.close())

/**
 * Everyone who contains it, best first: written without any of the search's own functions except the one that folds.
 */
const plainly = async (typed: string, filter: { niche: string | null; isBest: boolean }) =>
  (
    await rows<{ id: string }>(
      api.pool,
      sql`select id from (
          select *, search_fold(name) as head, search_fold(coalesce(bio, '')) as tail, search_fold(${typed.trim()}) as wanted
          from profiles where role = 'creator' and shown_from is not null
            and (${filter.niche}::text is null or ${filter.niche} = any(niches))) people
        where strpos(head, wanted) > 0 or strpos(tail, wanted) > 0
        order by case when not ${filter.isBest}::boolean then 0 when starts_with(head, wanted) then 4
            when strpos(head, ' ' || wanted) > 0 then 3 when strpos(head, wanted) > 0 then 2 end desc nulls last,
          (avatar_url is not null and not ${filter.isBest}::boolean) desc, created_at desc, id desc`,
    )
  ).map(({ id }) => id)

const page = async (query: Record<string, string>) => {
  const { status, body } = await api.call(reader, 'creators.search', { query })
  expect(status).toBe(200)
  return body
}

async function found(query: Record<string, string>) {
  const ids: string[] = []
  let total: number | null = null
  let after: string | null = null
  do {
    const read = await page({ ...query, ...(after === null ? {} : { after }) })
    const { creators, near } = read
    if (total === null) total = (read.total ?? 0) - near
    ids.push(...creators.slice(0, creators.length - near).map(({ id }) => id))
    after = read.next
  } while (after !== null)
  return { ids, total }
}

test('a search for several words finds, sorts and counts exactly the profiles that contain them', async () => {
  let many = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.tuple(word, fc.constantFrom(' ', '  ', '\u00a0'), word).map((parts) => parts.join('')),
        phrase(3),
        fc.constantFrom('ida VAN zoe', 'van zoé'),
        fc.constantFrom(...people.map(({ name }) => name)),
        // Within words: from the middle of a name to the middle of the next.
        fc.constantFrom(...people.map(({ name }) => name.slice(1, -2))),
      ),
      fc.constantFrom('relevance', 'newest'),
      fc.constantFrom(null, 'Food'),
      async (typed, sort, niche) => {
        fc.pre(typed.trim() !== '')
        const expected = await plainly(typed, { niche, isBest: sort === 'relevance' })
        const query = { q: typed, sort, ...(niche === null ? {} : { niche }) }
        expect(await found(query), typed).toEqual({ ids: expected, total: expected.length })
        if (expected.length > PROFILE_LIMITS.page && /\S\s+\S/u.test(typed.trim())) many += 1
      },
    ),
    { numRuns: 150, seed: 12 },
  )
  expect(many).toBeGreaterThan(0)
})

test('a search sorted by a figure finds and counts exactly the profiles that contain the words', async () => {
  for (const q of ['ann lee', 'Zoë zoe', 'o’neil l']) {
    const expected = await plainly(q, { niche: null, isBest: false })
    const { ids, total } = await found({ q, sort: 'rating' })
    expect(total, q).toBe(expected.length)
    expect(ids.toSorted()).toEqual(expected.toSorted())
  }
})
