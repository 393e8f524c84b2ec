import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageTotals } from '#contract/packages.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildSeller } from '#tests/support/builders.ts'
import { buildPackage, packageInput } from '#tests/support/packages.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const create = (as: BuiltUser, overrides: object = {}) =>
  api.call(as, 'packages.create', { body: packageInput(overrides) })
const list = (as: BuiltUser, id: string) => api.call(as, 'packages.list', { params: { id } })
const pause = (as: BuiltUser, id: string) => api.call(as, 'packages.pause', { params: { id } })
const remove = (as: BuiltUser, id: string) => api.call(as, 'packages.remove', { params: { id } })
const shown = async ({ id }: BuiltUser) =>
  (await api.call(null, 'profiles.get', { params: { id } })).body
const ids = (packages: { id: string }[]) => packages.map(({ id }) => id)
const idsOf = async (creator: BuiltUser) => ids((await api.call(creator, 'packages.mine')).body)

describe('writing a package', () => {
  test('it begins as a draft that no one else sees', async () => {
    const creator = await buildCreator(api.pool)
    const made = await create(creator)
    expect(made.body).toMatchObject({ status: 'draft', price: 180, days: 7, rounds: 2 })
    expect(made.body.add_ons).toEqual([{ id: 'raw', label: 'Raw footage', price: 40, days: 0 }])
    expect(await shown(creator)).toMatchObject({ packages: [], package_from: null })
  })

  test.each<[string, object, string]>([
    ['no name', { title: '  ' }, 'title'],
    ['nothing in it', { items: [] }, 'items'],
    ['a price below one dollar', { price: 0.99 }, 'price'],
    ['no days', { days: 0 }, 'days'],
    ['61 days', { days: 61 }, 'days'],
    ['six rounds', { rounds: 6 }, 'rounds'],
    [
      'nine add-ons',
      {
        add_ons: Array.from({ length: 9 }, (_, at) => ({ id: `a${at}`, label: 'More', price: 5 })),
      },
      'add_ons',
    ],
    [
      'more than a payment can be',
      { price: 999_999, add_ons: [{ id: 'a', label: 'A', price: 1 }] },
      'price',
    ],
    ['a picture that is not in the portfolio', { samples: ['https://films.example/x'] }, 'samples'],
  ])('%s is refused', async (_, overrides, field) => {
    const creator = await buildCreator(api.pool)
    expectInvalid(await create(creator, overrides), field)
    expect(await idsOf(creator)).toEqual([])
  })

  test('twelve concurrent requests create ten packages, and two are refused', async () => {
    const creator = await buildCreator(api.pool)
    const made = await Promise.all(Array.from({ length: 12 }, () => create(creator)))
    const refused = made.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(2)
    for (const one of refused) expectRefusal(one, 'package.too_many')
    expect(await idsOf(creator)).toHaveLength(10)
  })

  test('a sample is shown for as long as it is in the portfolio', async () => {
    const creator = await buildCreator(api.pool)
    const films = ['https://films.example/a', 'https://films.example/b']
    const save = (portfolio_urls: string[]) =>
      api.call(creator, 'profiles.update', { body: { portfolio_urls } })
    await save(films)
    const made = await create(creator, { samples: films })
    await list(creator, made.body.id)
    expect((await shown(creator)).packages[0]?.samples).toEqual(films)
    await save(films.slice(1))
    expect((await shown(creator)).packages[0]?.samples).toEqual(films.slice(1))
  })

  test('a sample whose address in the portfolio got another ending is still the same piece', async () => {
    const creator = await buildCreator(api.pool)
    const keep = (url: string) =>
      api.call(creator, 'profiles.update', { body: { portfolio_urls: [url] } })
    await keep('https://films.example/a')
    const made = await create(creator, { samples: ['https://films.example/a'] })
    await keep('https://films.example/a#t=10')
    const [own] = (await api.call(creator, 'packages.mine')).body
    expect(own?.samples).toEqual(['https://films.example/a#t=10'])
    const body = packageInput({ title: 'Another title', samples: own?.samples })
    const saved = await api.call(creator, 'packages.update', {
      params: { id: made.body.id },
      body,
    })
    expect(saved).toMatchObject({ status: 200, body: { samples: own?.samples } })
  })

  test('someone else’s package does not exist', async () => {
    const { id } = await buildPackage(api.pool, { creator: await buildCreator(api.pool) })
    const stranger = await buildCreator(api.pool)
    for (const key of ['packages.list', 'packages.pause', 'packages.remove'] as const)
      await expectHidden(api, stranger, key, { params: { id } })
    await expectHidden(api, stranger, 'packages.update', {
      params: { id },
      body: packageInput(),
    })
  })
})

describe('listing', () => {
  test('shows a package on the profile, pausing hides it, and repeating changes nothing', async () => {
    const creator = await buildCreator(api.pool)
    const { id } = (await create(creator)).body
    expect((await list(creator, id)).body.status).toBe('listed')
    expect((await list(creator, id)).body.status).toBe('listed')
    expect(await shown(creator)).toMatchObject({ packages: [{ id }], package_from: 180 })
    expect((await pause(creator, id)).body.status).toBe('paused')
    expect(await shown(creator)).toMatchObject({ packages: [], package_from: null })
  })

  test('the creator decides the order, and a list that does not match the packages is refused', async () => {
    const creator = await buildCreator(api.pool)
    const made = [await create(creator), await create(creator), await create(creator)]
    const [a = '', b = '', c = ''] = made.map(({ body }) => body.id)
    const arrange = (order: string[]) =>
      api.call(creator, 'packages.arrange', { body: { ids: order } })
    expect(ids((await arrange([c, a, b])).body)).toEqual([c, a, b])
    for (const wrong of [[c, a], [c, a, a], [c, a, b, b], [], [a, b, crypto.randomUUID()]])
      expectRefusal(await arrange(wrong), 'package.changed_elsewhere')
    await remove(creator, a)
    expect(await idsOf(creator)).toEqual([c, b])
    expect((await create(creator)).status).toBe(200)
    expect(await idsOf(creator)).toHaveLength(3)
  })
})

describe('Find Creators', () => {
  test('finds creators with one package within both price and time limits, and counts the results of each', async () => {
    const seller = await buildSeller(api.pool)
    const [quick, cheap] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    await execute(
      api.pool,
      sql`update profiles set bio = 'facets of packages' where id = any(${[quick.id, cheap.id]})`,
    )
    const sell = async (creator: BuiltUser, terms: object) =>
      list(creator, (await create(creator, terms)).body.id)
    await sell(quick, { price: 600, days: 3 })
    await sell(quick, { price: 90, days: 30 })
    await sell(cheap, { price: 100, days: 7 })
    const q = 'facets of packages'
    const find = async (query: object) =>
      ids(
        (await api.call(seller, 'creators.search', { query: { q, ...query } })).body.creators,
      ).toSorted()
    expect(await find({ price: '100' })).toEqual([quick.id, cheap.id].toSorted())
    expect(await find({ days: '3' })).toEqual([quick.id])
    // One of them is cheap and another is fast, but no single package is both.
    expect(await find({ price: '100', days: '3' })).toEqual([])
    expect(await find({ price: '100', days: '7' })).toEqual([cheap.id])
    const { by_price: byPrice, by_days: byDays } = (
      await api.call(seller, 'creators.facets', { query: { q, days: '7' } })
    ).body
    const totals = (counts: Record<string, { total: number }>) =>
      Object.values(counts).map(({ total }) => total)
    expect(totals(byPrice)).toEqual([1, 1, 1, 2])
    expect(totals(byDays)).toEqual([1, 2, 2, 2])
  })
})

test('add-ons change price and days, and a delivery takes at least a day', () => {
  const terms = {
    price: 100.1,
    days: 2,
    add_ons: [
      { id: 'a', label: 'A', price: 0.2, days: 3 },
      { id: 'b', label: 'B', price: 25, days: -9 },
    ],
  }
  expect(packageTotals(terms, [])).toEqual({ price: 100.1, days: 2 })
  expect(packageTotals(terms, ['a', 'x'])).toEqual({ price: 100.3, days: 5 })
  expect(packageTotals(terms, ['b'])).toEqual({ price: 125.1, days: 1 })
})
