import type { MessageFile } from '#contract/conversation-schemas.ts'
import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { usdFromCents } from '#contract/money.ts'
import { checklistsStatement } from '#server/checks/check-store.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { oneRow, raw, sql, type Statement } from '#server/db/sql.ts'
import {
  type DeliverableReader,
  presentDeliverable,
} from '#server/deliverables/deliverable-presenter.ts'
import { type DeliverableRow, deliveredStatement } from '#server/deliverables/deliverable-store.ts'
import { filesColumn } from '#server/conversations/message-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import {
  checksInEvidence,
  type EvidenceCheckRow,
  type EvidenceNoteRow,
  notesInEvidence,
  presentCheck,
  presentNote,
} from './dispute-notes.ts'
import { sideOf } from './dispute-policy.ts'
import {
  amendmentsInEvidence,
  type EvidenceAmendmentRow,
  type EvidenceOfferRow,
  type EvidencePrice,
  offersInEvidence,
  presentAmendment,
  presentOffer,
  pricePaid,
} from './dispute-negotiation.ts'
import type { DealDisputeRow } from './dispute-store.ts'

/** One row more than a page, to tell whether there are older ones. */
const limit = raw(String(DISPUTE_LIMITS.messages_page + 1))

/** The parties of the deal, and its project. */
type Deal = Pick<DealDisputeRow, 'payment_id' | 'project_id' | 'creator_id' | 'seller_id'>

interface EvidenceRow extends EvidencePrice {
  title: string
  description: string
  product_details: string | null
  budget: number
  deadline: string
  created_at: string
  message: string
  applied_at: string
  /** Newest first, one more than a page. */
  messages: {
    id: string
    seq: number
    sender_id: string
    content: string
    created_at: string
    files: MessageFile[]
  }[]
  events: { id: number; kind: string; actor_id: string | null; at: string }[]
  deliverables: DeliverableRow[]
  offers: EvidenceOfferRow[]
  amendments: EvidenceAmendmentRow[]
  checks: EvidenceCheckRow[]
  checklists: DisputeEvidence['checklists']
  notes: EvidenceNoteRow[]
}

function evidenceStatement(dispute: Deal, before: number): Statement {
  const { payment_id, project_id, creator_id, seller_id } = dispute
  const messages = sql`select messages.id, messages.seq, messages.sender_id, messages.content, messages.created_at,
        ${filesColumn}
      from messages join conversations on conversations.id = messages.conversation_id
      where conversations.project_id = ${project_id} and conversations.seller_id = ${seller_id}
        and conversations.creator_id = ${creator_id} and messages.seq < ${before}
      order by messages.seq desc limit ${limit}`
  // A dispute is about everything that is held for the deal (decision 0073).
  const ofDeal = sql`select paid.id from payments named join payments paid using (application_id)
          where named.id = ${payment_id} and paid.purpose <> 'extension'`
  // The deal's own events: answers to other applicants are not included. What came before a deal was split off happened
  // in its listing: that it was posted, and what happened to this creator's application and offers.
  const events = sql`select id, entity || '.' || move as kind, actor_id, at from events
      where project_id in (projects.id, projects.listing_id) and (
        (entity = 'project' and case when project_id = projects.listing_id then move in ('create', 'publish')
          else projects.listing_id is null or move <> 'create' end)
        or (entity = 'payment' and entity_id in (${ofDeal}))
        or (entity = 'application' and entity_id =
          (select application_id from payments where payments.id = ${payment_id}))
        or (entity = 'deliverable' and entity_id in
          (select deliverables.id from deliverables where deliverables.project_id = ${project_id}
            and deliverables.creator_id = ${creator_id}))
        or (entity = 'offer' and entity_id in
          (select offers.id from offers join payments using (application_id) where payments.id = ${payment_id}))
        or (entity = 'amendment' and entity_id in
          (select amendments.id from amendments join payments using (application_id) where payments.id = ${payment_id}))
        or (entity = 'deal_dispute' and entity_id in
          (select deal_disputes.id from deal_disputes where payment_id in (${ofDeal}))))
      order by id`
  const deliverables = deliveredStatement(project_id, creator_id)
  return sql`select projects.title, projects.description, projects.product_details, projects.budget, projects.deadline,
      coalesce((select posted.created_at from projects posted where posted.id = projects.listing_id), projects.created_at) as created_at,
      applications.message, ${pricePaid}, applications.created_at as applied_at,
      ${listInJson(messages, 'created_at')} as messages, ${listInJson(events, 'at')} as events,
      ${listInJson(
        deliverables,
        'reviewed_at',
        'superseded_at',
        'created_at',
        'review_from',
      )} as deliverables,
      ${offersInEvidence(payment_id)} as offers, ${amendmentsInEvidence(payment_id)} as amendments,
      ${checksInEvidence(project_id, creator_id)} as checks,
      ${listInJson(checklistsStatement(project_id, creator_id))} as checklists, ${notesInEvidence(project_id)} as notes
    from payments join projects on projects.id = payments.project_id
    join applications on applications.id = payments.application_id
    where payments.id = ${payment_id}`
}

/**
 * Returns the evidence in the deal itself, the same for both sides and the operator except for the originals of what
 * was delivered. It is read from the rows: messages, deliveries and events never change, and a brief only gains details
 * after an acceptance (decision P14).
 */
export async function disputeEvidence(
  { config, pool }: Deps,
  reader: DeliverableReader,
  dispute: Deal,
  before: number | undefined,
  now: Date,
): Promise<DisputeEvidence> {
  const deal = await oneRow<EvidenceRow>(
    pool,
    evidenceStatement(dispute, before ?? Number.MAX_SAFE_INTEGER),
  )
  const messages = deal.messages.slice(0, DISPUTE_LIMITS.messages_page).toReversed()
  return {
    brief: {
      title: deal.title,
      description: deal.description,
      product_details: deal.product_details,
      budget: usdFromCents(deal.budget),
      deadline: deal.deadline,
      created_at: deal.created_at,
    },
    application: {
      message: deal.message,
      proposed_price: usdFromCents(deal.proposed_price),
      first_price: usdFromCents(deal.first_price),
      created_at: deal.applied_at,
    },
    deliverables: deal.deliverables.map((row) => presentDeliverable(config, row, reader, now)),
    // Included only on the first page: older pages contain only older messages.
    offers: before === undefined ? deal.offers.map((row) => presentOffer(row, deal)) : [],
    amendments:
      before === undefined ? deal.amendments.map((row) => presentAmendment(row, deal)) : [],
    checks: before === undefined ? deal.checks.map(presentCheck) : [],
    checklists: before === undefined ? deal.checklists : [],
    notes: before === undefined ? deal.notes.map((note) => presentNote(note, dispute)) : [],
    messages: messages.map(({ sender_id, files, ...message }) => ({
      ...message,
      files: files.map((file) => ({ ...file, file_url: signedFileUrl(config, file.id, now) })),
      by: sideOf(dispute, sender_id) ?? 'seller',
    })),
    messages_before: deal.messages.length > messages.length,
    events: deal.events.map(({ actor_id, ...event }) => ({
      ...event,
      by: actor_id === null ? 'system' : (sideOf(dispute, actor_id) ?? 'operator'),
    })),
  }
}
