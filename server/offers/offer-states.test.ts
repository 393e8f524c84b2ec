import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  OFFER_STATUSES,
  type OfferActor,
  type OfferSide,
  type OfferStatus,
  offerTransitions,
} from '#contract/offers.ts'
import { canMove, mayMove } from '#contract/transitions.ts'
import { acceptApplication } from '#server/applications/application-answer-service.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import {
  closeOffersOf,
  closeOffersOfCreator,
  expireOffer,
  overtakeOffersOfProject,
} from '#server/offers/record/offer-moves.ts'
import { cancelProject } from '#server/projects/cancel/project-cancel.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildOffer,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { builtViewer } from '#tests/support/two-processes.ts'

/** Every state of an offer, every kind of person who may encounter it, and everything they may try. */

let api: TestApi
let strangers: { seller: BuiltUser; creator: BuiltUser }
beforeAll(async () => {
  api = await startApi()
  strangers = { seller: await buildSeller(api.pool), creator: await buildCreator(api.pool) }
})
afterAll(() => api.close())

const ACTS = ['accept', 'decline', 'counter', 'withdraw'] as const
type Act = (typeof ACTS)[number]
const PEOPLE = ['seller', 'creator', 'strange seller', 'strange creator'] as const

async function offered(by: OfferSide, status: OfferStatus) {
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  const { id } = await buildOffer(api.pool, { application, by, status })
  const person: Record<(typeof PEOPLE)[number], BuiltUser> = {
    seller: project.seller,
    creator: application.creator,
    'strange seller': strangers.seller,
    'strange creator': strangers.creator,
  }
  return { id, project, application, person }
}

type World = Awaited<ReturnType<typeof offered>>

const tryAct = ({ id, application }: World, as: BuiltUser, act: Act) =>
  act === 'counter'
    ? api.call(as, 'offers.make', {
        params: { id: application.id },
        body: { id: randomUUID(), price: 500, deliver_by: '2999-01-01', rounds: 3, answers: id },
      })
    : api.call(as, `offers.${act}`, { params: { id } })

const standing = ({ id, application }: World) =>
  oneRow<{ offer: OfferStatus; application: string; price: number }>(
    api.pool,
    sql`select offers.status as offer, applications.status as application, proposed_price as price
      from offers join applications on applications.id = application_id
      where offers.id = ${id} and applications.id = ${application.id}`,
  )

/** What the table says about one attempt: the state it leads to, or its refusal. */
function expected(status: OfferStatus, actor: OfferActor | 'stranger', act: Act): string {
  if (actor === 'stranger') return 'request.not_found'
  if (mayMove(offerTransitions, act, status, actor)) return offerTransitions[act].to
  if (act === 'counter')
    return actor === 'author' && status === 'open' ? 'offer.already_open' : 'offer.answered'
  const isTheirs = (offerTransitions[act].by as readonly OfferActor[]).includes(actor)
  if (!isTheirs) return 'offer.wrong_side'
  // The same click again (a repeated request).
  if (offerTransitions[act].to === status) return status
  return status === 'expired' ? 'offer.expired' : 'offer.answered'
}

const actorOf = (who: (typeof PEOPLE)[number], by: OfferSide) => {
  if (who.startsWith('strange')) return 'stranger'
  return who === by ? 'author' : 'recipient'
}

for (const by of ['seller', 'creator'] as const)
  for (const status of OFFER_STATUSES)
    test(`an offer by the ${by} that is ${status} allows only the moves of the transition table`, async () => {
      let world = await offered(by, status)
      for (const who of PEOPLE)
        for (const act of ACTS) {
          const before = await standing(world)
          const reply = await tryAct(world, world.person[who], act)
          const after = await standing(world)
          const outcome = expected(status, actorOf(who, by), act)
          const isDone = !outcome.includes('.')
          const isHired = isDone && act === 'accept' && status === 'open'
          expect({ who, act, told: isDone ? reply.status : codeOf(reply.body) }).toEqual({
            who,
            act,
            told: isDone ? 200 : outcome,
          })
          expect({ who, act, ...after }).toEqual({
            who,
            act,
            ...before,
            ...(isDone ? { offer: outcome } : {}),
            ...(isHired ? { application: 'accepted', price: 48_000 } : {}),
          })
          if (after.offer !== before.offer) world = await offered(by, status)
        }
    })

const codeOf = (body: unknown) => (body as { code?: string }).code

/** The whole row as the database holds it, and the events recorded about it. */
async function written({ id }: World) {
  const { row } = await oneRow<{ row: string }>(
    api.pool,
    sql`select offers::text as row from offers where id = ${id}`,
  )
  const events = await rows<{ move: string; actor_id: string | null }>(
    api.pool,
    sql`select move, actor_id from events where entity = 'offer' and entity_id = ${id} order by id`,
  )
  return { row, events }
}

/** A moment after every offer here has expired. */
const AFTER = new Date('2999-01-01T00:00:00Z')

/** Everything that ends an offer without answering it, with the move that is recorded for it. */
const ENDS: Record<
  string,
  { move: 'expire' | 'overtake' | 'close'; run: (world: World) => Promise<unknown> }
> = {
  'its time is over': {
    move: 'expire',
    run: ({ id }) => within((tx) => expireOffer(tx, id, AFTER)),
  },
  'the text of its project changes': {
    move: 'overtake',
    run: ({ project }) => within((tx) => overtakeOffersOfProject(tx, project.id)),
  },
  'its application is answered': {
    move: 'close',
    run: ({ application }) => within((tx) => closeOffersOf(tx, [application.id])),
  },
  'its creator leaves': {
    move: 'close',
    run: ({ application }) => within((tx) => closeOffersOfCreator(tx, application.creator.id)),
  },
  'its project is cancelled': {
    move: 'close',
    run: ({ project }) => cancelProject(api.deps, builtViewer(project.seller), project.id),
  },
  'another is hired': {
    move: 'close',
    async run({ project }) {
      const other = await buildApplication(api.pool, { project })
      await acceptApplication(api.deps, builtViewer(project.seller), other.id)
    },
  },
}
const within = (run: (tx: Tx) => Promise<unknown>) => inTransaction(api.pool, run)

for (const [why, { move, run }] of Object.entries(ENDS))
  for (const status of OFFER_STATUSES)
    test(`an offer that is ${status} when ${why} ends only if it was open`, async () => {
      for (const by of ['seller', 'creator'] as const) {
        const world = await offered(by, status)
        const before = await written(world)
        await run(world)
        const after = await written(world)
        // Only its state differs, and no actor is recorded.
        const ended = {
          row: before.row.replace(',open,', `,${offerTransitions[move].to},`),
          events: [{ move, actor_id: null }],
        }
        expect(after).toEqual(status === 'open' ? ended : before)
        expect(after.row !== before.row).toBe(status === 'open')
      }
    })

test('the clock leaves an open offer unchanged before its expiry', async () => {
  const world = await offered('seller', 'open')
  const before = await written(world)
  await within((tx) => expireOffer(tx, world.id, new Date()))
  expect(await written(world)).toEqual(before)
})

test('only an open offer has transitions to another state', () => {
  for (const status of OFFER_STATUSES)
    for (const move of Object.keys(offerTransitions) as (keyof typeof offerTransitions)[])
      expect(canMove(offerTransitions, move, status)).toBe(status === 'open')
})
