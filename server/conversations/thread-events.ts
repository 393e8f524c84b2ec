import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import { THREAD_EVENTS_MOST, type ThreadEventKind } from '#contract/conversations.ts'
import type { DealMoney } from '#contract/originals.ts'
import { type FeeTerms, splitPrice, usdFromCents } from '#contract/money.ts'
import type { Config } from '#server/config/config.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { dealTermsInJson, feeTermsInJson } from '#server/fees/fee-terms-store.ts'
import { type DeliverableReader, isOpenTo } from '#server/deliverables/deliverable-presenter.ts'
import { disputedCents } from '#server/disputes/money/disputed-money.ts'
import { dealMoneyColumn } from '#server/payments/record/deal-money.ts'
import { hiringEnd } from '#server/events/hiring-end.ts'
import { renditionUrl } from '#server/uploads/file-links.ts'
import { participantsFor } from './conversation-store.ts'

interface EventRow {
  id: number
  kind: ThreadEventKind
  at: string
  actor_id: string | null
  amount: number | null
  /** Cents that an agreed change returned to the card. */
  returned: number | null
  extra_rounds: number | null
  /** The payment's; for offers and orders, those of their deal. */
  fee_terms: FeeTerms | null
  reason: string | null
  /** The deliverable's, if there is one. */
  version: number
  deliverable_id: string
  file_id: string | null
  file_name: string
  file_type: string
  renditions: string[]
  file_count: number
  money: DealMoney | null
  order_id: string | null
  /** For an order that still waits. */
  answer_by: string | null
}

const endOfHiring = raw(
  `select ${hiringEnd('events.id').text} from projects where projects.id = events.project_id`,
)

/**
 * Returns what happened in a project's deal with one creator, newest first. Leaves out events that concern other
 * creators: once someone is hired, only they see the end of the project itself.
 */
const eventsOf = (db: Queryable, projectId: string, creatorId: string) =>
  rows<EventRow>(
    db,
    sql`select events.id, deliverables.id as deliverable_id, events.at, events.actor_id,
        coalesce(offers.price, amendments.price, orders.price, (select ${disputedCents} from payments where payments.id = disputed.id), payments.amount) - case when events.to_status in ('released', 'refunded') then payments.returned_part else 0 end as amount,
        case when events.move = 'accept' then amendments.returned end as returned,
        case when amendments.brief is null then amendments.rounds - amendments.against_rounds end as extra_rounds,
        case when payments.id is not null then ${feeTermsInJson}
          when offers.id is not null or orders.id is not null then ${dealTermsInJson} end as fee_terms,
        case when events.move = 'request_revision' then deliverables.reviewer_notes
          when events.entity = 'deal_dispute' and events.move = 'decide' then deal_disputes.decision_reason
          when events.entity = 'offer' and events.move = 'make' then offers.note
          when events.entity = 'package_order' and events.move = 'place' then orders.words
          when events.entity = 'amendment' and events.move = 'propose' then amendments.note
        end as reason,
        orders.id as order_id, case when orders.status = 'waiting' then orders.answer_by end as answer_by,
        deliverables.version, delivered.id as file_id, delivered.file_name, delivered.file_type, delivered.renditions,
        (select count(*)::integer from deliverable_files where deliverable_files.deliverable_id = deliverables.id) as file_count, ${dealMoneyColumn},
        case
          when events.entity = 'offer' then
            case events.move when 'make' then 'offer_made' when 'accept' then 'offer_accepted'
              when 'decline' then 'offer_declined' when 'withdraw' then 'offer_withdrawn'
              when 'overtake' then 'offer_overtaken' else 'offer_expired' end
          when events.entity = 'package_order' then
            case events.move when 'place' then 'order_placed' when 'accept' then 'order_accepted'
              when 'decline' then 'order_declined' when 'cancel' then 'order_cancelled'
              when 'lapse' then 'order_lapsed' else 'order_unfunded' end
          when events.entity = 'amendment' then
            case events.move when 'propose' then 'amendment_proposed' when 'accept' then 'amendment_accepted'
              when 'decline' then 'amendment_declined' when 'withdraw' then 'amendment_withdrawn'
              when 'agree' then 'amendment_agreed' when 'pay' then 'amendment_paid' when 'lapse' then 'amendment_lapsed'
              when 'call_off' then 'amendment_called_off' else 'amendment_expired' end
          when events.entity = 'shipment' then
            case events.move when 'drop' then 'shipment_dropped' when 'give_address' then 'shipment_addressed'
              when 'ship' then 'shipment_shipped' when 'receive' then 'shipment_received'
              when 'report' then 'shipment_problem' else 'shipment_wanted' end
          when events.entity = 'payment' then
            case when events.move = 'return_cancelled' then 'payment_too_late'
              when events.move = 'return_second' then 'payment_second_returned'
              when events.move = 'return_late_extra' then 'payment_extra_returned'
              when events.move = 'return_refunded' then 'payment_refunded'
              else case events.to_status when 'held_in_escrow' then 'payment_held' when 'released' then 'payment_released'
              else case when events.move = 'refund' then 'payment_refunded' else 'payment_charged_back' end end end
          when events.entity = 'deliverable' then
            case events.move when 'submit' then 'deliverable_submitted' when 'approve' then 'deliverable_approved'
              else 'revision_requested' end
          when events.entity = 'deal_dispute' then
            case events.move when 'open' then 'dispute_opened' when 'answer' then 'dispute_answered'
              when 'fall_due' then 'dispute_due' when 'withdraw' then 'dispute_withdrawn'
              when 'decide' then 'dispute_decided' else 'dispute_closed' end
          when events.entity = 'deal_review' then 'reviews_shown'
          when events.entity = 'application' then 'hiring_' || (${endOfHiring})
          else case events.to_status when 'completed' then 'project_completed' else 'project_cancelled' end
        end as kind
      from events
        left join payments on events.entity = 'payment' and payments.id = events.entity_id
        left join offers on events.entity = 'offer' and offers.id = events.entity_id
        left join package_orders orders on events.entity = 'package_order' and orders.id = events.entity_id
        left join amendments on events.entity = 'amendment' and amendments.id = events.entity_id
        left join applications on applications.id = coalesce(offers.application_id, amendments.application_id,
          (select hired.id from applications hired where hired.project_id = orders.project_id and hired.status = 'accepted'))
        left join deal_disputes on events.entity = 'deal_dispute' and deal_disputes.id = events.entity_id
        left join deal_reviews on events.entity = 'deal_review' and deal_reviews.id = events.entity_id
        left join payments disputed on disputed.id = deal_disputes.payment_id
        left join deliverables on events.entity = 'deliverable' and deliverables.id = events.entity_id
        left join files delivered on delivered.id = deliverables.file_id
      -- What was said before a hire was said about the project that hired; of it, only what is about this creator follows.
      where events.project_id in (${projectId}, (select listing_id from projects where id = ${projectId})) and (
        (events.entity = 'payment' and payments.creator_id = ${creatorId}
          and (events.move in ('return_cancelled', 'return_second', 'return_refunded', 'return_late_extra')
            or (events.to_status in ('held_in_escrow', 'released', 'refunded')
              and events.from_status is distinct from events.to_status)))
        or (events.entity = 'offer' and applications.creator_id = ${creatorId} and events.move not in ('counter', 'close'))
        or (events.entity = 'package_order' and orders.creator_id = ${creatorId})
        or (events.entity = 'amendment' and applications.creator_id = ${creatorId} and events.move <> 'close')
        or (events.entity = 'deal_dispute' and disputed.creator_id = ${creatorId}
          and events.move <> 'add_statement')
        or (events.entity = 'deliverable' and deliverables.creator_id = ${creatorId}
          and events.move in ('submit', 'approve', 'request_revision'))
        -- Both are shown together: one card for two of them. When one was written, and what, is in no card.
        or (events.entity = 'deal_review' and events.move = 'reveal'
          and ${creatorId} in (deal_reviews.author_id, deal_reviews.subject_id)
          and not exists (select from deal_reviews later where later.application_id = deal_reviews.application_id
            and later.id > deal_reviews.id and later.shown_at is not null))
        -- A creator who was not among those hired learns why. With one creator wanted, the notice says it.
        or (events.entity = 'application' and events.move = 'fill' and (${endOfHiring}) is not null
          and events.entity_id = (select id from applications where project_id = ${projectId} and creator_id = ${creatorId}))
        or ((events.entity = 'project' and events.to_status in ('completed', 'cancelled')
            or events.entity = 'shipment' and events.move <> 'correct_address')
          and exists (select from applications where applications.project_id = events.project_id
            and applications.creator_id = ${creatorId} and applications.status = 'accepted'))
        -- Without a hire, whoever talks about the project learns that there will be none. The end of an order, and of
        -- hiring that ended before, has its own card.
        or (events.entity = 'project' and events.move = 'cancel' and events.project_id = ${projectId}
          and (${endOfHiring}) is null
          and not exists (select from applications where applications.project_id = events.project_id
            and applications.status = 'accepted')
          and not exists (select from package_orders where package_orders.project_id = events.project_id)))
      order by events.id desc limit ${THREAD_EVENTS_MOST}`,
  )

/**
 * Returns the deal's events for a participant of the conversation, oldest first. Throws 404 for anyone else. They may
 * also see what was delivered: the project's owner reads all of it, a creator their own.
 */
export async function readEvents(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
): Promise<ThreadEvent[]> {
  const about = foundOr404(await participantsFor(deps.pool, viewer.id, conversationId))
  const reader = {
    id: viewer.id,
    as: viewer.id === about.creator_id ? 'creator' : 'brand',
  } as const
  const newestFirst = await eventsOf(deps.pool, about.project_id, about.creator_id)
  return newestFirst.toReversed().map((row) => presentEvent(deps.config, row, reader, deps.clock()))
}

function presentEvent(
  config: Config,
  row: EventRow,
  reader: DeliverableReader,
  now: Date,
): ThreadEvent {
  const { id, kind, at, actor_id, reason } = row
  return {
    id,
    kind,
    at,
    actor_id,
    amount: amountOf(row),
    net: netOf(row),
    returned: row.returned === null ? null : usdFromCents(row.returned),
    extra_rounds: row.extra_rounds,
    reason,
    order: row.order_id === null ? null : { id: row.order_id, answer_by: row.answer_by },
    deliverable: delivered(config, row, reader, now),
  }
}

/** USD. A release states what the creator receives: the price minus the fee (decision P6). */
function amountOf({ kind, amount, fee_terms: terms }: EventRow): number | null {
  if (amount === null) return null
  return usdFromCents(
    kind === 'payment_released' && terms !== null ? splitPrice(amount, terms).creatorCents : amount,
  )
}

/** USD that the creator receives of an offer's or an order's price. */
function netOf({ kind, amount, fee_terms: terms }: EventRow): number | null {
  if (amount === null || terms === null || !/^(offer|order)_/.test(kind)) return null
  return usdFromCents(splitPrice(amount, terms).creatorCents)
}

function delivered(
  config: Config,
  row: EventRow,
  reader: DeliverableReader,
  now: Date,
): ThreadEvent['deliverable'] {
  const { file_id: id, version, file_name, file_type, file_count, renditions } = row
  if (id === null) return null
  const link = { id: reader.id, mayOpen: isOpenTo(reader, row) }
  const poster_url = renditionUrl(config, { id, renditions }, 'poster', now, link)
  return { id: row.deliverable_id, version, file_name, file_type, file_count, poster_url }
}
