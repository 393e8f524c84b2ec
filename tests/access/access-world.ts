import { randomUUID } from 'node:crypto'
import type { Pool } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildFile,
  buildInvitation,
  buildMessage,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'

/** Everybody who may stand before a route, seen from one deal. */
export const ACTORS = [
  'anonymous',
  'owner',
  'counterpart',
  'applicant',
  'stranger_seller',
  'stranger_creator',
] as const
export type Actor = (typeof ACTORS)[number]

/** Ids of everything the table speaks of. */
export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>

/**
 * One owner with a project in every state that matters: a running deal with a payment, a delivery and talk,
 * a second one not funded yet, an active project with an open application and invitation, a draft and a
 * cancelled one. `counterpart` is accepted in both deals, `applicant` was turned down there.
 */
export async function buildAccessWorld(pool: Pool) {
  const deal = await buildDeal(pool)
  const { seller: owner, creator: counterpart, project: running } = deal
  const people = {
    owner,
    counterpart,
    applicant: await buildCreator(pool, { name: 'Jonas Reed' }),
    stranger_seller: await buildSeller(pool, 'Sana Mills'),
    stranger_creator: await buildCreator(pool, { name: 'Kofi Mensah' }),
  } satisfies Record<Exclude<Actor, 'anonymous'>, BuiltUser>
  await buildApplication(pool, { project: running, creator: people.applicant, status: 'rejected' })

  const unfunded = await buildProject(pool, { seller: owner, status: 'in_progress' })
  const toFund = await buildApplication(pool, {
    project: unfunded,
    creator: counterpart,
    status: 'accepted',
  })

  const active = await buildProject(pool, { seller: owner })
  const pending = await buildApplication(pool, { project: active, creator: people.applicant })
  const invitation = await buildInvitation(pool, { project: active, creator: counterpart })
  const draft = await buildProject(pool, { seller: owner, status: 'draft' })
  const cancelled = await buildProject(pool, { seller: owner, status: 'cancelled' })

  const message = await buildMessage(pool, { conversation: deal.conversation, sender: owner })
  const customerId = `cus_${randomUUID()}`
  await execute(
    pool,
    sql`update profiles set stripe_customer_id = ${customerId} where id = ${owner.id}`,
  )
  const paymentMethod = await oneRow<{ id: string }>(
    pool,
    sql`insert into customer_payment_methods
        (stripe_customer_id, stripe_payment_method_id, is_default, card_brand, card_last4, card_exp_month, card_exp_year)
      values (${customerId}, ${`pm_${randomUUID()}`}, true, 'visa', '4242', 12, 2034) returning id`,
  )
  return {
    people,
    conversation: deal.conversation,
    application: deal.application,
    running,
    unfunded,
    toFund,
    active,
    pending,
    invitation,
    draft,
    cancelled,
    message,
    session: await oneRow<{ id: string }>(
      pool,
      sql`insert into auth.sessions (user_id, refresh_key, refreshed_at)
        values (${owner.id}, ${Buffer.alloc(32)}, now()) returning id`,
    ),
    paymentMethod,
    payment: await buildPayment(pool, { application: deal.application }),
    deliverable: await buildDeliverable(pool, { application: deal.application }),
    freshFile: await buildFile(pool, {
      owner: counterpart,
      bucket: 'deliverable-files',
      project: running,
    }),
  }
}
