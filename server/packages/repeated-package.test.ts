import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_LIMITS } from '#contract/packages.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator } from '#tests/support/builders.ts'
import { packageInput } from '#tests/support/packages.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** What a form sends, with an id of its own. */
const sent = (overrides: object = {}) => ({ ...packageInput(overrides), id: randomUUID() })
const save = (as: BuiltUser, body: object) => api.call(as, 'packages.create', { body })
const own = async (as: BuiltUser) => (await api.call(as, 'packages.mine')).body

describe('a request to save a package with an id', () => {
  test('that is repeated returns the first package and adds nothing', async () => {
    const creator = await buildCreator(api.pool)
    const body = sent()
    const first = await save(creator, body)
    expect(first.body.id).toBe(body.id)
    expect(await save(creator, body)).toMatchObject({ status: 200, body: first.body })
    expect(await own(creator)).toEqual([first.body])
  })

  test('is idempotent with every field in use, and once its sample has left the portfolio', async () => {
    const creator = await buildCreator(api.pool)
    const keep = (portfolio_urls: string[]) =>
      api.call(creator, 'profiles.update', { body: { portfolio_urls } })
    await keep(['https://films.example/a', 'https://films.example/b'])
    const body = sent({
      price: 180.1,
      items: [
        { id: 'clip', what: 'video', label: 'A reel', count: 2, seconds_min: 10, captions: true },
        { id: 'text', what: 'text', count: 1 },
      ],
      add_ons: [{ id: 'fast', label: 'In a day', price: 19.99, days: -6 }],
      samples: ['https://films.example/b', 'https://films.example/b'],
    })
    const first = await save(creator, body)
    expect((await save(creator, body)).body).toEqual(first.body)
    await keep(['https://films.example/a'])
    expect((await save(creator, body)).body).toEqual({ ...first.body, samples: [] })
  })

  test('adds one package when it is sent six times concurrently', async () => {
    const creator = await buildCreator(api.pool)
    const body = sent()
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => save(creator, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await own(creator)).toMatchObject([{ id: body.id }])
  })

  test('is idempotent for the last package that a creator may have', async () => {
    const creator = await buildCreator(api.pool)
    const bodies = Array.from({ length: PACKAGE_LIMITS.packages }, () => sent())
    for (const body of bodies) await save(creator, body)
    for (const body of bodies) expect((await save(creator, body)).body.id).toBe(body.id)
    expectRefusal(await save(creator, sent()), 'package.too_many')
  })

  test('returns a package that was listed meanwhile as it is', async () => {
    const creator = await buildCreator(api.pool)
    const body = sent()
    await save(creator, body)
    await api.call(creator, 'packages.list', { params: { id: body.id } })
    expect((await save(creator, body)).body).toMatchObject({ id: body.id, status: 'listed' })
  })

  test.each([
    ['title', { title: 'Three unboxing videos' }],
    ['items', { items: [{ id: 'clip', what: 'video', count: 3, ratio: '9:16', seconds_max: 30 }] }],
    ['price', { price: 180.01 }],
    ['days', { days: 8 }],
    ['rounds', { rounds: 1 }],
    ['add-ons', { add_ons: [] }],
    ['samples', { samples: ['https://films.example/a'] }],
  ])('is refused under the same id if this differs: %s', async (_, change) => {
    const creator = await buildCreator(api.pool)
    await api.call(creator, 'profiles.update', {
      body: { portfolio_urls: ['https://films.example/a'] },
    })
    const body = sent()
    const first = await save(creator, body)
    expectRefusal(await save(creator, { ...body, ...change }), 'package.already_saved')
    expect(await own(creator)).toEqual([first.body])
  })

  test('is refused once the package has changed', async () => {
    const creator = await buildCreator(api.pool)
    const { id, ...body } = sent()
    await save(creator, { ...body, id })
    await api.call(creator, 'packages.update', { params: { id }, body: { ...body, price: 200 } })
    expectRefusal(await save(creator, { ...body, id }), 'package.already_saved')
  })

  test('that belongs to someone else gets a 404, as if nothing were there to repeat', async () => {
    const [first, other] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    const body = sent()
    const before = await save(first, body)
    expectRefusal(await save(other, body), 'request.not_found')
    expect(await own(other)).toEqual([])
    expect(await own(first)).toEqual([before.body])
  })

  test('under one id belongs to one of two creators who send it concurrently', async () => {
    const creators = [await buildCreator(api.pool), await buildCreator(api.pool)]
    const body = sent()
    const answers = await Promise.all(creators.map((creator) => save(creator, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
    expect((await Promise.all(creators.map(own))).flat()).toHaveLength(1)
  })

  test('is refused if the id is not a UUID', async () => {
    expectInvalid(await save(await buildCreator(api.pool), { ...sent(), id: 'new' }), 'id')
  })
})

test('without an id, each request adds a package', async () => {
  const creator = await buildCreator(api.pool)
  const [first, second] = [await save(creator, packageInput()), await save(creator, packageInput())]
  expect(first.body.id).not.toBe(second.body.id)
  expect(await own(creator)).toHaveLength(2)
})
