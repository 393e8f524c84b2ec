import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealState } from '#contract/deal-state.ts'
import { dealFacts } from '#contract/deal-reading.ts'
import { WAITING_LIMITS } from '#contract/waiting.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { insertEvent } from '#server/events/event-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildAmendment,
  buildApplication,
  type BuiltProject,
  type BuiltUser,
  buildCreator,
  buildDeliverable,
  buildDispute,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildListing } from '#tests/support/campaigns.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const waiting = async (seller: BuiltUser) => (await api.call(seller, 'dashboard.waiting')).body
const statesOf = async (seller: BuiltUser) =>
  (await waiting(seller)).map((deal) => [deal.project.title, dealState(dealFacts(deal))])

/** A project of this brand with an application, and the events the timeline is read from. */
async function applied(seller: BuiltUser, title: string, accepted: boolean) {
  const project = await buildProject(api.pool, {
    seller,
    title,
    status: accepted ? 'in_progress' : 'active',
  })
  const application = await buildApplication(api.pool, {
    project,
    status: accepted ? 'accepted' : 'pending',
  })
  const event = { entity: 'application', entityId: application.id, projectId: project.id } as const
  const by = { actorId: null, from: null }
  await insertEvent(api.pool, { ...event, ...by, move: 'submit', to: 'pending' })
  if (accepted) await insertEvent(api.pool, { ...event, ...by, move: 'accept', to: 'accepted' })
  return { project, application }
}

async function held(seller: BuiltUser, title: string) {
  const deal = await applied(seller, title, true)
  const payment = await buildPayment(api.pool, { ...deal, status: 'held_in_escrow' })
  return { ...deal, payment }
}

test('a brand’s waiting list names what waits for it, the most urgent first, and nothing that waits for others', async () => {
  const seller = await buildSeller(api.pool)
  await buildProject(api.pool, { seller, title: 'a draft', status: 'draft' })
  await buildProject(api.pool, { seller, title: 'nobody applied' })
  await buildProject(api.pool, { seller, title: 'cancelled', status: 'cancelled' })
  await buildProject(api.pool, { seller, title: 'completed', status: 'completed' })
  await applied(seller, 'to choose from', false)
  await applied(seller, 'to fund', true)
  const failed = await applied(seller, 'to pay again', true)
  await buildPayment(api.pool, { ...failed, status: 'failed' })
  await held(seller, 'being made')
  const review = await held(seller, 'to review')
  await buildDeliverable(api.pool, review)
  const approved = await held(seller, 'to release')
  await buildDeliverable(api.pool, { ...approved, status: 'approved' })
  const theirs = await held(seller, 'the creator answers')
  await buildDispute(api.pool, { payment: theirs.payment, openedBy: seller })
  const ours = await held(seller, 'to answer')
  await buildDispute(api.pool, { payment: ours.payment, openedBy: ours.application.creator })

  expect(await statesOf(seller)).toEqual([
    ['to answer', 'answer'],
    ['to review', 'review'],
    ['to pay again', 'failed'],
    ['to fund', 'unfunded'],
    ['to release', 'approved'],
    ['to choose from', 'choosing'],
    ['a draft', 'draft'],
  ])
  // The response includes what a sentence mentions.
  const [answer, toReview] = await waiting(seller)
  expect(answer).toMatchObject({ disputes: [{ respondent: 'seller' }], payment: { amount: 540 } })
  expect(toReview?.deliverables[0]?.review_from).toMatch(/Z$/)
  expect(await waiting(await buildSeller(api.pool))).toEqual([])
})

test('a deal with an unpaid amendment waits for its brand, and shows both sides what is due', async () => {
  const seller = await buildSeller(api.pool)
  const { application } = await held(seller, 'being made')
  expect(await statesOf(seller)).toEqual([])
  await buildAmendment(api.pool, { application, status: 'unpaid' })
  expect(await statesOf(seller)).toEqual([['being made', 'work']])
  const [deal] = await waiting(seller)
  expect(deal?.project.added).toMatchObject([
    { held_at: null, pay_by: expect.stringMatching(/Z$/) },
  ])
  const page = await api.call(seller, 'projects.get', { params: { id: application.project_id } })
  expect(deal?.project.added).toEqual(page.body.added)
  const theirs = (await api.call(application.creator, 'dashboard.moves')).body
  expect(theirs.map((one) => one.project.added)).toEqual([deal?.project.added])
})

test('what an extra holds after the deal’s own payment went back waits for its brand; nothing does once it is released', async () => {
  const seller = await buildSeller(api.pool)
  const { application } = await applied(seller, 'to settle', true)
  await buildPayment(api.pool, { application, status: 'refunded' })
  expect(await statesOf(seller)).toEqual([])
  const amendment = await buildAmendment(api.pool, { application, status: 'accepted' })
  const [extra] = await rows<{ id: string }>(
    api.pool,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, status, purpose, amendment_id, funded_at)
      select project_id, application_id, seller_id, creator_id, 5000, 'held_in_escrow', 'extra', ${amendment.id}, now()
      from payments where application_id = ${application.id} returning id`,
  )
  expect(await statesOf(seller)).toEqual([['to settle', 'held_again']])
  await execute(api.pool, sql`update payments set moving = 'release' where id = ${extra?.id}`)
  expect(await statesOf(seller)).toEqual([])
})

test('the waiting list agrees with the deal’s own page', async () => {
  const seller = await buildSeller(api.pool)
  const { project, payment, application } = await held(seller, 'to review')
  await buildDeliverable(api.pool, { application })
  const [deal] = await waiting(seller)
  const params = { id: project.id }
  const page = (await api.call(seller, 'projects.get', { params })).body
  const money = (await api.call(seller, 'payments.for_project', { params })).body
  expect(deal?.payment).toEqual(money)
  expect(deal?.payment?.id).toBe(payment.id)
  expect(deal?.project.timeline).toEqual(page.timeline)
  expect(deal?.creator).toEqual(page.creator)
})

test('a brand with many drafts gets a bounded list', async () => {
  const seller = await buildSeller(api.pool)
  for (let n = 0; n <= WAITING_LIMITS.shown; n += 1)
    await buildProject(api.pool, { seller, status: 'draft' })
  expect(await waiting(seller)).toHaveLength(WAITING_LIMITS.shown)
  const creator = await buildCreator(api.pool)
  expect((await api.call(creator, 'dashboard.waiting')).status).toBe(403)
  expect((await api.call(null, 'dashboard.waiting')).status).toBe(401)
})

/** One more project of the brand than are examined, each newer than any other and due before it. */
const buildNewer = (seller: BuiltUser, status: string) =>
  rows<BuiltProject>(
    api.pool,
    sql`insert into projects (seller_id, title, description, category, budget, deadline, status, created_at)
      select ${seller.id}, 'newer', 'Like many others.', 'home', 10000, current_date + 1, ${status}, now() + interval '1 hour'
      from generate_series(0, ${WAITING_LIMITS.examined}) returning id, seller_id, title, status`,
  )

test('what waits for a brand is found, however much newer or less urgent there is', async () => {
  const seller = await buildSeller(api.pool)
  await applied(seller, 'to choose from', false)
  await applied(seller, 'to fund', true)
  const approved = await held(seller, 'to release')
  await buildDeliverable(api.pool, { ...approved, status: 'approved' })
  const changed = await held(seller, 'to pay more for')
  await buildAmendment(api.pool, { application: changed.application, status: 'unpaid' })
  await buildDeliverable(api.pool, await held(seller, 'to review'))
  const ours = await held(seller, 'to answer')
  await buildDispute(api.pool, { payment: ours.payment, openedBy: ours.application.creator })
  const theirs = [
    ['to answer', 'answer'],
    ['to review', 'review'],
    ['to pay more for', 'work'],
    ['to fund', 'unfunded'],
    ['to release', 'approved'],
    ['to choose from', 'choosing'],
  ]
  expect(await statesOf(seller)).toEqual(theirs)

  await buildNewer(seller, 'draft')
  await buildNewer(seller, 'active')
  const running = await buildNewer(seller, 'in_progress')
  const creator = await buildCreator(api.pool)
  const deals = await Promise.all(
    running.map((project) => buildApplication(api.pool, { project, creator, status: 'accepted' })),
  )
  await Promise.all(
    deals.map((application) => buildPayment(api.pool, { application, status: 'held_in_escrow' })),
  )
  const drafts = WAITING_LIMITS.shown - theirs.length
  expect(await statesOf(seller)).toEqual([
    ...theirs,
    ...Array.from({ length: drafts }, () => ['newer', 'draft']),
  ])

  await Promise.all(
    deals.map((application) => buildDeliverable(api.pool, { application, status: 'approved' })),
  )
  expect((await statesOf(seller)).slice(0, 4)).toEqual(theirs.slice(0, 4))
})

test('a creator’s waiting list names what waits for them in their accepted deals, the most urgent first', async () => {
  const seller = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool)
  const mine = async (title: string, status: string) => {
    const project = await buildProject(api.pool, { seller, title, status: 'in_progress' })
    const application = await buildApplication(api.pool, { project, creator, status: 'accepted' })
    const event = {
      entity: 'application',
      entityId: application.id,
      projectId: project.id,
    } as const
    await insertEvent(api.pool, {
      ...event,
      actorId: null,
      from: null,
      move: 'accept',
      to: 'accepted',
    })
    return { application, payment: await buildPayment(api.pool, { application, status }) }
  }
  await mine('to make', 'held_in_escrow')
  await mine('paid', 'released')
  await mine('to be paid', 'pending')
  const theirs = await mine('the brand answers', 'held_in_escrow')
  await buildDispute(api.pool, { payment: theirs.payment, openedBy: creator })
  const ours = await mine('to answer', 'held_in_escrow')
  await buildDispute(api.pool, { payment: ours.payment, openedBy: seller })
  await buildDeliverable(api.pool, await mine('in review', 'held_in_escrow'))
  await held(seller, 'of another creator')

  const { body } = await api.call(creator, 'dashboard.moves')
  expect(body.map((deal) => [deal.project.title, dealState(dealFacts(deal))])).toEqual([
    ['to answer', 'answer'],
    ['to make', 'work'],
  ])
  expect((await api.call(seller, 'dashboard.moves')).status).toBe(403)
  expect((await api.call(await buildCreator(api.pool), 'dashboard.moves')).body).toEqual([])
})

test('a project whose applicants are all answered does not wait for its brand', async () => {
  const seller = await buildSeller(api.pool)
  const { project, application } = await applied(seller, 'to choose from', false)
  await api.pool.query(`update applications set status = 'rejected' where id = $1`, [
    application.id,
  ])
  expect(await statesOf(seller)).toEqual([])
  const params = { id: project.id }
  expect((await api.call(seller, 'projects.get', { params })).body.to_answer).toBe(0)
  const another = await buildApplication(api.pool, { project })
  expect(await statesOf(seller)).toEqual([['to choose from', 'choosing']])
  expect((await api.call(seller, 'projects.get', { params })).body.to_answer).toBe(1)
  // Only the owner may know how many still wait.
  for (const reader of [another.creator, await buildCreator(api.pool)])
    expect((await api.call(reader, 'projects.get', { params })).body.to_answer).toBeNull()
})

test('a person’s own lists agree with the deal’s page, and show nothing of other people’s deals', async () => {
  const seller = await buildSeller(api.pool)
  const draft = await buildProject(api.pool, { seller, title: 'a draft', status: 'draft' })
  const { project, application } = await held(seller, 'being made')
  const other = await buildCreator(api.pool)
  await buildApplication(api.pool, { project, creator: other, status: 'rejected' })

  const mine = (await api.call(seller, 'projects.mine')).body
  expect(
    mine.map(({ id, deal }) => [id, deal?.project.id, deal && dealState(dealFacts(deal))]),
  ).toEqual([
    [project.id, project.id, 'work'],
    [draft.id, draft.id, 'draft'],
  ])
  const params = { id: project.id }
  const money = (await api.call(seller, 'payments.for_project', { params })).body
  expect(mine[0]?.deal?.payment).toEqual(money)

  const [accepted] = (await api.call(application.creator, 'applications.mine')).body
  const own = (await api.call(application.creator, 'payments.for_project', { params })).body
  expect(accepted?.deal?.payment).toEqual(own)
  expect(accepted?.deal?.project.to_answer).toBeNull()
  const [rejected] = (await api.call(other, 'applications.mine')).body
  expect(rejected).toMatchObject({ status: 'rejected', deal: null })
})

test('a project with several seats waits while it has unanswered applicants, and shows how many are hired', async () => {
  const listing = await buildListing(api.pool, { title: 'eight reels', seats: 2 })
  const { seller } = listing
  const apply = async () => {
    const creator = await buildCreator(api.pool)
    const { body } = await api.call(creator, 'applications.submit', {
      params: { id: listing.id },
      body: { message: 'I would like to make one of them.', proposed_price: 100 },
    })
    return body.id
  }
  const first = await apply()
  const last = await apply()
  expect(await statesOf(seller)).toEqual([['eight reels', 'choosing']])
  await api.call(seller, 'applications.accept', { params: { id: first } })
  expect(await statesOf(seller)).toEqual([
    ['eight reels', 'unfunded'],
    ['eight reels', 'choosing'],
  ])
  const [deal, hiring] = await waiting(seller)
  expect(hiring?.project.hiring).toMatchObject({ wanted: 2, hired: 1 })
  expect(deal?.project).not.toHaveProperty('hiring')
  // The deal knows when its creator applied, although the application was for the other project.
  expect(deal?.project.timeline.first_application_at).toBe(
    hiring?.project.timeline.first_application_at,
  )
  // This holds however many newer projects there are.
  await execute(
    api.pool,
    sql`insert into projects (seller_id, title, description, category, budget, deadline, status)
      select seller_id, 'newer', description, category, budget, deadline, 'in_progress' from projects,
        generate_series(1, ${WAITING_LIMITS.examined}) where id = ${listing.id}`,
  )
  expect((await statesOf(seller)).filter(([title]) => title !== 'newer')).toContainEqual([
    'eight reels',
    'choosing',
  ])
  await execute(
    api.pool,
    sql`delete from projects where title = 'newer' and seller_id = ${seller.id}`,
  )
  await api.call(seller, 'applications.accept', { params: { id: last } })
  expect((await statesOf(seller)).map(([, state]) => state)).toEqual(['unfunded', 'unfunded'])
  const { body: own } = await api.call(seller, 'projects.mine')
  expect(own.flatMap(({ deal: one }) => (one === null ? [] : dealState(dealFacts(one))))).toEqual([
    'unfunded',
    'unfunded',
    'hired',
  ])
})
