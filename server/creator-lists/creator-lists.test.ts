import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CREATOR_LIST_LIMITS, LISTED_FROM } from '#contract/creator-lists.ts'
import { afterPage } from '#contract/paging.ts'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildList } from '#tests/support/creator-lists.ts'
import { buildOrder } from '#tests/support/packages.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const create = (as: BuiltUser, name: string) => api.call(as, 'lists.create', { body: { name } })
const onList = (list: { id: string }, creator: { id: string }) => ({
  id: list.id,
  creator_id: creator.id,
})
const add = (as: BuiltUser, list: { id: string }, creator: { id: string }, note?: string) =>
  api.call(as, 'lists.add', {
    params: onList(list, creator),
    body: note === undefined ? {} : { note },
  })
const people = async (as: BuiltUser, { id }: { id: string }, after?: string) =>
  (await api.call(as, 'lists.people', { params: { id }, query: after ? { after } : {} })).body
const names = async (as: BuiltUser) => (await api.call(as, 'lists.all')).body

describe('a list', () => {
  test('has a name that is unique per brand, ignoring case, and by which lists are sorted', async () => {
    const seller = await buildSeller(api.pool)
    const made = await create(seller, '  Kitchen\npeople ')
    expect(made.body).toMatchObject({ name: 'Kitchen people', people: 0 })
    expectRefusal(await create(seller, 'kitchen PEOPLE'), 'list.name_taken')
    expect((await create(await buildSeller(api.pool), 'Kitchen people')).status).toBe(200)
    await create(seller, 'Autumn')
    expect((await names(seller)).map(({ name }) => name)).toEqual(['Autumn', 'Kitchen people'])
    const rename = (name: string) =>
      api.call(seller, 'lists.rename', { params: { id: made.body.id }, body: { name } })
    expectRefusal(await rename('AUTUMN'), 'list.name_taken')
    expect((await rename('Winter')).body).toMatchObject({ id: made.body.id, name: 'Winter' })
    for (const name of ['', ' ', 'x'.repeat(CREATOR_LIST_LIMITS.name + 1)])
      expectInvalid(await create(seller, name), 'name')
    expect((await create(seller, 'x'.repeat(CREATOR_LIST_LIMITS.name))).status).toBe(200)
  })

  test('is refused beyond fifty, even under concurrent clicks', async () => {
    const seller = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into creator_lists (seller_id, name, created_at)
        select ${seller.id}, 'List ' || n, now() from generate_series(1, ${CREATOR_LIST_LIMITS.lists - 1}) n`,
    )
    const replies = await Promise.all([create(seller, 'One'), create(seller, 'Other')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    if (refused) expectRefusal(refused, 'list.too_many')
  })

  test('is visible to and editable by its brand only, including its notes', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const list = await buildList(api.pool, { seller, creators: [creator], note: 'Too loud' })
    const stranger = await buildSeller(api.pool)
    for (const key of ['lists.people', 'lists.rename'] as const)
      await expectHidden(api, stranger, key, { params: { id: list.id }, body: { name: 'Mine' } })
    for (const key of ['lists.add', 'lists.note'] as const)
      await expectHidden(api, stranger, key, {
        params: onList(list, creator),
        body: { note: 'Mine' },
      })
    await api.call(stranger, 'lists.drop', { params: onList(list, creator) })
    await api.call(stranger, 'lists.remove', { params: { id: list.id } })
    expect(await names(stranger)).toEqual([])
    const { body } = await api.call(stranger, 'lists.of_creator', { params: { id: creator.id } })
    expect(body).toEqual([])
    expect(await people(seller, list)).toMatchObject([{ id: creator.id, note: 'Too loud' }])
    expectRefusal(await api.call(creator, 'lists.all'), 'request.sellers_only')
  })

  test('can be removed with creators on it, and removing it again succeeds', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const list = await buildList(api.pool, { seller, creators: [creator] })
    const remove = () => api.call(seller, 'lists.remove', { params: { id: list.id } })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect(await names(seller)).toEqual([])
  })
})

describe('a creator on a list', () => {
  test('is added once, with a note that a second click leaves alone', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const list = await buildList(api.pool, { seller })
    await Promise.all([add(seller, list, creator, 'Funny'), add(seller, list, creator, 'Funny')])
    expect((await add(seller, list, creator)).status).toBe(200)
    expect(await people(seller, list)).toMatchObject([{ id: creator.id, note: 'Funny' }])
    expect(await names(seller)).toMatchObject([{ id: list.id, people: 1 }])
    const note = (words: string) =>
      api.call(seller, 'lists.note', { params: onList(list, creator), body: { note: words } })
    expect((await note(' Dry humour ')).body).toEqual({ note: 'Dry humour' })
    expect(
      (await api.call(seller, 'lists.of_creator', { params: { id: creator.id } })).body,
    ).toEqual([{ list_id: list.id, note: 'Dry humour' }])
    expectInvalid(await note('x'.repeat(CREATOR_LIST_LIMITS.note + 1)), 'note')
    expect((await note('x'.repeat(CREATOR_LIST_LIMITS.note))).status).toBe(200)
    expect((await note('  ')).body).toEqual({ note: null })
    const drop = () => api.call(seller, 'lists.drop', { params: onList(list, creator) })
    expect((await drop()).status).toBe(200)
    expect((await drop()).status).toBe(200)
    expectRefusal(await note('Gone'), 'request.not_found')
  })

  test('must have a visible creator page, and is one of at most two hundred', async () => {
    const seller = await buildSeller(api.pool)
    const list = await buildList(api.pool, { seller })
    const banned = await buildCreator(api.pool)
    await execute(
      api.pool,
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`,
    )
    for (const whom of [seller, banned, { id: crypto.randomUUID() }])
      expectRefusal(await add(seller, list, whom), 'request.not_found')
    await execute(
      api.pool,
      sql`with made as (
          insert into auth.users (id, email, email_confirmed_at)
          select gen_random_uuid(), gen_random_uuid() || '@example.com', now()
          from generate_series(1, ${CREATOR_LIST_LIMITS.people - 1}) returning id, email),
        people as (insert into profiles (id, name, email, role) select id, 'Kept', email, 'creator' from made returning id)
        insert into listed_creators (list_id, creator_id, added_at) select ${list.id}, id, now() from people`,
    )
    const [one, other] = [await buildCreator(api.pool), await buildCreator(api.pool)]
    const replies = await Promise.all([add(seller, list, one), add(seller, list, other)])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)
    if (refused) expectRefusal(refused, 'list.full')
    // All were added at the same moment: the id decides the order, and no one is missed.
    const seen = new Set<string>()
    for (let after: string | undefined, page = 0; page < 9; page += 1) {
      const found = await people(seller, list, after)
      for (const { id } of found) seen.add(id)
      after = afterPage(found)
      if (after === undefined) break
    }
    expect(seen.size).toBe(CREATOR_LIST_LIMITS.people)
  })

  test('is hidden while suspended or blocked in either direction, and shown again afterwards', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const list = await buildList(api.pool, { seller, creators: [creator], note: 'Calm' })
    const shown = async () => [
      (await people(seller, list)).length,
      (await names(seller))[0]?.people,
      (await api.call(seller, 'lists.of_creator', { params: { id: creator.id } })).body.length,
    ]
    const ban = (until: string | null) =>
      execute(api.pool, sql`update auth.users set banned_until = ${until} where id = ${creator.id}`)
    expect(await shown()).toEqual([1, 1, 1])
    await ban('2999-01-01T00:00:00Z')
    expect(await shown()).toEqual([0, 0, 0])
    await ban(null)
    for (const [blocker, blocked] of [
      [creator, seller],
      [seller, creator],
    ] as const) {
      await api.call(blocker, 'blocks.add', { params: { id: blocked.id } })
      expect(await shown()).toEqual([0, 0, 0])
      expectRefusal(await add(seller, list, creator), 'request.not_found')
      const noted = await api.call(seller, 'lists.note', {
        params: onList(list, creator),
        body: { note: 'x' },
      })
      expectRefusal(noted, 'request.not_found')
      await api.call(blocker, 'blocks.remove', { params: { id: blocked.id } })
    }
    expect(await people(seller, list)).toMatchObject([{ note: 'Calm' }])
  })

  test('sees how many brands list them only from five brands on, regardless of blocks', async () => {
    const creator = await buildCreator(api.pool)
    const total = async () => (await api.call(creator, 'lists.mine')).body.brands
    const first = await buildSeller(api.pool)
    // Fifty lists of one brand count as one brand.
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'])
      await buildList(api.pool, { seller: first, creators: [creator], name })
    expect(await total()).toBeNull()
    for (let more = 2; more < LISTED_FROM; more += 1)
      await buildList(api.pool, { creators: [creator] })
    expect(await total()).toBeNull()
    const last = await buildSeller(api.pool)
    await buildList(api.pool, { seller: last, creators: [creator] })
    expect(await total()).toBe(LISTED_FROM)
    // Otherwise a block would reveal whether that brand has them on a list.
    await api.call(creator, 'blocks.add', { params: { id: last.id } })
    expect(await total()).toBe(LISTED_FROM)
  })
})

describe('hiring again', () => {
  test('starts from the newest paid deal, with its package while that is listed', async () => {
    const { seller, creator, application, project } = await buildDeal(api.pool)
    const read = async () =>
      (await api.call(seller, 'lists.last_deals', { query: { ids: creator.id } })).body
    expect(await read()).toEqual([])
    const payment = await buildPayment(api.pool, { application })
    const released = sql`update payments set status = 'released' where id = ${payment.id}`
    await execute(api.pool, released)
    expect(await read()).toEqual([
      { creator_id: creator.id, project_id: project.id, title: project.title, package: null },
    ])
    const isOlder = sql`update payments set created_at = now() - interval '1 year' where id = ${payment.id}`
    await execute(api.pool, isOlder)
    const newer = await buildProject(api.pool, { seller, title: 'Teapots', status: 'in_progress' })
    const next = await buildApplication(api.pool, { project: newer, creator, status: 'accepted' })
    const paid = await buildPayment(api.pool, { application: next })
    expect(await read()).toMatchObject([{ project_id: project.id }])
    await execute(api.pool, sql`update payments set status = 'released' where id = ${paid.id}`)
    expect(await read()).toMatchObject([{ project_id: newer.id, title: 'Teapots' }])
    await execute(api.pool, sql`update payments set status = 'refunded' where id = ${paid.id}`)
    const order = await buildOrder(api.pool, { seller, creator })
    await execute(
      api.pool,
      sql`update package_orders set project_id = ${project.id} where id = ${order.id}`,
    )
    expect(await read()).toMatchObject([{ package: { id: order.package_id } }])
    await execute(
      api.pool,
      sql`update packages set status = 'paused' where id = ${order.package_id}`,
    )
    expect(await read()).toMatchObject([{ package: null }])
    const stranger = await buildSeller(api.pool)
    const theirs = await api.call(stranger, 'lists.last_deals', { query: { ids: creator.id } })
    expect(theirs.body).toEqual([])
    await api.call(creator, 'blocks.add', { params: { id: seller.id } })
    expect(await read()).toEqual([])
  })
})
