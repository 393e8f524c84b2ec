import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AMENDMENT_STATUSES,
  type AmendmentActor,
  type AmendmentSide,
  type AmendmentStatus,
  amendmentTransitions,
} from '#contract/amendments.ts'
import { mayMove } from '#contract/transitions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAmendment,
  buildCreator,
  buildDeal,
  type BuiltUser,
  buildSeller,
} from '#tests/support/builders.ts'
import { callOffAmendment, moveAmendment } from '#server/amendments/record/amendment-moves.ts'

/** Every state of an amendment, every kind of viewer, and everything they may try. */

let api: TestApi
let strangers: { seller: BuiltUser; creator: BuiltUser }
beforeAll(async () => {
  api = await startApi()
  strangers = { seller: await buildSeller(api.pool), creator: await buildCreator(api.pool) }
})
afterAll(() => api.close())

const ANSWERS = ['accept', 'decline', 'withdraw'] as const
const ACTS = [...ANSWERS, 'call_off'] as const
type Act = (typeof ACTS)[number]
const PEOPLE = ['seller', 'creator', 'strange seller', 'strange creator'] as const

async function proposed(by: AmendmentSide, status: AmendmentStatus) {
  const { application, seller, creator, project } = await buildDeal(api.pool)
  const { id } = await buildAmendment(api.pool, { application, by, status })
  const person: Record<(typeof PEOPLE)[number], BuiltUser> = {
    seller,
    creator,
    'strange seller': strangers.seller,
    'strange creator': strangers.creator,
  }
  return { id, project, person }
}

const standing = ({ id, project }: Awaited<ReturnType<typeof proposed>>) =>
  oneRow<{ amendment: AmendmentStatus; deadline: string }>(
    api.pool,
    sql`select amendments.status as amendment, deadline from amendments, projects
      where amendments.id = ${id} and projects.id = ${project.id}`,
  )

/** What the table says about one attempt: the state it leads to, or its refusal. */
function expected(status: AmendmentStatus, actor: AmendmentActor | 'stranger', act: Act): string {
  if (actor === 'stranger') return 'request.not_found'
  if (mayMove(amendmentTransitions, act, status, actor)) return amendmentTransitions[act].to
  const isTheirs = (amendmentTransitions[act].by as readonly AmendmentActor[]).includes(actor)
  if (!isTheirs) return 'amendment.wrong_side'
  // The same click again (a repeated request). An accepted amendment may be waiting for its payment.
  if (amendmentTransitions[act].to === status) return status
  if (act === 'accept' && status === 'unpaid') return status
  return status === 'expired' ? 'amendment.expired' : 'amendment.answered'
}

const actorOf = (who: (typeof PEOPLE)[number], by: AmendmentSide) => {
  if (who.startsWith('strange')) return 'stranger'
  return who === by ? 'author' : 'recipient'
}

for (const by of ['seller', 'creator'] as const)
  for (const status of AMENDMENT_STATUSES)
    test(`a change proposed by the ${by} that is ${status} allows only the moves of the transition table`, async () => {
      let world = await proposed(by, status)
      for (const who of PEOPLE)
        for (const act of ACTS) {
          const before = await standing(world)
          const reply = await api.call(world.person[who], `amendments.${act}`, {
            params: { id: world.id },
          })
          const after = await standing(world)
          const outcome = expected(status, actorOf(who, by), act)
          const isDone = !outcome.includes('.')
          const isAgreed = isDone && act === 'accept' && status === 'proposed'
          expect({ who, act, told: isDone ? reply.status : codeOf(reply.body), ...after }).toEqual({
            who,
            act,
            told: isDone ? 200 : outcome,
            amendment: isDone ? outcome : status,
            deadline: isAgreed ? '2999-03-01' : before.deadline,
          })
          if (after.amendment !== before.amendment) world = await proposed(by, status)
        }
    })

const codeOf = (body: unknown) => (body as { code?: string }).code

test('only an unpaid change can be called off, even after a stale read', async () => {
  for (const status of AMENDMENT_STATUSES.filter((one) => one !== 'unpaid')) {
    const { id, person } = await proposed('seller', status)
    expect(
      await inTransaction(api.pool, (tx) => callOffAmendment(tx, id, person.creator.id)),
    ).toBeNull()
  }
})

test('the write itself changes nothing that is no longer open, even after a stale read', async () => {
  for (const status of AMENDMENT_STATUSES.filter((one) => one !== 'proposed')) {
    const { id, person } = await proposed('seller', status)
    for (const move of ANSWERS)
      expect(
        await inTransaction(api.pool, (tx) =>
          moveAmendment(tx, { id, move, actorId: person.creator.id, now: new Date() }),
        ),
      ).toBeNull()
  }
})
