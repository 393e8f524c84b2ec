import type { EventEntity } from '#contract/events.ts'
import type { DisputeFacts, NoticeFacts } from '#contract/notice.ts'
import type { Role } from '#contract/profiles.ts'
import { MARKED_RENDITIONS } from '#contract/uploads.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, type Statement, sql } from '#server/db/sql.ts'
import { disputedCents, disputedParts } from '#server/disputes/money/disputed-money.ts'
import { dealTermsInJson, feeTermsInJson } from '#server/fees/fee-terms-store.ts'
import { hiringEnd } from '#server/events/hiring-end.ts'

/** The two sides of an event and what a notice can say about it. A side is null if it does not exist. */
export interface NoticeSubject {
  seller_id: string | null
  creator_id: string | null
  /** Who ordered the operation that the provider completed; null for everything else. */
  ordered_by: string | null
  facts: NoticeFacts
}

type Row = Omit<NoticeFacts, 'by_system' | 'days_left' | 'escalates' | 'dispute'> &
  Omit<NoticeSubject, 'facts'> & { dispute?: DisputeFacts }

/** Every column of `Row` except those that one entity adds; each statement names its own first. */
const common =
  raw(`projects.id as project_id, projects.title as project_title, projects.status as project_status,
  projects.deadline as due, projects.seller_id, coalesce(seller.company_name, seller.name) as seller_name,
  creator.id as creator_id, coalesce(creator.name, '') as creator_name`)
/**
 * The difference in cents between the price of an open amendment and the agreed price, where money is held for the
 * deal.
 */
const askedDifference = raw(`case when amendments.status = 'proposed' then
  (select abs(amendments.against_price - amendments.price) from payments
    where payments.application_id = amendments.application_id and payments.purpose = 'deal'
      and payments.status = 'held_in_escrow') end`)
/** The day of an amendment; of one that is agreed and not paid, as the arrival of a parcel moved it (`dayUnder`). */
const agreedDay =
  raw(`case when amendments.status = 'unpaid' and projects.deadline > amendments.against_deliver_by
  and projects.deadline > amendments.deliver_by then projects.deadline else amendments.deliver_by end`)
const NO_PAYMENT = `null::text as failure, null::text as funding_by, null::integer as returned_cents,
  null::boolean as decided, null::uuid as ordered_by`
const nothing = {
  words: raw('null::text as words'),
  amount: raw('null::integer as amount_cents'),
  file: raw('null::text as file_name, null::integer as version'),
  money: raw(`${NO_PAYMENT}, null::text as payment_status, null::json as fee_terms`),
}
/** For a price before there is a payment: the creator's net is shown beside it. */
const onlyTerms = raw(
  `${NO_PAYMENT}, null::text as payment_status, ${dealTermsInJson.text} as fee_terms`,
)
/**
 * The payments of a deal's price in cents, the deal's own payment first: the net of a changed price is split by these.
 */
const dealParts =
  raw(`(select json_build_array(applications.proposed_price - coalesce(sum(amount), 0))::jsonb
      || coalesce(jsonb_agg(amount order by created_at, id), '[]')
    from payments where payments.application_id = applications.id and purpose = 'extra' and funded_at is not null) as parts_cents`)
/** For a delivery. Its first file is named. */
const fileCount =
  raw(`(select count(*)::integer from deliverable_files where deliverable_id = deliverables.id)
    as file_count`)
/** For events about one person and no deal: that person is on the side of their role, and the other side is empty. */
const sideOf = (role: Role) => sql`case person.role when ${role} then person.id end`
const onesSelf = sql`null::uuid as project_id, '' as project_title, '' as project_status, null::date as due,
  ${sideOf('seller')} as seller_id, '' as seller_name, ${sideOf('creator')} as creator_id, '' as creator_name,
  ${nothing.words}, ${nothing.amount}, ${nothing.file}, ${nothing.money}`
/**
 * For a payment: the last file its creator uploaded for the project and has not handed in, if nothing of it can be
 * shown. Anyone who was told so may be waiting for the money.
 */
const waitingFile = sql`(select newest.file_name from (
    select files.file_name, files.renditions, files.prepared_at,
      exists (select from deliverable_files where deliverable_files.file_id = files.id) as handed_in
    from files where files.owner_id = payments.creator_id and files.project_id = payments.project_id
      and files.bucket = 'deliverable-files'
    order by files.created_at desc, files.id desc limit 1) newest
  where not newest.handed_in and newest.prepared_at is not null
    and not newest.renditions && ${MARKED_RENDITIONS}::text[]) as waiting_file`
const sellerOfProject = raw('join profiles seller on seller.id = projects.seller_id')

/** The current state of the row an event or a clock refers to; null when the row no longer exists. */
export async function noticeSubject(
  db: Queryable,
  entity: EventEntity,
  id: string,
  context: { bySystem: boolean; daysLeft: number | null; escalates: boolean },
): Promise<NoticeSubject | null> {
  const row = await maybeRow<Row>(db, statementFor(entity, id))
  if (row === null) return null
  const { seller_id, creator_id, ordered_by, dispute = null, ...facts } = row
  const { bySystem: by_system, daysLeft: days_left, escalates } = context
  return {
    seller_id,
    creator_id,
    ordered_by,
    facts: { ...facts, dispute, by_system, days_left, escalates },
  }
}

function statementFor(entity: EventEntity, id: string): Statement {
  switch (entity) {
    case 'project':
      return sql`select ${common}, ${nothing.words}, ${nothing.amount}, ${nothing.file}, ${nothing.money}
        from projects ${sellerOfProject}
        left join applications on applications.project_id = projects.id and applications.status = 'accepted'
        left join profiles creator on creator.id = applications.creator_id
        where projects.id = ${id}`
    case 'application':
      return sql`select ${common}, applications.message as words, applications.proposed_price as amount_cents,
          ${nothing.file}, ${onlyTerms},
          ${hiringEnd()} as hiring_end
        from applications join projects on projects.id = applications.project_id ${sellerOfProject}
        join profiles creator on creator.id = applications.creator_id
        where applications.id = ${id}`
    case 'offer':
      return sql`select ${common}, offers.note as words, offers.price as amount_cents,
          ${nothing.file}, ${onlyTerms},
          json_build_object('by', offers.by, 'deliver_by', offers.deliver_by, 'rounds', offers.rounds,
            'hire_at_once', offers.hire_at_once,
            'expires_at', to_char(offers.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as offer
        from offers join applications on applications.id = offers.application_id
        join projects on projects.id = applications.project_id ${sellerOfProject}
        join profiles creator on creator.id = applications.creator_id
        where offers.id = ${id}`
    case 'amendment':
      return sql`select ${common}, amendments.note as words, amendments.price as amount_cents, ${nothing.file},
          ${raw(NO_PAYMENT)}, ${dealTermsInJson} as fee_terms, ${dealParts},
          (select status from payments where payments.application_id = applications.id and purpose = 'deal'
            order by created_at desc limit 1) as payment_status,
          json_build_object('by', amendments.by, 'deliver_by', ${agreedDay},
            'changes_brief', amendments.brief is not null,
            'rounds', case when amendments.brief is null then amendments.rounds - amendments.against_rounds end,
            'returns', coalesce(amendments.returned, case when amendments.price < amendments.against_price then ${askedDifference} end),
            'extra', coalesce(amendments.extra, case when amendments.price > amendments.against_price then ${askedDifference} end),
            'pay_by', to_char(amendments.pay_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
            'expires_at', to_char(amendments.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as amendment
        from amendments join applications on applications.id = amendments.application_id
        join projects on projects.id = applications.project_id ${sellerOfProject}
        join profiles creator on creator.id = applications.creator_id
        where amendments.id = ${id}`
    case 'licence':
      return sql`select ${common}, ${nothing.words}, newest.price as amount_cents, ${nothing.file}, ${raw(NO_PAYMENT)},
          null::text as payment_status, jsonb_set(${dealTermsInJson}::jsonb, '{minimum_fee_cents}', '0') as fee_terms,
          licences.code as licence_code, licences.void_reason as licence_void, licences.ends_on as licence_ends_on, newest.months as extension_months,
          case when terms ? 'extend_cents' then json_build_object('months', (terms ->> 'extend_months')::integer,
            'cents', (terms ->> 'extend_cents')::bigint) end as licence_more
        from licences left join lateral (select price, months from licence_extensions
          where licence_id = licences.id order by number desc limit 1) newest on true
        join licence_terms on licence_terms.hash = licences.terms_hash
        join applications on applications.id = licences.application_id
        join projects on projects.id = licences.project_id ${sellerOfProject}
        join profiles creator on creator.id = applications.creator_id
        where licences.id = ${id}`
    // Never its address.
    case 'shipment':
      return sql`select ${common}, shipments.problem_words as words, ${nothing.amount}, ${nothing.file}, ${nothing.money},
          json_build_object('status', shipments.status, 'product', shipments.product, 'value_cents', shipments.value,
            'days', shipments.days, 'carrier', shipments.carrier, 'number', shipments.number,
            'problem', shipments.problem) as shipment
        from shipments join projects on projects.id = shipments.project_id ${sellerOfProject}
        left join applications on applications.project_id = projects.id and applications.status = 'accepted'
        left join profiles creator on creator.id = applications.creator_id
        where shipments.id = ${id}`
    case 'package_order':
      return sql`select ${common}, orders.words, orders.price as amount_cents, ${nothing.file}, ${onlyTerms},
          orders.id as order_id, orders.payment_method_id is not null as charges_card,
          to_char(coalesce(orders.fund_by, orders.answer_by) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as order_due
        from package_orders orders join projects on projects.id = orders.project_id ${sellerOfProject}
        left join applications on applications.project_id = projects.id and applications.status = 'accepted'
        join profiles creator on creator.id = orders.creator_id
        where orders.id = ${id}`
    case 'deliverable':
      return sql`select ${common}, deliverables.reviewer_notes as words, ${nothing.amount}, files.file_name, ${fileCount},
          deliverables.version, ${nothing.money},
          (select id from review_sendings where deliverable_id = deliverables.id and request_changes) as sending_id,
          (select max(version) from deliverables earlier where earlier.project_id = deliverables.project_id
            and earlier.superseded_at = deliverables.created_at) as replaces,
          deliverables.id as deliverable_id,
          (select count(*)::integer from review_notes join review_sendings on review_sendings.id = sending_id
            where review_sendings.deliverable_id = deliverables.id and request_changes) as note_count
        from deliverables join projects on projects.id = deliverables.project_id ${sellerOfProject}
        join profiles creator on creator.id = deliverables.creator_id
        join files on files.id = deliverables.file_id
        where deliverables.id = ${id}`
    case 'review_note':
      return sql`select ${common}, sendings.told as words, ${nothing.amount}, files.file_name, ${fileCount},
          deliverables.version, ${nothing.money}, notes.sending_id, deliverables.id as deliverable_id
        from review_notes notes left join review_sendings sendings on sendings.id = notes.sending_id
        join deliverables on deliverables.id = notes.deliverable_id
        join projects on projects.id = notes.project_id ${sellerOfProject}
        join profiles creator on creator.id = deliverables.creator_id
        join files on files.id = deliverables.file_id
        where notes.id = ${id}`
    case 'review_reply':
      return sql`select ${common}, replies.body as words, ${nothing.amount}, files.file_name,
          deliverables.version, ${nothing.money}, deliverables.id as deliverable_id
        from review_replies replies join review_notes notes on notes.id = replies.note_id
        join deliverables on deliverables.id = notes.deliverable_id
        join projects on projects.id = notes.project_id ${sellerOfProject}
        join profiles creator on creator.id = deliverables.creator_id
        -- The file the note is about.
        join deliverable_files about on about.deliverable_id = deliverables.id and about.position = notes.file_position
        join files on files.id = about.file_id
        where replies.id = ${id}`
    // Never contains a review's text: only its author, its deadline, and why it was removed.
    case 'deal_review':
      return sql`select projects.id as project_id, projects.title as project_title, projects.status as project_status,
          reviews.closes_at::date as due, projects.seller_id, coalesce(seller.company_name, seller.name) as seller_name,
          creator.id as creator_id, creator.name as creator_name, reviews.hidden_reason as words, ${nothing.amount},
          ${nothing.file}, ${nothing.money}, reviews.side as review_by,
          not exists (select from deal_reviews where application_id = reviews.application_id and status = 'open')
            as review_complete
        from deal_reviews reviews join projects on projects.id = reviews.project_id ${sellerOfProject}
        join profiles creator
          on creator.id = case when reviews.side = 'creator' then reviews.author_id else reviews.subject_id end
        where reviews.id = ${id}`
    case 'report':
      return sql`select ${onesSelf}, json_build_object('subject', reports.subject) as report
        from reports join profiles person on person.id = reports.reporter_id
        where reports.id = ${id}`
    // Never reveals who reported, nor that someone did.
    case 'sanction':
      return sql`select ${onesSelf}, json_build_object('id', sanctions.id, 'act', sanctions.act,
          'subject', sanctions.subject, 'reason', sanctions.reason, 'facts', sanctions.facts,
          'answer', sanctions.appeal_answer,
          'until', to_char(sanctions.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as sanction
        from sanctions join profiles person on person.id = sanctions.person_id
        where sanctions.id = ${id}`
    case 'operator_act':
    case 'block':
      throw new Error('operators’ acts and blocks raise no notice')
    // An order with a card makes the first attempt when it is accepted. The system makes the second attempt, a person
    // any other.
    case 'payment':
      return sql`select ${common}, ${nothing.words}, payments.amount - agreed_refund as amount_cents, ${nothing.file},
          payments.failure, payments.funding_by, payments.status as payment_status,
          greatest(0, case when decided_refund < amount then decided_refund else returned_part end - agreed_refund) as returned_cents,
          (select returned from amendments where amendments.application_id = payments.application_id and returned is not null
            order by number desc limit 1) as agreed_back_cents,
          decided_refund is not null as decided, ${feeTermsInJson} as fee_terms,
          payments.attempt = 2 and exists (select from package_orders orders
            where orders.project_id = payments.project_id and orders.payment_method_id is not null) as buyer_away,
          ${waitingFile},
          (select months from licence_extensions where licence_extensions.id = payments.extension_id) as extension_months,
          (select void_reason from licences where licences.application_id = payments.application_id
            and payments.extension_id is not null and not exists (select from events where entity = 'payment'
              and entity_id = payments.id and move = 'order_refund' and actor_id is not null)) as licence_void,
          -- Both sides agreed on that one, and both learn what became of it.
          (select case when move <> 'order_agreed_refund' then actor_id end from events where entity = 'payment' and entity_id = payments.id
            and move in ('order_release', 'order_refund', 'order_part_refund', 'order_agreed_refund') order by events.id desc limit 1) as ordered_by
        from payments join projects on projects.id = payments.project_id ${sellerOfProject}
        join profiles creator on creator.id = payments.creator_id
        where payments.id = ${id}`
    case 'invitation':
      return sql`select ${common}, invitations.message as words, ${nothing.amount}, ${nothing.file}, ${nothing.money}
        from project_invitations invitations
        join projects on projects.id = invitations.project_id ${sellerOfProject}
        join profiles creator on creator.id = invitations.creator_id
        where invitations.id = ${id}`
    case 'deal_dispute':
      // People's own words: a decision's reason, or before the decision the latest statement.
      return sql`select ${common},
          case when deal_disputes.status = 'decided' then deal_disputes.decision_reason
            else (select content from deal_dispute_statements where dispute_id = deal_disputes.id
              order by number desc limit 1) end as words,
          ${disputedCents} as amount_cents, ${disputedParts} as parts_cents, ${nothing.file},
          null::text as failure, null::text as funding_by, payments.status as payment_status,
          coalesce(deal_disputes.returned_cents, 0) as returned_cents, deal_disputes.status = 'decided' as decided,
          null::uuid as ordered_by, ${feeTermsInJson} as fee_terms,
          json_build_object('reason', deal_disputes.reason, 'outcome', deal_disputes.outcome,
            'respondent', case when deal_disputes.respondent_id = projects.seller_id then 'seller' else 'creator' end,
            'answer_by', to_char(deal_disputes.answer_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as dispute
        from deal_disputes join payments on payments.id = deal_disputes.payment_id
        join projects on projects.id = deal_disputes.project_id ${sellerOfProject}
        join profiles creator on creator.id = payments.creator_id
        where deal_disputes.id = ${id}`
    case 'payout_account':
      return sql`select null::uuid as project_id, '' as project_title, '' as project_status, null::date as due,
          null::uuid as seller_id, '' as seller_name, creator.id as creator_id, creator.name as creator_name,
          ${nothing.words}, ${nothing.amount}, ${nothing.file}, ${nothing.money}
        from profiles creator where creator.id = ${id}`
  }
}
