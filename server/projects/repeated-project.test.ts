import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import { PRICED } from '#tests/support/extensions.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildFile, buildSeller } from '#tests/support/builders.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const brief = { ...BRIEF_TEMPLATES[0]?.brief, one_message: 'It folds flat.' }
const sound = {
  title: 'A lid that folds',
  category: 'home' as const,
  description: 'Vertical, 20 to 40 seconds.',
  budget: 300.5,
  deadline: '2999-01-31',
  status: 'active' as const,
}
const post = (as: BuiltUser, body: object) => api.call(as, 'projects.create', { body })
const own = async (as: BuiltUser) => (await api.call(as, 'projects.mine')).body

describe('a request to post with an id', () => {
  test('that is repeated returns the first project and posts nothing', async () => {
    const seller = await buildSeller(api.pool)
    const id = randomUUID()
    const first = await post(seller, { ...sound, id })
    expect(first.body.id).toBe(id)
    expect((await post(seller, { ...sound, id })).body).toEqual(first.body)
    expect(await own(seller)).toHaveLength(1)
  })

  test('is repeated after the deadline’s day, and still finds the project', async () => {
    const seller = await buildSeller(api.pool)
    const body = { ...sound, id: randomUUID() }
    api.setNow(new Date('2999-01-31T23:59:59.999Z'))
    const first = await post(seller, body)
    api.setNow(new Date('2999-02-01T00:00:00Z'))
    const again = await post(seller, body)
    const other = await post(seller, { ...sound, id: randomUUID() })
    api.setNow(null)
    expect([again.status, again.body]).toEqual([200, first.body])
    expectRefusal(other, 'project.deadline_passed')
  })

  test('is idempotent with every field in use', async () => {
    const seller = await buildSeller(api.pool)
    const picture = await buildFile(api.pool, { owner: seller })
    const { id: invitee } = await buildCreator(api.pool)
    const full = {
      ...sound,
      id: randomUUID(),
      status: 'draft',
      description: null,
      brief,
      product_details: 'A tin with a lid.',
      product_images: [picture.url, picture.url],
      seats: 3,
      hiring_until: '2998-12-31',
      budget_total: 900,
      licence: PRICED,
      to_invite: invitee,
    }
    const first = await post(seller, full)
    expect(first.status).toBe(200)
    expect((await post(seller, full)).body).toEqual(first.body)
    expect(await own(seller)).toHaveLength(1)
  })

  test('posts once when it is sent six times concurrently', async () => {
    const seller = await buildSeller(api.pool)
    const body = { ...sound, id: randomUUID() }
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => post(seller, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ body: { id } }) => id))).toEqual(new Set([body.id]))
    expect(await own(seller)).toHaveLength(1)
  })

  test.each([
    ['title', { title: 'Another lid' }],
    ['category', { category: 'tech' }],
    ['description', { description: 'Square.' }],
    ['budget', { budget: 300.51 }],
    ['deadline', { deadline: '2999-02-01' }],
    ['status', { status: 'draft' }],
    ['product details', { product_details: 'A tin.' }],
    ['number of creators', { seats: 2 }],
    ['brief', { brief }],
    ['licence', { licence: PRICED }],
  ])('is refused under the same id if this differs: %s', async (_, change) => {
    const seller = await buildSeller(api.pool)
    const id = randomUUID()
    const first = await post(seller, { ...sound, id })
    expectRefusal(await post(seller, { ...sound, ...change, id }), 'project.already_saved')
    expect(await own(seller)).toMatchObject([{ ...first.body }])
  })

  test('is refused with another creator to invite, or other pictures, under the same id', async () => {
    const seller = await buildSeller(api.pool)
    const picture = await buildFile(api.pool, { owner: seller })
    const { id: to_invite } = await buildCreator(api.pool)
    const body = { ...sound, id: randomUUID() }
    await post(seller, body)
    for (const change of [{ to_invite }, { product_images: [picture.url] }])
      expectRefusal(await post(seller, { ...body, ...change }), 'project.already_saved')
  })

  test('is refused once the project has changed', async () => {
    const seller = await buildSeller(api.pool)
    const body = { ...sound, id: randomUUID() }
    await post(seller, body)
    await api.call(seller, 'projects.update', { params: { id: body.id }, body: { budget: 400 } })
    expectRefusal(await post(seller, body), 'project.already_saved')
  })

  test('that belongs to someone else gets a 404, as if nothing were there to repeat', async () => {
    const [first, other] = [await buildSeller(api.pool), await buildSeller(api.pool)]
    const body = { ...sound, id: randomUUID() }
    await post(first, body)
    expectRefusal(await post(other, body), 'request.not_found')
    expect(await own(other)).toEqual([])
    expect(await own(first)).toHaveLength(1)
  })

  test('is refused if the id is not a UUID', async () => {
    expectInvalid(await post(await buildSeller(api.pool), { ...sound, id: 'new' }), 'id')
  })
})

test('without an id, each request posts a project', async () => {
  const seller = await buildSeller(api.pool)
  const [first, second] = [await post(seller, sound), await post(seller, sound)]
  expect(first.body.id).not.toBe(second.body.id)
  expect(await own(seller)).toHaveLength(2)
})
