import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildDispute,
  buildInvitation,
  buildMessage,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('a creator’s cards count their own applications and deliveries', async () => {
  const { creator, application, seller } = await buildDeal(api.pool)
  await buildDeliverable(api.pool, { application: { ...application, creator }, status: 'approved' })
  await buildDeliverable(api.pool, { application: { ...application, creator }, version: 2 })
  await buildApplication(api.pool, { project: await buildProject(api.pool, { seller }), creator })
  await buildDeliverable(api.pool, { application: (await buildDeal(api.pool)).application })
  const counts = await api.call(creator, 'dashboard.creator')
  expect(counts.body).toEqual({ applications: 2, deliverables: 2, approved_deliverables: 1 })
  const newcomer = await buildCreator(api.pool)
  const none = await api.call(newcomer, 'dashboard.creator')
  expect(none.body).toEqual({ applications: 0, deliverables: 0, approved_deliverables: 0 })
})

test('a seller’s panel counts drafts, active projects and pending deliveries', async () => {
  const { application, seller } = await buildDeal(api.pool)
  await buildDeliverable(api.pool, { application, status: 'approved' })
  await buildDeliverable(api.pool, { application, version: 2 })
  for (const status of ['draft', 'draft', 'active', 'completed', 'cancelled']) {
    await buildProject(api.pool, { seller, status })
  }
  const counts = await api.call(seller, 'dashboard.seller')
  expect(counts.body).toEqual({ draft_projects: 2, active_projects: 1, pending_reviews: 1 })
  // A decision about the money ends the review of what was still pending.
  const disputed = await buildApplication(api.pool, {
    project: await buildProject(api.pool, { seller, status: 'in_progress' }),
    status: 'accepted',
  })
  await buildDeliverable(api.pool, { application: disputed })
  const payment = await buildPayment(api.pool, { application: disputed, status: 'held_in_escrow' })
  const dispute = await buildDispute(api.pool, { payment, openedBy: seller })
  expect((await api.call(seller, 'dashboard.seller')).body.pending_reviews).toBe(2)
  await execute(
    api.pool,
    sql`update deal_disputes set status = 'decided', outcome = 'release', returned_cents = 0, decision_reason = 'As agreed.',
      decided_by = ${seller.id}, ended_at = now() where id = ${dispute.id}`,
  )
  expect((await api.call(seller, 'dashboard.seller')).body.pending_reviews).toBe(1)
  const newcomer = await buildSeller(api.pool)
  const none = await api.call(newcomer, 'dashboard.seller')
  expect(none.body).toEqual({ draft_projects: 0, active_projects: 0, pending_reviews: 0 })
})

test('the header counts the other side’s unread messages and the open invitations', async () => {
  const { seller, creator, conversation } = await buildDeal(api.pool)
  await buildMessage(api.pool, { conversation, sender: seller })
  await buildMessage(api.pool, { conversation, sender: seller })
  await buildMessage(api.pool, { conversation, sender: seller, read: true })
  await buildMessage(api.pool, { conversation, sender: creator })
  await buildInvitation(api.pool, { creator })
  await buildInvitation(api.pool, { creator, status: 'declined' })
  await buildInvitation(api.pool, {
    creator,
    project: await buildProject(api.pool, { status: 'cancelled' }),
  })
  const counts = async (as: { id: string }) => (await api.call(as, 'navigation.counts')).body
  expect(await counts(creator)).toMatchObject({ unread_messages: 2, pending_invitations: 1 })
  expect(await counts(seller)).toMatchObject({ unread_messages: 1, pending_invitations: 0 })
  expect(await counts(await buildCreator(api.pool))).toEqual({
    unread_messages: 0,
    pending_invitations: 0,
    operator: false,
  })
})
