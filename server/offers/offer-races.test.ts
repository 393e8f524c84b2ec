import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptApplication,
  rejectApplication,
} from '#server/applications/application-answer-service.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { cancelProject } from '#server/projects/cancel/project-cancel.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildOffer,
  buildProject,
} from '#tests/support/builders.ts'
import { answerOffer } from './offer-answer-service.ts'
import { makeNewOffer } from './offer-service.ts'
import { expireOffer, moveOffer } from '#server/offers/record/offer-moves.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'

/** Two processes at once: each with its own pool, so that nothing but the database orders them. */

let api: TestApi
let processes: TwoProcesses
beforeAll(async () => {
  api = await startApi()
  processes = twoProcesses(api.deps)
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

const ROUNDS = 8
/** Halves the rounds for tests of two kinds: each kind has both orders of starting. */
const isEarly = (round: number) => round < ROUNDS / 2

async function offered(by: 'seller' | 'creator' = 'seller') {
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  const { id } = await buildOffer(api.pool, { application, by })
  return {
    id,
    project,
    application,
    seller: builtViewer(project.seller),
    creator: builtViewer(application.creator),
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

/** How it stands after a deal at the offer's price, and how while the application waits at its own. */
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

const counterTo = (answers: string) => ({
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

test('two clicks on Accept accept once, and both succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const accept = (deps: Deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date())
    expect(await processes.race(accept, accept, round)).toEqual(['ok', 'ok'])
    expect(await movesOf(world.id)).toEqual([{ move: 'accept' }])
    expect(await standing(world)).toMatchObject({ application: 'accepted', price: 48_000 })
  }
})

test('counter against accept of the same offer: one of them, and the other is told', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      (deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date()),
      (deps) =>
        makeNewOffer(deps, world.creator, world.application.id, counterTo(world.id), new Date()),
      round,
    )
    expect([
      { outcomes: ['ok', 'application.already_answered'], ...HIRED },
      { outcomes: ['offer.answered', 'ok'], ...WAITING, offer: 'superseded', open: 1 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
    expect(await movesOf(world.id)).toHaveLength(1)
  }
})

test('withdraw against accept: one of them, and the other is told', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      (deps) => answerOffer(deps, world.seller, world.id, 'withdraw', new Date()),
      (deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date()),
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
      // Its request came a moment before the end, the clock's tick at it.
      (deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date(Date.parse(end) - 1)),
      (deps) => inTransaction(deps.pool, (tx) => expireOffer(tx, world.id, new Date(end))),
      round,
    )
    expect([
      { accepted: 'ok', ...HIRED },
      // It was read before the clock's write, or after it.
      { accepted: 'offer.answered', ...WAITING, offer: 'expired' },
      { accepted: 'offer.expired', ...WAITING, offer: 'expired' },
    ]).toContainEqual({ accepted, ...(await standing(world)) })
    expect(await movesOf(world.id)).toHaveLength(1)
  }
})

test('cancelling the project against accept: hired or cancelled, never a price without a deal', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      (deps) => cancelProject(deps, world.seller, world.project.id),
      (deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date()),
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

test('two applicants accept their offers: one is hired, the other hears that the place is taken', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await offered()
    const application = await buildApplication(api.pool, { project: one.project })
    const { id } = await buildOffer(api.pool, { application })
    const creator = builtViewer(application.creator)
    const outcomes = await processes.race(
      (deps) => answerOffer(deps, one.creator, one.id, 'accept', new Date()),
      (deps) => answerOffer(deps, creator, id, 'accept', new Date()),
      round,
    )
    expect(outcomes.toSorted()).toEqual(['offer.answered', 'ok'])
    const both = [await standing(one), await standing({ id, application })]
    expect(both.map((of) => of.application).toSorted()).toEqual(['accepted', 'rejected'])
    expect(both.map((of) => of.offer).toSorted()).toEqual(['accepted', 'superseded'])
    expect(both.map((of) => of.price).toSorted((a, b) => a - b)).toEqual([48_000, 54_000])
  }
})

test('two offers at once: one is open, the other side’s or one’s own second is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const project = await buildProject(api.pool)
    const application = await buildApplication(api.pool, { project })
    const make = (who: BuiltUser) => (deps: Deps) =>
      makeNewOffer(
        deps,
        builtViewer(who),
        application.id,
        { ...counterTo(randomUUID()), answers: null },
        new Date(),
      )
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

test('the ordinary Accept against the creator’s accept: one deal at one price', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      (deps) => acceptApplication(deps, world.seller, world.application.id),
      (deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date()),
      round,
    )
    expect([
      // Accepting what is accepted succeeds.
      { outcomes: ['ok', 'ok'], ...HIRED },
      { outcomes: ['ok', 'offer.answered'], ...HIRED, offer: 'superseded', price: 54_000 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('the ordinary Reject against the creator’s accept: one of them', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await offered()
    const outcomes = await processes.race(
      (deps) => rejectApplication(deps, world.seller, world.application.id, { now: new Date() }),
      (deps) => answerOffer(deps, world.creator, world.id, 'accept', new Date()),
      round,
    )
    expect([
      { outcomes: ['application.already_answered', 'ok'], ...HIRED },
      // Open until the rejection counts: its creator learns nothing of it before.
      { outcomes: ['ok', 'offer.answered'], ...WAITING, offer: 'open', open: 1 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('the write is the guard: what is no longer open moves nowhere, whoever read it before', async () => {
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
