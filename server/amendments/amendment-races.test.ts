import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireAmendment } from '#server/amendments/record/amendment-moves.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { submitDeliverable } from '#server/deliverables/deliverable-service.ts'
import { lockDeliveryProject } from '#server/deliverables/hand-in-store.ts'
import { openDispute } from '#server/disputes/dispute-service.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import {
  insertPayment,
  lockApplicationToFund,
} from '#server/payments/fund/payment-funding-store.ts'
import { lockPayment } from '#server/payments/record/payment-store.ts'
import { cancelProject } from '#server/projects/cancel/project-cancel.ts'
import { openReviews } from '#server/reputation/deal-review-opening.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAmendment,
  buildBrief,
  buildDeal,
  buildFile,
  buildPayment,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { untilBlocked } from '#tests/money/acts.ts'
import { answerAmendment } from './amendment-answer-service.ts'
import { propose } from './amendment-service.ts'
import { builtViewer, type TwoProcesses, twoProcesses } from '#tests/support/two-processes.ts'

/** Two concurrent processes, each with its own pool, so that only the database orders them. */

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
/** Splits the rounds in half for tests of two kinds, so that each kind runs in both starting orders. */
const isEarly = (round: number) => round < ROUNDS / 2

/** A proposal by the brand: another date and another brief. */
async function proposed() {
  const { project, application, seller, creator } = await buildDeal(api.pool)
  const brief = await buildBrief(api.pool, project.id)
  await execute(
    api.pool,
    sql`update applications set brief_version = 1 where id = ${application.id}`,
  )
  const id = randomUUID()
  const viewers = { seller: builtViewer(seller), creator: builtViewer(creator) }
  const input = {
    id,
    deliver_by: '2999-03-01',
    price: null,
    rounds: null,
    brief: { ...brief, rounds: 5 },
    note: null,
    hours: 72,
  }
  await propose(api.deps, viewers.seller, project.id, input, new Date())
  return { id, project, application, owner: creator, ...viewers }
}
type World = Awaited<ReturnType<typeof proposed>>

const standing = ({ id, project }: Pick<World, 'id' | 'project'>) =>
  oneRow<Record<string, unknown>>(
    api.pool,
    sql`select (select status from amendments where id = ${id}) as amendment, deadline = '2999-03-01' as dated,
        applications.brief_version as agreed, projects.brief_version as current,
        (select count(*) from project_briefs where project_id = projects.id) as versions,
        (select count(*) from events where entity = 'amendment' and entity_id = ${id}) as events
      from projects join applications on project_id = projects.id where projects.id = ${project.id}`,
  )

/** The state once both agreed, and the state while they had not. */
const AGREED = { amendment: 'accepted', dated: true, agreed: 2, current: 2, versions: 2, events: 2 }
const AS_BEFORE = { dated: false, agreed: 1, current: 1, versions: 1, events: 2 }

const accept = (world: World) => (deps: Deps) =>
  answerAmendment(deps, world.creator, world.id, 'accept', new Date())

test('two clicks on Accept agree once, and both succeed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await proposed()
    expect(await processes.race(accept(world), accept(world), round)).toEqual(['ok', 'ok'])
    expect(await standing(world)).toEqual(AGREED)
  }
})

test('withdraw, and decline, against accept: one wins, and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await proposed()
    const move = isEarly(round) ? 'withdraw' : 'decline'
    const who = move === 'withdraw' ? world.seller : world.creator
    const outcomes = await processes.race(
      (deps) => answerAmendment(deps, who, world.id, move, new Date()),
      accept(world),
      round,
    )
    expect([
      { outcomes: ['amendment.answered', 'ok'], ...AGREED },
      {
        outcomes: ['ok', 'amendment.answered'],
        ...AS_BEFORE,
        amendment: move === 'withdraw' ? 'withdrawn' : 'declined',
      },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('expiry against accept at the last moment ends in one state', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await proposed()
    const { expires_at: end } = await oneRow<{ expires_at: string }>(
      api.pool,
      sql`select expires_at from amendments where id = ${world.id}`,
    )
    const last = new Date(Date.parse(end) - 1)
    const [accepted] = await processes.race(
      (deps) => answerAmendment(deps, world.creator, world.id, 'accept', last),
      (deps) => inTransaction(deps.pool, (tx) => expireAmendment(tx, world.id, new Date(end))),
      round,
    )
    expect([
      { accepted: 'ok', ...AGREED },
      { accepted: 'amendment.answered', ...AS_BEFORE, amendment: 'expired' },
      { accepted: 'amendment.expired', ...AS_BEFORE, amendment: 'expired' },
    ]).toContainEqual({ accepted, ...(await standing(world)) })
  }
})

test('cancelling the project concurrently with accept: the change is agreed first, or closed unagreed', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await proposed()
    const outcomes = await processes.race(
      (deps) => cancelProject(deps, world.seller, world.project.id),
      accept(world),
      round,
    )
    const refused = (code: string) => ({
      outcomes: ['ok', code],
      ...AS_BEFORE,
      amendment: 'closed',
    })
    expect([
      { outcomes: ['ok', 'ok'], ...AGREED },
      refused('amendment.answered'),
      refused('amendment.deal_over'),
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('a dispute concurrent with accept: the change is agreed first, or refused as frozen', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await proposed()
    const payment = await buildPayment(api.pool, { application: world.application })
    await execute(
      api.pool,
      sql`update payments set status = 'held_in_escrow', funded_at = now() where id = ${payment.id}`,
    )
    const statement = { reason: 'late', statement: 'Nothing arrived.' } as const
    const outcomes = await processes.race(
      (deps) => openDispute(deps, world.seller, payment.id, statement, new Date()),
      accept(world),
      round,
    )
    expect([
      { outcomes: ['ok', 'ok'], ...AGREED },
      { outcomes: ['ok', 'amendment.frozen'], ...AS_BEFORE, amendment: 'proposed', events: 1 },
    ]).toContainEqual({ outcomes, ...(await standing(world)) })
  }
})

test('accepting waits for the lock on the payment, and then sees the new state', async () => {
  const world = await proposed()
  const payment = await buildPayment(api.pool, { application: world.application })
  const freezing = await processes.second.connect()
  await freezing.query('begin')
  await freezing.query(
    `update payments set status = 'held_in_escrow', funded_at = now(), disputed = true, dispute_outcome = 'open'
      where id = $1`,
    [payment.id],
  )
  const accepted = processes.race(accept(world), () => Promise.resolve(), 0)
  await untilBlocked(api.pool, accepted)
  await freezing.query('commit')
  freezing.release()
  expect(await accepted).toEqual(['amendment.frozen', 'ok'])
  expect(await standing(world)).toMatchObject({ ...AS_BEFORE, amendment: 'proposed', events: 1 })
})

/** The creator submits a finished upload. */
async function handIn({ owner, creator, project }: World) {
  const { id } = await buildFile(api.pool, {
    owner,
    bucket: 'deliverable-files',
    project,
  })
  // A video, as the brief asks for. Its checks wait until it has been read.
  await execute(
    api.pool,
    sql`update files set file_type = 'video/mp4', prepared_at = null where id = ${id}`,
  )
  const checks = [{ check_id: 'ratio', ticked: true, reason: null }]
  const given = { file_id: id, post_url: null, notes: null, checks }
  return (deps: Deps) => submitDeliverable(deps, creator, project.id, given, new Date())
}

test('a deliverable submitted concurrently with accept: both succeed, in either order', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await proposed()
    const submit = await handIn(world)
    expect(await processes.race(accept(world), submit, round)).toEqual(['ok', 'ok'])
    expect(await standing(world)).toEqual(AGREED)
  }
})

test('neither submitting a deliverable nor opening reviews on release waits for a concurrent accept', async () => {
  const world = await proposed()
  const { id } = await buildPayment(api.pool, { application: world.application })
  const submit = await handIn(world)
  const accepted = await inTransaction(processes.second, async (tx) => {
    const payment = foundOr404(await lockPayment(tx, id))
    // Holds the lock on the application, and waits here for the payment.
    const waiting = processes.race(accept(world), () => Promise.resolve(), 0)
    await untilBlocked(api.pool, waiting)
    await submit(api.deps)
    const funded_at = new Date().toISOString()
    await openReviews(tx, { ...payment, funded_at }, 'release', new Date())
    return { waiting }
  })
  expect(await accepted.waiting).toEqual(['ok', 'ok'])
  expect(await standing(world)).toEqual(AGREED)
})

test('submitting a deliverable and funding the same deal do not wait for each other', async () => {
  const world = await proposed()
  const ids = {
    applicationId: world.application.id,
    projectId: world.project.id,
    sellerId: world.seller.id,
  }
  const submit = await handIn(world)
  await inTransaction(processes.second, async (tx) => {
    const application = foundOr404(await lockApplicationToFund(tx, ids))
    await submit(api.deps)
    await inTransaction(api.pool, async (delivering) => {
      await lockDeliveryProject(delivering, world.project.id, world.creator.id)
      expect(await insertPayment(tx, application, { by: 'page', card: null })).not.toBeNull()
    })
  })
})

test('two concurrent proposals, by one side or by both: one opens and the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { project, seller, creator } = await buildDeal(api.pool)
    const make = (who: BuiltUser) => (deps: Deps) =>
      propose(
        deps,
        builtViewer(who),
        project.id,
        {
          id: randomUUID(),
          deliver_by: '2999-03-01',
          price: null,
          rounds: null,
          brief: null,
          note: null,
          hours: 72,
        },
        new Date(),
      )
    const isOwn = isEarly(round)
    const outcomes = await processes.race(make(seller), make(isOwn ? seller : creator), round)
    expect(outcomes.toSorted()).toEqual([
      isOwn ? 'amendment.already_open' : 'amendment.another_waits',
      'ok',
    ])
  }
})

test('the database allows only one open change per deal', async () => {
  const { application } = await proposed()
  await expect(buildAmendment(api.pool, { application })).rejects.toThrow('amendments_one_open')
})
