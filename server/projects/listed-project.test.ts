import { afterAll, beforeAll, expect, test } from 'vitest'
import { usdFromCents } from '#contract/money.ts'
import { usdInJson } from '#server/db/json-rows.ts'
import { oneRow, sql } from '#server/db/sql.ts'
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

// `api.call` checks every response against the contract's schema, strictly.
test.each([
  ['plain', { title: 'Two reels' }],
  ['signs of JSON', { title: `"quoted" \\ {"title":"x"} [1,2], \\u0041` }],
  ['control characters', { description: '\u0001\b\t\n\f\r\u001f\u007f\u2028</script>' }],
  ['other scripts', { title: 'ТЁПЛЫЙ плед كوب 🫖 👩🏽‍🍳 e\u0301' }],
  ['what looks like a time', { title: 'null', description: '2026-01-01 00:00:00+00' }],
])('a project is listed with the same values as on its page: %s', async (_, told) => {
  const project = await buildProject(api.pool, { seller, ...told })
  const { body } = await api.call(reader, 'projects.list', { query: { limit: 1 } })
  const page = await api.call(reader, 'projects.get', { params: { id: project.id } })
  const { title, description, product_details, budget, created_at } = page.body
  expect(body.projects[0]).toMatchObject({
    title,
    description,
    product_details,
    budget,
    created_at,
  })
  expect(body.projects[0]).toMatchObject(told)
})

test('a listed project includes its pictures and its seller’s id, avatar and company name', async () => {
  const pictures = ['/storage/public/a b.webp#"x', '/storage/public/{c,d}.webp']
  await api.pool.query('update profiles set avatar_url = $2, company_name = $3 where id = $1', [
    seller.id,
    '/storage/public/me.webp',
    'Olive & "Oak"',
  ])
  const project = await buildProject(api.pool, { seller })
  await api.pool.query('update projects set product_images = $2 where id = $1', [
    project.id,
    pictures,
  ])
  const { body } = await api.call(reader, 'projects.list', { query: { limit: 1 } })
  expect(body.projects[0]).toMatchObject({
    product_images: pictures,
    seller: { id: seller.id, avatar_url: '/storage/public/me.webp', company_name: 'Olive & "Oak"' },
  })
})

test('times are given in UTC to the microsecond, without trailing zeros', async () => {
  const project = await buildProject(api.pool, { seller })
  for (const [stored, told] of [
    ['2030-01-31 10:20:30+00', '2030-01-31T10:20:30Z'],
    ['2030-01-31 10:20:30.5+00', '2030-01-31T10:20:30.5Z'],
    ['2030-01-31 23:20:30.123456-05', '2030-02-01T04:20:30.123456Z'],
  ]) {
    await api.pool.query('update projects set created_at = $2 where id = $1', [project.id, stored])
    const { body } = await api.call(reader, 'projects.list', { query: { limit: 1 } })
    expect(body.projects[0]?.created_at).toBe(told)
  }
})

test('amounts written by SQL equal those of usdFromCents', async () => {
  const all = [
    0, 1, 9, 10, 99, 100, 101, 110, 999, 1_000, 1_005, 54_050, 299_999, 99_999_998, 99_999_999,
  ]
  for (const cents of all) {
    const { told } = await oneRow<{ told: string }>(
      api.pool,
      sql`select to_json(${usdInJson('cents')})::text as told from (select ${cents}::integer as cents) amount`,
    )
    expect(told).toBe(JSON.stringify(usdFromCents(cents)))
  }
})
