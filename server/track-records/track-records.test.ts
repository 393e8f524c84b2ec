import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { RANK_BASE, RANKED_FIGURES, rankOf } from '#contract/track-record.ts'
import { tick } from '#server/clocks/tick.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildProject,
  buildReviews,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { countEveryone, trackRecordClocks } from './track-record-clock.ts'
import { trackRecordTasks } from './track-record-tasks.ts'

const NOW = new Date('2031-03-03T10:00:00Z')
const HOUR = 3_600_000
const day = (days: number, hours = 0) => new Date(NOW.getTime() + (days * 24 + hours) * HOUR)

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => api.setNow(NOW))

type Deal = Awaited<ReturnType<typeof hire>>

/** A project that was agreed on, but in which nothing has happened yet. */
async function hire(people: { creator?: BuiltUser; seller?: BuiltUser } = {}, deadline = day(-20)) {
  const seller = people.seller ?? (await buildSeller(api.pool))
  const creator = people.creator ?? (await buildCreator(api.pool))
  const project = await buildProject(api.pool, { seller, status: 'in_progress' })
  await execute(
    api.pool,
    sql`update projects set deadline = ${deadline.toISOString().slice(0, 10)} where id = ${project.id}`,
  )
  const application = await buildApplication(api.pool, { project, creator, status: 'accepted' })
  return { project, application, creator, seller }
}

type Happened = [kind: string, at: Date, more?: { by?: BuiltUser; of?: string }]

/** Records what happened to a deal: its kind, when, and by whom. */
async function happened(deal: Deal, ...events: Happened[]): Promise<void> {
  const payment = randomUUID()
  const work = randomUUID()
  for (const [kind, at, { by, of } = {}] of events) {
    const [entity = '', move = ''] = kind.split('.')
    const id =
      of ?? (entity === 'application' ? deal.application.id : entity === 'payment' ? payment : work)
    await execute(
      api.pool,
      sql`insert into events (entity, entity_id, project_id, actor_id, move, to_status, at)
        values (${entity}, ${id}, ${deal.project.id}, ${by?.id ?? null}, ${move}, 'x', ${at})`,
    )
  }
}

/** A deal that went well, this many days ago: accepted, funded, delivered and paid. */
const wellDone = (deal: Deal): Promise<void> =>
  happened(
    deal,
    ['application.accept', day(-40)],
    ['payment.hold', day(-39)],
    ['deliverable.submit', day(-25)],
    ['deliverable.approve', day(-24), { by: deal.seller }],
    ['payment.release', day(-24)],
  )

async function count(): Promise<void> {
  await tick(api.deps, trackRecordClocks)
}

/** A person's figures as everyone reads them. */
async function recordOf(person: BuiltUser) {
  await count()
  const { body } = await api.call(null, 'profiles.get', { params: { id: person.id } })
  const { deals, figures, badges } = body.record
  const numbers = Object.fromEntries(figures.map(({ figure, n, of }) => [figure, [n, of]]))
  return { deals, badges, ...numbers }
}

const dealsOf = async (people: { creator?: BuiltUser; seller?: BuiltUser }, many: number) =>
  Promise.all(Array.from({ length: many }, () => hire(people)))

describe('a creator’s figures', () => {
  test('count deals that went well', async () => {
    const creator = await buildCreator(api.pool)
    for (const deal of await dealsOf({ creator }, 3)) await wellDone(deal)
    expect(await recordOf(creator)).toEqual({
      deals: 3,
      on_time: [3, 3],
      first_pass: [3, 3],
      finished: [3, 3],
      badges: ['identity'],
    })
  })

  test('count late, revised, refunded and lost deals against them, not unfunded or bank-reversed ones', async () => {
    const creator = await buildCreator(api.pool)
    const [late, revised, returned, lost, unfunded, early, bank, ...good] = await dealsOf(
      { creator },
      9,
    )
    const begun = (deal: Deal | undefined, ...more: Happened[]) =>
      deal && happened(deal, ['application.accept', day(-40)], ['payment.hold', day(-39)], ...more)
    // Delivered on the day after the agreed one, a minute past midnight.
    await begun(late, ['deliverable.submit', new Date('2031-02-12T00:01:00Z')])
    await begun(
      revised,
      ['deliverable.submit', new Date('2031-02-11T23:59:00Z')],
      ['deliverable.request_revision', day(-19)],
      ['deliverable.approve', day(-18)],
      ['payment.release', day(-18)],
    )
    await begun(
      returned,
      ['payment.order_refund', day(-30), { by: creator }],
      ['payment.refund', day(-30)],
    )
    await begun(lost, ['payment.decide', day(-10)], ['payment.refund', day(-10)])
    if (unfunded) await happened(unfunded, ['application.accept', day(-40)])
    // Money that was returned within a day of funding, and money that a bank took back.
    await begun(early, ['payment.refund', day(-38, -1)])
    await begun(bank, ['payment.dispute_lost', day(-15)])
    for (const deal of good) await wellDone(deal)
    expect(await recordOf(creator)).toMatchObject({
      deals: 9,
      on_time: [3, 6],
      first_pass: [2, 3],
      finished: [3, 5],
    })
  })

  test('look back 24 months and no further', async () => {
    const creator = await buildCreator(api.pool)
    for (const deal of await dealsOf({ creator }, 3)) {
      await wellDone(deal)
    }
    expect(await recordOf(creator)).toMatchObject({ deals: 3 })
    api.setNow(day(730 - 40 - 1))
    await countEveryone(api.deps, day(730 - 40 - 1))
    expect(await recordOf(creator)).toMatchObject({ deals: 3 })
    // A day passes in which no one does anything.
    api.setNow(day(731 - 40 + 1))
    expect(await recordOf(creator)).toEqual({ deals: null, badges: ['identity'] })
  })

  test('do not count a reversed release until it is released again', async () => {
    const creator = await buildCreator(api.pool)
    const deals = await dealsOf({ creator }, 4)
    for (const deal of deals) await wellDone(deal)
    const [first] = deals
    if (first) await happened(first, ['payment.transfer_came_back', day(-20)])
    expect(await recordOf(creator)).toMatchObject({ finished: [3, 3] })
    if (first) await happened(first, ['payment.release', day(-19)])
    expect(await recordOf(creator)).toMatchObject({ finished: [4, 4] })
  })

  test('contain the median time to a first answer, and ignore a later unanswered message', async () => {
    const creator = await buildCreator(api.pool)
    const deals = await dealsOf({ creator }, 3)
    for (const [at, { project, seller }] of deals.entries()) {
      const { id } = await oneRow<{ id: string }>(
        api.pool,
        sql`insert into conversations (project_id, seller_id, creator_id, updated_at)
          values (${project.id}, ${seller.id}, ${creator.id}, ${day(-5)}) returning id`,
      )
      const said = async (by: BuiltUser, when: Date) =>
        execute(
          api.pool,
          sql`insert into messages (conversation_id, sender_id, content, created_at) values (${id}, ${by.id}, 'x', ${when})`,
        )
      await said(seller, day(-10))
      await said(seller, day(-10, 1))
      // After one, two and three hours.
      await said(creator, day(-10, 1 + at))
      await said(seller, day(-9))
    }
    const silent = await hire({ creator })
    await execute(
      api.pool,
      sql`insert into conversations (project_id, seller_id, creator_id, updated_at)
        values (${silent.project.id}, ${silent.seller.id}, ${creator.id}, ${day(-5)})`,
    )
    for (const deal of deals) await wellDone(deal)
    expect(await recordOf(creator)).toMatchObject({ answers: [120, 3] })
    await execute(
      api.pool,
      sql`insert into messages (conversation_id, sender_id, content, created_at)
        select id, seller_id, 'x', ${day(-4)} from conversations where project_id = ${silent.project.id}`,
    )
    api.setNow(day(1, 1))
    // Never answered: it counts as 72 hours, and the lower of the two middle values is shown.
    expect(await recordOf(creator)).toMatchObject({ answers: [120, 4] })
  })
})

describe('a brand’s figures', () => {
  test('count funding, review times, automatic approvals, refunds and lost disputes', async () => {
    const seller = await buildSeller(api.pool)
    const [good, slow, silent, back] = await dealsOf({ seller }, 4)
    const [never] = await dealsOf({ seller }, 1)
    if (good) await wellDone(good)
    if (slow)
      await happened(
        slow,
        ['application.accept', day(-40)],
        ['payment.hold', day(-36, -23)],
        ['deliverable.submit', day(-30)],
        ['deliverable.approve', day(-26), { by: seller }],
        ['payment.release', day(-26)],
      )
    if (silent)
      await happened(
        silent,
        ['application.accept', day(-40)],
        ['payment.hold', day(-39)],
        ['deliverable.submit', day(-30)],
        ['deliverable.approve', day(-23)],
        ['payment.release', day(-23)],
      )
    if (back)
      await happened(
        back,
        ['application.accept', day(-40)],
        ['payment.hold', day(-37)],
        ['payment.refund', day(-30)],
      )
    if (never) await happened(never, ['application.accept', day(-3)])
    expect(await recordOf(seller)).toEqual({
      deals: 5,
      // A day, four days, seven.
      reviews: [4 * 24 * 60, 3],
      // 73 hours, and never; 72 hours is in time.
      funded: [3, 5],
      by_clock: [1, 3],
      refunds: [1, 4],
      disputes_lost: [0, 4],
      badges: [],
    })
  })
})

describe('small numbers', () => {
  test('are hidden: a track record needs three deals, and each figure needs three cases', async () => {
    const creator = await buildCreator(api.pool)
    const deals = await dealsOf({ creator }, 3)
    for (const deal of deals.slice(0, 2)) await wellDone(deal)
    expect(await recordOf(creator)).toEqual({ deals: null, badges: ['identity'] })
    if (deals[2]) await happened(deals[2], ['application.accept', day(-1)])
    // Three deals, two of them delivered.
    expect(await recordOf(creator)).toEqual({ deals: 3, badges: ['identity'] })
    const stored = await oneRow<{ figures: object; rank_on_time: number }>(
      api.pool,
      sql`select figures, rank_on_time from track_records where profile_id = ${creator.id}`,
    )
    // Neither does the place in a list.
    expect(stored).toMatchObject({ figures: { on_time: [2, 2] }, rank_on_time: 10_000_000 })
  })
})

test('the rank in a list is the Bayesian mean defined in the contract', async () => {
  const creator = await buildCreator(api.pool)
  const deals = await dealsOf({ creator }, 4)
  for (const deal of deals) {
    await wellDone(deal)
    await buildReviews(api.pool, deal, { endedAt: day(-2), shown: true })
  }
  await count()
  const ranks = await oneRow<Record<string, number>>(
    api.pool,
    sql`select rank_rating, rank_on_time, rank_first_pass, rank_answers from track_records
      where profile_id = ${creator.id}`,
  )
  const { body } = await api.call(null, 'profiles.get', { params: { id: creator.id } })
  for (const name of RANKED_FIGURES) {
    const counted = body.record.figures.find(({ figure }) => figure === name)
    const expected = RANK_BASE + Math.floor(1_000 * rankOf(name, counted))
    expect(Math.abs((ranks[`rank_${name}`] ?? 0) - expected)).toBeLessThanOrEqual(1)
  }
  expect(ranks).toMatchObject({ rank_on_time: 10_000_033, rank_answers: RANK_BASE })
})

describe('counting', () => {
  const countedAt = async (person: BuiltUser) =>
    (
      await oneRow<{ at: string }>(
        api.pool,
        sql`select computed_at::text as at from track_records where profile_id = ${person.id}`,
      )
    ).at

  test('covers people with changes, and everyone once a day', async () => {
    const deal = await hire()
    const bystander = await buildCreator(api.pool)
    await count()
    const before = await countedAt(bystander)
    api.setNow(day(0, 1))
    await happened(deal, ['application.accept', day(-1)])
    await count()
    expect(await countedAt(deal.creator)).not.toBe(before)
    expect(await countedAt(deal.seller)).not.toBe(before)
    expect(await countedAt(bystander)).toBe(before)
    expect(await rows(api.pool, sql`select from track_record_changes`)).toHaveLength(0)
    api.setNow(day(1, 1))
    await count()
    expect(await countedAt(bystander)).not.toBe(before)
  })

  test('concurrently, while deals change, misses nothing', async () => {
    const creator = await buildCreator(api.pool)
    const deals = await dealsOf({ creator }, 6)
    await Promise.all(deals.flatMap((deal) => [wellDone(deal), count(), count()]))
    expect(await recordOf(creator)).toMatchObject({ deals: 6, on_time: [6, 6] })
  })

  test('is verified by the nightly check, which corrects and reports stored figures that differ', async () => {
    const creator = await buildCreator(api.pool)
    for (const deal of await dealsOf({ creator }, 3)) await wellDone(deal)
    await count()
    const check = () => trackRecordTasks(api.deps)['track_records.check']()
    const result = () =>
      oneRow<{ looked_at: number; differing: number }>(
        api.pool,
        sql`select looked_at, differing from track_record_checks`,
      )
    await check()
    expect(await result()).toMatchObject({ differing: 0 })
    expect((await result()).looked_at).toBeGreaterThan(3)
    await execute(
      api.pool,
      sql`update track_records set figures = '{"on_time": [30, 30]}' where profile_id = ${creator.id}`,
    )
    await check()
    expect(await result()).toMatchObject({ differing: 1 })
    expect(await recordOf(creator)).toMatchObject({ on_time: [3, 3] })
    await check()
    expect(await result()).toMatchObject({ differing: 0 })
    // A date that is agreed on after it has passed makes a late delivery count as on time.
    const late = await hire({ creator }, day(-30))
    await wellDone(late)
    expect(await recordOf(creator)).toMatchObject({ on_time: [3, 4] })
    await execute(
      api.pool,
      sql`update projects set deadline = ${day(-20).toISOString().slice(0, 10)} where id = ${late.project.id}`,
    )
    await happened(late, ['amendment.accept', day(-1)])
    await check()
    expect(await result()).toMatchObject({ differing: 0 })
    expect(await recordOf(creator)).toMatchObject({ on_time: [4, 4] })
    // A pending recount is not reported as a difference.
    await happened(await hire({ creator }), ['application.accept', day(-1)])
    await check()
    expect(await result()).toMatchObject({ differing: 0 })
  })
})

describe('reviews', () => {
  test('count once they are shown; writing a sealed one leaves the stored record unchanged', async () => {
    const creator = await buildCreator(api.pool)
    const stored = () =>
      oneRow<object>(
        api.pool,
        sql`select deals, figures, badges, rank_rating from track_records where profile_id = ${creator.id}`,
      )
    for (const deal of await dealsOf({ creator }, 3)) {
      await wellDone(deal)
      await buildReviews(api.pool, deal, { endedAt: day(-2), shown: true })
    }
    expect(await recordOf(creator)).toMatchObject({ rating: [42, 3] })
    const deal = await hire({ creator })
    const reviews = await buildReviews(api.pool, deal, { endedAt: day(-2) })
    await count()
    const before = await stored()
    const { status } = await api.call(deal.seller, 'reputation.write', {
      params: { id: reviews.seller },
      body: { scores: { first: 1, second: 1, third: 1 }, again: false },
    })
    expect(status).toBe(200)
    await countEveryone(api.deps, NOW)
    expect(await stored()).toEqual(before)
    await api.call(creator, 'reputation.write', {
      params: { id: reviews.creator },
      body: { scores: { first: 5, second: 5, third: 5 }, again: true },
    })
    expect(await recordOf(creator)).toMatchObject({ rating: [45, 4] })
  })

  test('by a banned person are left out at once', async () => {
    const creator = await buildCreator(api.pool)
    const deals = await dealsOf({ creator }, 4)
    for (const deal of deals) await buildReviews(api.pool, deal, { endedAt: day(-2), shown: true })
    expect(await recordOf(creator)).toMatchObject({ rating: [56, 4] })
    await execute(
      api.pool,
      sql`update auth.users set banned_until = 'infinity' where id = ${deals[0]?.seller.id}`,
    )
    expect(await recordOf(creator)).toMatchObject({ rating: [42, 3] })
  })
})

test('people can read the deals behind their own figures only', async () => {
  const creator = await buildCreator(api.pool)
  const deal = await hire({ creator })
  await wellDone(deal)
  const read = async (as: BuiltUser) =>
    (await api.call(as, 'track_records.rows', { query: { figure: 'on_time' } })).body
  expect(await read(creator)).toEqual({
    rows: [
      {
        project_id: deal.project.id,
        title: expect.any(String),
        happened_at: '2031-01-22T10:00:00Z',
        good: true,
        minutes: null,
      },
    ],
    more: false,
    left_out: 0,
  })
  expect(await read(deal.seller)).toEqual({ rows: [], more: false, left_out: 0 })
  const brand = await api.call(deal.seller, 'track_records.rows', { query: { figure: 'reviews' } })
  expect(brand.body.rows).toMatchObject([{ good: null, minutes: 24 * 60 }])
})

test('figures of a deleted person are deleted, and are not recounted', async () => {
  const creator = await buildCreator(api.pool)
  const deals = await dealsOf({ creator }, 3)
  for (const deal of deals) await wellDone(deal)
  await count()
  await execute(api.pool, sql`update auth.users set deleted_at = now() where id = ${creator.id}`)
  if (deals[0]) await happened(deals[0], ['payment.transfer_came_back', day(-1)])
  await count()
  expect(
    await rows(api.pool, sql`select from track_records where profile_id = ${creator.id}`),
  ).toEqual([])
})
