import { afterAll, beforeAll, expect, it } from 'vitest'
import { THREAD_EVENTS_MOST } from '#contract/conversations.ts'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import type { DomainEvent } from '#server/events/event-store.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildOffer,
  buildDeal,
  buildDeliverable,
  buildPayment,
  buildProject,
  buildReviews,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildPackage, orderInput } from '#tests/support/packages.ts'
import { expectHidden } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const events = async (as: { id: string }, conversation: { id: string }): Promise<ThreadEvent[]> =>
  (await api.call(as, 'conversations.events', { params: { id: conversation.id } })).body

it('the thread shows a deal from held money to its end, identically to both sides', async () => {
  const { seller, creator, project, application, conversation } = await buildDeal(api.pool, {
    priceCents: 54_000,
  })
  const payment = await buildPayment(api.pool, { application })
  const work = await buildDeliverable(api.pool, { application: { ...application, creator } })
  await execute(
    api.pool,
    sql`update deliverables set reviewer_notes = 'Slower, please.' where id = ${work.id}`,
  )
  const happened = (
    entity: DomainEvent['entity'],
    entityId: string,
    [move, from, to]: [DomainEvent['move'], string | null, string],
    actorId: string | null,
  ) =>
    recordEvent(api.pool, {
      entity,
      entityId,
      projectId: project.id,
      actorId,
      move,
      from,
      to,
    } as DomainEvent)
  await happened('project', project.id, ['start', 'active', 'in_progress'], null)
  await happened('payment', payment.id, ['hold', 'pending', 'held_in_escrow'], null)
  await happened('deliverable', work.id, ['submit', null, 'pending'], creator.id)
  await happened('deliverable', work.id, ['request_revision', 'pending', 'rejected'], seller.id)
  await happened('deliverable', work.id, ['approve', 'pending', 'approved'], seller.id)
  const held = 'held_in_escrow'
  await happened('payment', payment.id, ['order_release', held, held], seller.id)
  await happened('payment', payment.id, ['release', 'held_in_escrow', 'released'], null)
  await happened('project', project.id, ['complete', 'in_progress', 'completed'], null)

  const shown = await events(creator, conversation)
  expect(
    shown.map(({ kind, amount, reason, actor_id }) => [kind, amount, reason, actor_id]),
  ).toEqual([
    ['payment_held', 540, null, null],
    ['deliverable_submitted', null, null, creator.id],
    ['revision_requested', null, 'Slower, please.', seller.id],
    ['deliverable_approved', null, null, seller.id],
    // What the creator receives: 85 %.
    ['payment_released', 459, null, null],
    ['project_completed', null, null, null],
  ])
  expect(await events(seller, conversation)).toEqual(shown)
  const file = { file_name: 'lamp.webp', file_type: 'image/webp', file_count: 1, poster_url: null }
  const handedIn = { id: work.id, version: 1, ...file }
  expect(shown.map(({ deliverable }) => deliverable)).toEqual([
    null,
    handedIn,
    handedIn,
    handedIn,
    null,
    null,
  ])
  // A still comes with a signed link once the still exists: the brand's has a mark until the money is released.
  await execute(
    api.pool,
    sql`update files set renditions = '{poster.webp,marked_poster.webp}' where id =
      (select file_id from deliverables where id = ${work.id})`,
  )
  const poster = async (one: { id: string }) =>
    (await events(one, conversation))[1]?.deliverable?.poster_url
  expect(await poster(seller)).toMatch(
    /^\/storage\/private\/[\w-]+\?expires=\d+&rendition=marked_poster\.webp&reader=/,
  )
  expect(await poster(creator)).toMatch(
    /^\/storage\/private\/[\w-]+\?expires=\d+&rendition=poster\.webp&reader=/,
  )

  // Another creator in a conversation about the same project sees none of it.
  const other = await buildApplication(api.pool, { project, status: 'rejected' })
  const talk = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into conversations (project_id, seller_id, creator_id)
      values (${project.id}, ${seller.id}, ${other.creator_id}) returning id`,
  )
  expect(await events(seller, talk)).toEqual([])
  expect(await events(other.creator, talk)).toEqual([])
})

it('a project cancelled before anyone was hired says so to everyone who talks about it, and otherwise to the hired creator', async () => {
  const open = await buildProject(api.pool)
  const [applicant, asking] = await Promise.all([
    buildApplication(api.pool, { project: open }),
    buildCreator(api.pool),
  ])
  const hired = await buildDeal(api.pool)
  const other = await buildApplication(api.pool, { project: hired.project, status: 'rejected' })
  const talkOf = (project: { id: string; seller_id: string }, creatorId: string) =>
    oneRow<{ id: string }>(
      api.pool,
      sql`insert into conversations (project_id, seller_id, creator_id)
        values (${project.id}, ${project.seller_id}, ${creatorId}) returning id`,
    )
  const talks = {
    applicant: await talkOf(open, applicant.creator_id),
    asking: await talkOf(open, asking.id),
    other: await talkOf(hired.project, other.creator_id),
  }
  for (const { id, seller_id } of [open, hired.project])
    await api.call({ id: seller_id }, 'projects.cancel', { params: { id } })
  const ends = async (as: { id: string }, talk: { id: string }) =>
    (await events(as, talk)).map(({ kind, actor_id }) => [kind, actor_id])
  const [refetch] = await rows<{ user_ids: string[] }>(
    api.pool,
    sql`select array(select jsonb_array_elements_text(payload::jsonb -> 'user_ids')) as user_ids
      from graphile_worker._private_jobs where payload ->> 'project_id' = ${open.id}
        and payload::jsonb -> 'topics' ? 'conversations'`,
  )
  expect(refetch?.user_ids.toSorted()).toEqual(
    [open.seller_id, applicant.creator_id, asking.id].toSorted(),
  )
  const cancelled = [['project_cancelled', open.seller_id]]
  expect(await ends(applicant.creator, talks.applicant)).toEqual(cancelled)
  expect(await ends(asking, talks.asking)).toEqual(cancelled)
  expect(await ends(open.seller, talks.asking)).toEqual(cancelled)
  expect(await ends(hired.creator, hired.conversation)).toEqual([
    ['project_cancelled', hired.project.seller_id],
  ])
  expect(await ends(other.creator, talks.other)).toEqual([])
})

it('refunded and charged-back money are separate events with their amount and who caused them', async () => {
  for (const [move, kind, isPerson] of [
    ['refund', 'payment_refunded', true],
    ['dispute_lost', 'payment_charged_back', false],
  ] as const) {
    const { creator, project, application, conversation } = await buildDeal(api.pool)
    const payment = await buildPayment(api.pool, { application })
    const about = { entity: 'payment' as const, entityId: payment.id, projectId: project.id }
    const actorId = isPerson ? creator.id : null
    const moved = { move, from: 'held_in_escrow', to: 'refunded', actorId }
    await recordEvent(api.pool, { ...about, ...moved })
    const shown = await events(creator, conversation)
    expect(shown.map((one) => [one.kind, one.amount, one.actor_id])).toEqual([[kind, 540, actorId]])
  }
})

it('a thread with more events than the limit shows the newest ones', async () => {
  const { creator, project, application, conversation } = await buildDeal(api.pool)
  const work = await buildDeliverable(api.pool, { application: { ...application, creator } })
  await execute(
    api.pool,
    sql`insert into events (entity, entity_id, project_id, actor_id, move, from_status, to_status)
      select 'deliverable', ${work.id}, ${project.id}, ${creator.id}, 'submit', null, 'pending'
      from generate_series(1, ${THREAD_EVENTS_MOST + 5}::int)`,
  )
  const shown = await events(creator, conversation)
  expect(shown).toHaveLength(THREAD_EVENTS_MOST)
  const ids = shown.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  const [newest] = await rows<{ id: number }>(api.pool, sql`select max(id) as id from events`)
  expect(ids.at(-1)).toBe(newest?.id)
})

it('two published reviews are one card without their text, and a sealed review has none', async () => {
  const deal = await buildDeal(api.pool)
  const reviews = await buildReviews(api.pool, deal)
  const write = (side: 'seller' | 'creator') =>
    api.call(deal[side], 'reputation.write', {
      params: { id: reviews[side] },
      body: { scores: { first: 5, second: 4, third: 5 }, again: true, body: 'Quick answers.' },
    })
  const kinds = async () =>
    (await events(deal.creator, deal.conversation)).map(({ kind, reason }) => [kind, reason])
  await write('seller')
  expect(await kinds()).toEqual([])
  await write('creator')
  expect(await kinds()).toEqual([['reviews_shown', null]])
})

it('offers are cards for their two parties, and not in another applicant’s conversation', async () => {
  const { seller, creator, project, application, conversation } = await buildDeal(api.pool)
  const other = await buildApplication(api.pool, { project, status: 'rejected' })
  const talk = await oneRow<{ id: string }>(
    api.pool,
    sql`insert into conversations (project_id, seller_id, creator_id)
      values (${project.id}, ${seller.id}, ${other.creator.id}) returning id`,
  )
  const { id } = await buildOffer(api.pool, { application, priceCents: 48_000 })
  for (const [move, to, actorId] of [
    ['make', 'open', seller.id],
    ['decline', 'declined', creator.id],
    ['close', 'superseded', null],
  ] as const)
    await recordEvent(api.pool, {
      entity: 'offer',
      entityId: id,
      projectId: project.id,
      actorId,
      move,
      from: 'open',
      to,
    })
  for (const reader of [creator, seller])
    expect(await events(reader, conversation)).toMatchObject([
      { kind: 'offer_made', amount: 480, net: 408, actor_id: seller.id },
      { kind: 'offer_declined', amount: 480, net: 408, actor_id: creator.id },
    ])
  expect(await events(seller, talk)).toEqual([])
})

it('an order’s card shows its deadline until it is answered, and the answer has its own card', async () => {
  const seller = await buildSeller(api.pool)
  const creator = await buildCreator(api.pool, { payoutReady: true })
  const { id: packageId } = await buildPackage(api.pool, { creator })
  const place = () =>
    api.call(seller, 'package_orders.place', { params: { id: packageId }, body: orderInput() })
  const { body: order } = await place()
  const [talk] = (await api.call(creator, 'conversations.list')).body
  if (talk === undefined) throw new Error('an order opens the conversation about it')
  expect(talk.project).toMatchObject({ id: order.project_id, status: 'draft', order_id: order.id })
  const placed = {
    kind: 'order_placed',
    actor_id: seller.id,
    amount: 180,
    reason: orderInput().words,
    order: { id: order.id, answer_by: order.answer_by },
  }
  expect(await events(creator, talk)).toMatchObject([{ ...placed, net: 153 }])
  // Both can still write before the order is answered: a question is cheaper than a refusal.
  for (const who of [creator, seller]) {
    const params = { id: talk.id }
    const { status } = await api.call(who, 'messages.send', { params, body: { content: 'Hello' } })
    expect(status).toBe(200)
  }
  await api.call(creator, 'package_orders.accept', { params: { id: order.id } })
  const over = { id: order.id, answer_by: null }
  expect(await events(seller, talk)).toMatchObject([
    { ...placed, net: 153, order: over },
    { kind: 'order_accepted', actor_id: creator.id, amount: 180, reason: null, order: over },
  ])

  const { body: next } = await place()
  await api.call(creator, 'package_orders.decline', { params: { id: next.id } })
  const about = { project_id: next.project_id, creator_id: creator.id }
  const { body: declined } = await api.call(seller, 'conversations.open', { body: about })
  expect((await events(creator, declined)).map(({ kind }) => kind)).toEqual([
    'order_placed',
    'order_declined',
  ])
  await expectHidden(api, await buildCreator(api.pool), 'conversations.open', {
    body: { project_id: next.project_id },
  })
})

it('a conversation names the application with an open offer; the creator does not see a pending rejection', async () => {
  const project = await buildProject(api.pool)
  const application = await buildApplication(api.pool, { project })
  const { creator } = application
  const { body: talk } = await api.call(creator, 'conversations.open', {
    body: { project_id: project.id },
  })
  const offered = async (who: { id: string }) =>
    (await api.call(who, 'conversations.get', { params: { id: talk.id } })).body
      .offered_application_id
  expect(talk.offered_application_id).toBeNull()
  const { id } = await buildOffer(api.pool, { application })
  // Another applicant's open offer does not belong to this conversation.
  await buildOffer(api.pool, { application: await buildApplication(api.pool, { project }) })
  expect([await offered(creator), await offered(project.seller)]).toEqual(
    Array(2).fill(application.id),
  )
  await execute(
    api.pool,
    sql`update applications set reject_at = now() + interval '10 seconds' where id = ${application.id}`,
  )
  expect([await offered(creator), await offered(project.seller)]).toEqual([application.id, null])
  await api.call(creator, 'offers.decline', { params: { id } })
  expect(await offered(creator)).toBeNull()
})
