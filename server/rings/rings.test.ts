import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RingSignal } from '#contract/rings.ts'
import { tick } from '#server/clocks/tick.ts'
import { createAccountMarks } from '#server/account-marks/account-marks.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { trackRecordClocks } from '#server/track-records/track-record-clock.ts'
import { trackRecordTasks } from '#server/track-records/track-record-tasks.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildMessage,
  buildOperator,
  buildProject,
  buildReviews,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { ringClocks } from './ring-clock.ts'
import { forgetAll } from '#server/retention/forget-past.ts'
import { DAILY } from '#server/retention/forgetting-rules.ts'
import { soleKey } from '#server/keyring/keyring.ts'
import { ringTasks } from './ring-tasks.ts'

const NOW = new Date('2031-03-03T10:00:00Z')
const DAY = 86_400_000
const day = (days: number) => new Date(NOW.getTime() + days * DAY)

let api: TestApi
const marks = createAccountMarks(soleKey('a secret of this test'))
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(() => api.setNow(NOW))

/** A finished deal of two people. */
async function deal(seller: BuiltUser, creator: BuiltUser) {
  const project = await buildProject(api.pool, { seller, status: 'in_progress' })
  const application = await buildApplication(api.pool, { project, creator, status: 'accepted' })
  for (const [entity, move, at] of [
    ['application', 'accept', -40],
    ['payment', 'hold', -39],
    ['deliverable', 'submit', -25],
    ['deliverable', 'approve', -24],
    ['payment', 'release', -24],
  ] as const)
    await execute(
      api.pool,
      sql`insert into events (entity, entity_id, project_id, actor_id, move, to_status, at)
        values (${entity}, ${application.id}, ${project.id}, ${null}, ${move}, 'x', ${day(at)})`,
    )
  return { project, application, seller, creator }
}

const see = (person: BuiltUser, kind: RingSignal, value: string, at = NOW) =>
  marks.note(api.pool, person.id, [{ kind, value }], at)

const look = () => tick(api.deps, ringClocks)
const count = async () => {
  await look()
  await tick(api.deps, trackRecordClocks)
}

/** The signals that link two people now; empty when nothing does. */
async function linkOf(seller: BuiltUser, creator: BuiltUser): Promise<string[]> {
  await look()
  const found = await rows<{ signals: string[] }>(
    api.pool,
    sql`select signals from ring_links where seller_id = ${seller.id} and creator_id = ${creator.id}`,
  )
  return found[0]?.signals ?? []
}

const pair = async () => ({
  seller: await buildSeller(api.pool),
  creator: await buildCreator(api.pool),
})

async function linkedPair(signal: RingSignal = 'device') {
  const people = await pair()
  const first = await deal(people.seller, people.creator)
  await see(people.seller, signal, `of ${people.seller.id}`)
  await see(people.creator, signal, `of ${people.seller.id}`)
  expect(await linkOf(people.seller, people.creator)).toEqual([signal])
  return { ...people, deal: first }
}

describe('a brand and a creator are linked', () => {
  test.each(['card', 'address', 'device'] as const)(
    'by a shared %s, once they have a deal',
    async (kind) => {
      const { seller, creator } = await pair()
      await see(seller, kind, `${kind} ${seller.id}`)
      await see(creator, kind, `${kind} ${seller.id}`)
      expect(await linkOf(seller, creator)).toEqual([])
      await deal(seller, creator)
      expect(await linkOf(seller, creator)).toEqual([kind])
    },
  )

  test('by no equal values of two different kinds', async () => {
    const { seller, creator } = await pair()
    await deal(seller, creator)
    await see(seller, 'card', 'the same words')
    await see(creator, 'device', 'the same words')
    expect(await linkOf(seller, creator)).toEqual([])
  })

  test('by an address within seven days of each other and no later', async () => {
    const { seller, creator } = await pair()
    await deal(seller, creator)
    await see(seller, 'address', `home of ${seller.id}`, day(-8))
    await see(creator, 'address', `home of ${seller.id}`, NOW)
    expect(await linkOf(seller, creator)).toEqual([])
    await see(seller, 'address', `home of ${seller.id}`, day(-7))
    expect(await linkOf(seller, creator)).toEqual(['address'])
  })

  test.each([
    ['address', 4],
    ['device', 5],
  ] as const)('by one %s shared by up to %i accounts, but not by one more', async (kind, most) => {
    const { seller, creator } = await pair()
    await deal(seller, creator)
    for (const one of [seller, creator]) await see(one, kind, `office of ${seller.id}`)
    for (let more = 2; more < most; more += 1)
      await see(await buildCreator(api.pool), kind, `office of ${seller.id}`)
    expect(await linkOf(seller, creator)).toEqual([kind])
    await see(await buildCreator(api.pool), kind, `office of ${seller.id}`)
    expect(await linkOf(seller, creator)).toEqual([])
  })
})

describe('the deals of a ring', () => {
  test('count in no figure, badge, review or number of deals of either, and nothing else is lost', async () => {
    const { seller, creator, deal: first } = await linkedPair()
    await deal(seller, creator)
    const own = [await deal(seller, creator), first]
    await buildReviews(api.pool, own[1] ?? first, { endedAt: day(-24), shown: true })
    const others = await Promise.all([1, 2, 3].map(() => buildSeller(api.pool)))
    for (const other of others) {
      const honest = await deal(other, creator)
      await buildReviews(api.pool, honest, { endedAt: day(-24), shown: true })
    }
    await count()
    const { record } = (await api.call(null, 'profiles.get', { params: { id: creator.id } })).body
    expect(record.deals).toBe(3)
    expect(record.figures).toContainEqual({ figure: 'finished', n: 3, of: 3 })
    expect(record.figures).toContainEqual({ figure: 'rating', n: 42, of: 3 })
    const reviews = await api.call(null, 'reputation.of_profile', { params: { id: creator.id } })
    expect(reviews.body.figures.total).toBe(3)
    expect(reviews.body.rows.map(({ author }) => author?.id)).not.toContain(seller.id)
    expect(reviews.body.rows).toHaveLength(3)
    const brand = (await api.call(null, 'profiles.get', { params: { id: seller.id } })).body.record
    expect(brand).toEqual({ deals: null, figures: [], badges: [] })
  })

  test('are shown to the person concerned as a number, without the signal and without the other', async () => {
    const { creator } = await linkedPair()
    const { body } = await api.call(creator, 'track_records.rows', {
      query: { figure: 'finished' },
    })
    expect(body).toEqual({ rows: [], more: false, left_out: 1 })
  })

  test('leave the replies to their messages out of the figures, too', async () => {
    const { seller, creator, deal: first } = await linkedPair()
    const conversation = await rows<{ id: string }>(
      api.pool,
      sql`insert into conversations (project_id, seller_id, creator_id, updated_at)
        values (${first.project.id}, ${seller.id}, ${creator.id}, ${NOW}) returning id`,
    )
    const id = conversation[0]?.id ?? ''
    for (const sender of [seller, creator])
      await buildMessage(api.pool, { conversation: { id }, sender })
    await execute(
      api.pool,
      sql`update messages set created_at = ${day(-3)}::timestamptz + seq * interval '1 hour' where conversation_id = ${id}`,
    )
    const answers = async () =>
      (await api.call(creator, 'track_records.rows', { query: { figure: 'answers' } })).body.rows
    expect(await answers()).toEqual([])
    await execute(
      api.pool,
      sql`update ring_links set overruled = signals where seller_id = ${seller.id}`,
    )
    expect(await answers()).toMatchObject([{ minutes: 60 }])
  })

  test('cause no difference in the nightly check of figures, even while a link is new', async () => {
    const { creator } = await linkedPair()
    await count()
    await trackRecordTasks(api.deps)['track_records.check']()
    const checked = await rows(api.pool, sql`select differing from track_record_checks`)
    expect(checked).toEqual([{ differing: 0 }])
    expect(creator.id).not.toBe('')
  })
})

describe('the nightly check', () => {
  test('corrects a link with wrong signals, and restores a missing one', async () => {
    const { seller, creator } = await linkedPair('card')
    const other = await linkedPair('device')
    await execute(
      api.pool,
      sql`update ring_links set signals = '{address}' where seller_id = ${seller.id}`,
    )
    await execute(api.pool, sql`delete from ring_links where seller_id = ${other.seller.id}`)
    await ringTasks(api.deps)['rings.check']()
    expect(await linkOf(seller, creator)).toEqual(['card'])
    expect(await linkOf(other.seller, other.creator)).toEqual(['device'])
  })

  test('keeps a link whose marks were deleted after 24 months', async () => {
    const { seller, creator } = await linkedPair('card')
    api.setNow(new Date('2033-03-03T10:00:00Z'))
    await forgetAll(api.pool, DAILY, api.deps.clock())
    await ringTasks(api.deps)['rings.check']()
    expect(
      await rows(api.pool, sql`select from account_marks where profile_id = ${seller.id}`),
    ).toEqual([])
    expect(await linkOf(seller, creator)).toEqual(['card'])
  })
})

describe('an operator', () => {
  test('reads what links two people and which deals are left out, and overrules it once', async () => {
    const { seller, creator, deal: first } = await linkedPair('address')
    const operator = await buildOperator(api.pool)
    const listed = async (state?: 'overruled') =>
      (
        await api.call(operator, 'operator.rings', { query: state === undefined ? {} : { state } })
      ).body.rows.find((row) => row.seller.id === seller.id)
    const ring = await listed()
    expect(ring).toMatchObject({
      creator: { id: creator.id },
      signals: ['address'],
      overruled: false,
      deal_count: 1,
      deals: [{ id: first.project.id }],
    })
    const overrule = () =>
      api.call(operator, 'operator.overrule_ring', {
        params: { id: ring?.id ?? '' },
        body: { reason: 'They share an office.' },
      })
    const [one, two] = await Promise.all([overrule(), overrule()])
    expect([one, two].filter(({ body }) => body.changed)).toHaveLength(1)
    expect(await listed()).toBeUndefined()
    expect(await listed('overruled')).toMatchObject({ overruled: true })
    const acts = await api.call(operator, 'operator.activity', {
      query: { subject: 'ring', subject_id: ring?.id ?? '' },
    })
    expect(acts.body.rows).toMatchObject([
      { act: 'overrule_ring', subject_name: 'Address', reason: 'They share an office.' },
    ])
    const { body } = await api.call(creator, 'track_records.rows', {
      query: { figure: 'finished' },
    })
    expect(body.left_out).toBe(0)
    // When re-evaluated, the pair stays overruled; another signal links it again.
    for (const person of [seller, creator]) await see(person, 'address', `of ${seller.id}`, day(1))
    await look()
    expect(await listed()).toBeUndefined()
    for (const person of [seller, creator]) await see(person, 'device', `of ${seller.id}`)
    await look()
    expect(await listed()).toMatchObject({ signals: ['address', 'device'], overruled: false })
  })

  test('takes an overruling back once, with a reason, and the deals are left out again', async () => {
    const { seller, creator } = await linkedPair('address')
    const operator = await buildOperator(api.pool)
    const [ring] = await rows<{ id: string }>(
      api.pool,
      sql`select id from ring_links where seller_id = ${seller.id}`,
    )
    const decide = (act: 'overrule' | 'reinstate', reason: string) =>
      api.call(operator, `operator.${act}_ring`, {
        params: { id: ring?.id ?? '' },
        body: { reason },
      })
    const counted = async () => {
      await count()
      const { body } = await api.call(creator, 'track_records.rows', {
        query: { figure: 'finished' },
      })
      return { rows: body.rows.length, left_out: body.left_out }
    }
    const storedDeals = async () => {
      const [found] = await rows<{ deals: number }>(
        api.pool,
        sql`select deals from track_records where profile_id = ${creator.id}`,
      )
      return found?.deals
    }
    // There is no overruling to withdraw for a pair that is already left out.
    expect((await decide('reinstate', 'A slip.')).body.changed).toBe(false)
    await decide('overrule', 'They share an office.')
    expect(await counted()).toEqual({ rows: 1, left_out: 0 })
    expect(await storedDeals()).toBe(1)
    const both = await Promise.all([1, 2].map(() => decide('reinstate', 'There is no office.')))
    expect(both.filter(({ body }) => body.changed)).toHaveLength(1)
    expect(await counted()).toEqual({ rows: 0, left_out: 1 })
    expect(await storedDeals()).toBe(0)
    const { body } = await api.call(operator, 'operator.activity', {
      query: { subject: 'ring', subject_id: ring?.id ?? '' },
    })
    expect(body.rows.map(({ act, reason }) => ({ act, reason }))).toEqual([
      { act: 'reinstate_ring', reason: 'There is no office.' },
      { act: 'overrule_ring', reason: 'They share an office.' },
    ])
  })

  test.each(['overrule', 'reinstate'] as const)(
    'gets 404 for a pair that is not linked: %s',
    async (act) => {
      const operator = await buildOperator(api.pool)
      const refused = await api.call(operator, `operator.${act}_ring`, {
        params: { id: '00000000-0000-4000-8000-000000000000' },
        body: { reason: 'No.' },
      })
      expect(expectRefusal(refused, 'request.not_found').status).toBe(404)
    },
  )
})

test('a deleted account keeps its links, and no new marks are recorded for it', async () => {
  const { seller, creator } = await linkedPair('device')
  await execute(api.pool, sql`update profiles set shown_from = null where id = ${seller.id}`)
  await execute(api.pool, sql`delete from account_marks where profile_id = ${seller.id}`)
  expect(await linkOf(seller, creator)).toEqual(['device'])
  await see(seller, 'device', 'something else')
  expect(
    await rows(api.pool, sql`select from account_marks where profile_id = ${seller.id}`),
  ).toEqual([])
})
