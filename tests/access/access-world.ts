import { createHash, randomUUID } from 'node:crypto'
import type { ShipmentStatus } from '#contract/shipping.ts'
import type { Pool } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { book, holdEntries } from '#server/payments/ledger/ledger.ts'
import {
  buildAmendment,
  buildApplication,
  type BuiltApplication,
  buildBrief,
  buildChecks,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildDeliverable,
  buildDispute,
  buildFile,
  buildGuestLink,
  buildInvitation,
  buildMessage,
  buildNote,
  buildOffer,
  buildOperator,
  buildPayment,
  type BuiltProject,
  buildProject,
  buildReviews,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildReceipt } from '#tests/support/documents.ts'
import { buildExtension, buildLicence } from '#tests/support/licences.ts'
import { openSession } from '#tests/support/push.ts'
import { buildList } from '#tests/support/creator-lists.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { buildShipment } from '#tests/support/shipments.ts'
import { buildReport, buildSanction } from '#tests/support/reports.ts'
import { buildOrder, buildPackage } from '#tests/support/packages.ts'

/** Everyone who may call a route, from the perspective of one deal. */
export const ACTORS = [
  'anonymous',
  'owner',
  'counterpart',
  'applicant',
  'stranger_seller',
  'stranger_creator',
  'operator',
] as const
export type Actor = (typeof ACTORS)[number]

/** The ids of everything the table refers to. */
export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>

/**
 * One owner with a project in every relevant state: a running deal with a payment, a delivery and a conversation, a
 * second deal that is not funded yet, an active project with an open application and invitation, a draft and a
 * cancelled project. `counterpart` is accepted in both deals, and hired for a project that wants several; `applicant`
 * was rejected there, and when the last one was cancelled.
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
    operator: await buildOperator(pool),
  } satisfies Record<Exclude<Actor, 'anonymous'>, BuiltUser>
  // The session that each of their calls is made with (tests/support/api.ts).
  for (const person of Object.values(people)) await openSession(pool, person)
  await buildApplication(pool, { project: running, creator: people.applicant, status: 'rejected' })

  const unfunded = await buildProject(pool, { seller: owner, status: 'in_progress' })
  const toFund = await buildApplication(pool, {
    project: unfunded,
    creator: counterpart,
    status: 'accepted',
  })

  const licence = await buildLicence(pool, { application: deal.application })
  const amendment = await buildAmendment(pool, { application: toFund })
  const changing = await buildProject(pool, { seller: owner, status: 'in_progress' })
  const unpaidChange = await buildAmendment(pool, {
    application: await buildApplication(pool, {
      project: changing,
      creator: counterpart,
      status: 'accepted',
    }),
    status: 'unpaid',
  })

  const contested = await buildHeldPayment(pool, owner, counterpart)
  const heldPayment = await buildHeldPayment(pool, owner, counterpart)

  const active = await buildProject(pool, { seller: owner })
  await buildBrief(pool, active.id)
  const pending = await buildApplication(pool, { project: active, creator: people.applicant })
  const offer = await buildOffer(pool, { application: pending, by: 'seller' })
  const invitation = await buildInvitation(pool, { project: active, creator: counterpart })
  const draft = await buildProject(pool, { seller: owner, status: 'draft' })
  const cancelled = await buildProject(pool, { seller: owner, status: 'cancelled' })
  await buildApplication(pool, {
    project: cancelled,
    creator: people.applicant,
    status: 'rejected',
  })

  // `counterpart` and `applicant` are each hired for it.
  const listing = await buildListing(pool, { seller: owner })
  const split = await buildSplit(pool, listing, { owner, creator: counterpart })
  await buildHire(pool, { listing, creator: people.applicant })

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
  const payment = await buildPayment(pool, { application: deal.application })
  const deliverable = await buildDeliverable(pool, { application: deal.application })
  await buildChecks(pool, deliverable, await buildBrief(pool, running.id))
  return {
    people,
    conversation: deal.conversation,
    application: deal.application,
    running,
    unfunded,
    toFund,
    active,
    pending,
    offer,
    amendment,
    unpaidChange,
    invitation,
    package: await buildPackage(pool, { creator: counterpart }),
    order: await buildOrder(pool, { seller: owner, creator: counterpart }),
    draft,
    cancelled,
    message,
    listing,
    split,
    wantsAddress: await buildParcel(pool, owner, counterpart, 'address_wanted'),
    toShip: await buildParcel(pool, owner, counterpart, 'to_ship'),
    onItsWay: await buildParcel(pool, owner, counterpart, 'shipped'),
    hasProblem: await buildParcel(pool, owner, counterpart, 'problem'),
    dispute: await buildDispute(pool, { payment: contested, openedBy: owner }),
    heldPayment,
    notification: await oneRow<{ id: number }>(
      pool,
      sql`insert into notifications (user_id, cause, notice, audience, kind, facts, page)
        values (${owner.id}, 'event:0', 'project.cancel', 'seller', 'applications', '{"project_title": "Mugs"}', '/projects')
        returning id`,
    ),
    session: await oneRow<{ id: string }>(
      pool,
      sql`insert into auth.sessions (user_id, refresh_key, refreshed_at)
        values (${owner.id}, ${Buffer.alloc(32)}, now()) returning id`,
    ),
    paymentMethod,
    webhook: await oneRow<{ number: string }>(
      pool,
      sql`insert into webhook_events (event_id, type, payload)
        values (${`evt_${randomUUID()}`}, 'charge.succeeded', '{"kind": "charge_succeeded"}') returning number::text`,
    ),
    job: await oneRow<{ number: string }>(
      pool,
      sql`select id::text as number from graphile_worker.permanently_fail_jobs(array[(
        select id from graphile_worker.add_job('payments.nothing', '{}'))], 'It did not work.')`,
    ),
    difference: await oneRow<{ number: string }>(
      pool,
      sql`insert into money_differences (kind, provider_id, detail)
        values ('charge_unbooked', ${`ch_${randomUUID()}`}, '5400 cents belong to no payment') returning id::text as number`,
    ),
    proposal: await oneRow<{ id: string; digest: string }>(
      pool,
      // About a separate difference that owes nothing, so the clock does not end it as overtaken.
      sql`with difference as (
          insert into money_differences (kind, provider_id, detail)
          values ('charge_unbooked', ${`ch_${randomUUID()}`}, 'Proposed to be resolved') returning id)
        insert into operator_proposals (act, subject_id, terms, cents, why, digest, proposed_by, proposed_at, expires_at)
        select 'resolve_difference', id::text, '{}', 0, 'Paid by hand.',
          ${createHash('sha256').update(randomUUID()).digest('hex')}, ${people.operator.id}, now(), now() + interval '7 days'
        from difference returning id, digest`,
    ),
    view: await oneRow<{ id: string }>(
      pool,
      sql`insert into operator_views (operator_id, session_id, person_id, reason_kind, began_at, expires_at)
        values (${people.operator.id}, gen_random_uuid(), ${people.applicant.id}, 'payment', now(), now() + interval '15 minutes')
        returning id`,
    ),
    payment,
    document: await buildReceipt(pool, payment),
    deliverable,
    openReviews: await buildReviews(pool, deal),
    shownReviews: await buildReviews(
      pool,
      { project: unfunded, application: toFund, seller: owner, creator: counterpart },
      { shown: true },
    ),
    report: await buildReport(pool, { reporter: owner, about: people.applicant }),
    sanction: await buildSanction(pool, { person: counterpart, operator: people.operator }),
    ring: await oneRow<{ id: string }>(
      pool,
      sql`insert into ring_links (seller_id, creator_id, signals, seen_on, found_at)
        values (${owner.id}, ${people.applicant.id}, '{device}', current_date, now()) returning id`,
    ),
    overruledRing: await oneRow<{ id: string }>(
      pool,
      sql`insert into ring_links (seller_id, creator_id, signals, overruled, seen_on, found_at)
        values (${owner.id}, ${counterpart.id}, '{device}', '{device}', current_date, now()) returning id`,
    ),
    licence,
    extension: await buildExtension(pool, licence),
    appealed: await buildSanction(pool, {
      person: counterpart,
      operator: people.operator,
      appealed: true,
    }),
    list: await buildList(pool, { seller: owner, creators: [counterpart] }),
    guestLink: await buildGuestLink(pool, { project: running }),
    note: await buildNote(pool, { deliverable }),
    draftNote: await buildNote(pool, { deliverable, status: 'draft' }),
    freshFile: await buildFile(pool, {
      owner: counterpart,
      bucket: 'deliverable-files',
      project: running,
    }),
  }
}

/**
 * A deal that was split off, with everything a deal has: anyone else hired for the listing is a stranger to all of it.
 */
async function buildSplit(
  pool: Pool,
  listing: BuiltProject,
  { owner, creator }: { owner: BuiltUser; creator: BuiltUser },
) {
  const { id, application: sent } = await buildHire(pool, { listing, creator })
  const application = { ...sent, project_id: id, creator }
  await buildShipment(pool, { project: { id }, status: 'to_ship' })
  await buildLicence(pool, { application })
  const deliverable = await buildDeliverable(pool, { application })
  const payment = await holdPayment(pool, application)
  return {
    id,
    conversation: await oneRow<{ id: string }>(
      pool,
      sql`select id from conversations where project_id = ${id}`,
    ),
    amendment: await buildAmendment(pool, { application }),
    deliverable,
    note: await buildNote(pool, { deliverable }),
    payment,
    dispute: await buildDispute(pool, { payment, openedBy: owner }),
  }
}

/** The held money of a separate deal, in the ledger too: the money checks run over this world. */
/** A running deal with a product in a given state. */
async function buildParcel(
  pool: Pool,
  seller: BuiltUser,
  creator: BuiltUser,
  status: ShipmentStatus,
): Promise<{ id: string }> {
  const project = await buildProject(pool, { seller, status: 'in_progress' })
  await buildApplication(pool, { project, creator, status: 'accepted' })
  await buildShipment(pool, { project, status })
  return project
}

async function buildHeldPayment(
  pool: Pool,
  seller: BuiltUser,
  creator: BuiltUser,
): Promise<{ id: string }> {
  const project = await buildProject(pool, { seller, status: 'in_progress' })
  return holdPayment(pool, await buildApplication(pool, { project, creator, status: 'accepted' }))
}

async function holdPayment(pool: Pool, application: BuiltApplication): Promise<{ id: string }> {
  const { id } = await buildPayment(pool, { application })
  const charge = `ch_${id}`
  await inTransaction(pool, async (tx) => {
    const { amount } = await oneRow<{ amount: number }>(
      tx,
      sql`update payments set status = 'held_in_escrow', stripe_charge_id = ${charge}, funded_at = now()
        where id = ${id} returning amount`,
    )
    await book(tx, { paymentId: id, kind: 'hold', reference: charge, entries: holdEntries(amount) })
  })
  return { id }
}
