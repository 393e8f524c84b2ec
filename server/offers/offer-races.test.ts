import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildOffer,
  buildProject,
} from '#tests/support/builders.ts'
import { moveOffer } from '#server/offers/record/offer-moves.ts'
import { type Act, startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'

/** Two processes of the product at the same time: only the database orders them. */

let api: TestApi
let processes: TwoServers
beforeAll(async () => {
  api = await startApi()
  processes = await startTwoServers(api.deps.config.databaseUrl)
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

const ROUNDS = 16
/** Half of the rounds, for tests of two kinds: each kind runs with both starting orders. */
const isEarly = (round: number) => round < ROUNDS / 2

async function offered(by: 'seller' | 'creator' = 'seller') {
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  const { id } = await buildOffer(api.pool, { application, by })
  return {
    id,
    project,
    application,
    seller: project.seller,
    creator: application.creator,
  }
}

const standing = ({ id, application }: { id: string; application: { id: string } }) =>
  oneRow<{ offer: string; application: string; price: number; project: string; open: number }>(
    api.pool,
    sql`select (select status from offers where id = ${id}) as offer, applications.status as application,
        proposed_price as price, projects.status as project,
        (select count(*) from offers where application_id = applications.id and status = 'open') as open
      from applications join projects on projects.id = project_id where applications.id = ${application.id}`,
  )

const answer = (
  as: { id: string },
  key: 'offers.accept' | 'offers.withdraw',
  { id }: { id: string },
): Act => ({ as, key, params: { id } })
const acceptBy = (world: { id: string; creator: { id: string } }): Act =>
  answer(world.creator, 'offers.accept', world)
/** The brand's ordinary answers to an application. */
const byBrand = (
  key: 'applications.accept' | 'applications.reject',
  { seller, application }: { seller: { id: string }; application: { id: string } },
): Act => ({ as: seller, key, params: { id: application.id } })
const offerTo = (as: { id: string }, { id }: { id: string }, answers: string | null): Act => ({
  as,
  key: 'offers.make',
  params: { id },
  body: newOffer(answers),
})

/** The state after a deal at the offer's price, and the state while the application is pending at its own price. */
const HIRED = {
  offer: 'accepted',
  application: 'accepted',
  price: 48_000,
  project: 'in_progress',
  open: 0,
}
const WAITING = { application: 'pending', price: 54_000, project: 'active', open: 0 }

const movesOf = (id: string) =>
  rows<{ move: string }>(
    api.pool,
    sql`select move from events where entity = 'offer' and entity_id = ${id} order by id`,
  )

const newOffer = (answers: string | null) => ({
  id: randomUUID(),
  price: 510,
  deliver_by: '2999-01-01',
  rounds: 3,
  note: null,
  items: null,
  hire_at_once: true,
  hours: 72,
  answers,
})

test('the two servers are separate processes', () => {
  expect(new Set([process.pid, ...processes.pids]).size).toBe(3)
})

test('two clicks on Accept accept once, and both succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    expect(await processes.race(acceptBy(world), acceptBy(world), round)).toEqual(['ok', 'ok'])
    expect(await movesOf(world.id)).toEqual([{ move: 'accept' }])
    expect(await standing(world)).toMatchObject({ application: 'accepted', price: 48_000 })
  }
})

test('counter against accept of the same offer: one wins, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      acceptBy(world),
      offerTo(world.creator, world.application, world.id),
      round,
    )
    expect([
      { outcomes: ['ok', 'application.already_answered'], ...HIRED },
      { outcomes: ['offer.answered', 'ok'], ...WAITING, offer: 'superseded', open: 1 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
    expect(await movesOf(world.id)).toHaveLength(1)
  }
})

test('withdraw against accept: one wins, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      answer(world.seller, 'offers.withdraw', world),
      acceptBy(world),
      round,
    )
    expect([
      { outcomes: ['offer.answered', 'ok'], ...HIRED },
      { outcomes: ['ok', 'offer.answered'], ...WAITING, offer: 'withdrawn' },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('expiry against accept at the last moment ends in one state', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const { expires_at: end } = await oneRow<{ expires_at: string }>(
      api.pool,
      sql`select expires_at from offers where id = ${world.id}`,
    )
    const [accepted] = await processes.race(
      // The request came a moment before the offer expired, and the clock's tick at that moment.
      { ...acceptBy(world), now: new Date(Date.parse(end) - 1).toISOString() },
      { clock: 'offers', now: new Date(end).toISOString() },
      round,
    )
    expect([
      { accepted: 'ok', ...HIRED },
      // The offer was read before the clock's write, or after it.
      { accepted: 'offer.answered', ...WAITING, offer: 'expired' },
      { accepted: 'offer.expired', ...WAITING, offer: 'expired' },
    ]).toContainEqual({ accepted, ...(await standing(world)) })
    expect(await movesOf(world.id)).toHaveLength(1)
  }
})

test('cancelling the project against accept: hired first or refused, never a price without a deal', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      { as: world.seller, key: 'projects.cancel', params: { id: world.project.id } },
      acceptBy(world),
      round,
    )
    const cancelled = { project: 'cancelled' }
    expect([
      { outcomes: ['ok', 'ok'], ...HIRED, ...cancelled },
      {
        outcomes: ['ok', 'offer.answered'],
        ...WAITING,
        ...cancelled,
        offer: 'superseded',
        application: 'rejected',
      },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('two applicants accept their offers concurrently: one is hired, the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await offered()
    const application = await buildApplication(api.pool, { project: one.project })
    const { id } = await buildOffer(api.pool, { application })
    const outcomes = await processes.race(
      acceptBy(one),
      acceptBy({ id, creator: application.creator }),
      round,
    )
    expect(outcomes.toSorted()).toEqual(['offer.answered', 'ok'])
    const both = [await standing(one), await standing({ id, application })]
    expect(both.map((of) => of.application).toSorted()).toEqual(['accepted', 'rejected'])
    expect(both.map((of) => of.offer).toSorted()).toEqual(['accepted', 'superseded'])
    expect(both.map((of) => of.price).toSorted((a, b) => a - b)).toEqual([48_000, 54_000])
  }
})

test('two concurrent offers, by one side or by both: one opens and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const project = await buildProject(api.pool)
    const application = await buildApplication(api.pool, { project })
    const make = (who: BuiltUser) => offerTo(who, application, null)
    const outcomes = await processes.race(
      make(project.seller),
      make(isEarly(round) ? project.seller : application.creator),
      round,
    )
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.find((outcome) => outcome !== 'ok')).toBe(
      isEarly(round) ? 'offer.already_open' : 'offer.another_waits',
    )
  }
})

test('the brand’s ordinary Accept against the creator’s accept: one deal at one price', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      byBrand('applications.accept', world),
      acceptBy(world),
      round,
    )
    expect([
      // Accepting an accepted offer succeeds.
      { outcomes: ['ok', 'ok'], ...HIRED },
      { outcomes: ['ok', 'offer.answered'], ...HIRED, offer: 'superseded', price: 54_000 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('the brand’s ordinary Reject against the creator’s accept: only one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      byBrand('applications.reject', world),
      acceptBy(world),
      round,
    )
    expect([
      { outcomes: ['application.already_answered', 'ok'], ...HIRED },
      // Open until the rejection is final: its creator must not learn of it before.
      { outcomes: ['ok', 'offer.answered'], ...WAITING, offer: 'open', open: 1 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('the write itself changes nothing that is no longer open, even after a stale read', async () => {
  const { application, creator } = await offered()
  await answerAll(application)
  for (const status of ['accepted', 'declined', 'withdrawn', 'expired', 'superseded']) {
    const { id } = await buildOffer(api.pool, { application, status })
    for (const move of ['accept', 'decline', 'counter', 'withdraw'] as const)
      expect(
        await inTransaction(api.pool, (tx) =>
          moveOffer(tx, { id, move, actorId: creator.id, now: new Date() }),
        ),
      ).toBeNull()
    expect(await movesOf(id)).toEqual([])
  }
})

const answerAll = (application: { id: string }) =>
  execute(
    api.pool,
    sql`update offers set status = 'declined', answered_at = now() where application_id = ${application.id}`,
  )
