import { ANSWERS_SHOWN } from '#server/checks/check-store.ts'
import { sql } from '#server/db/sql.ts'
import type { ExportTable } from './export-table.ts'

/** Deliveries and what was said about them. */
export const WORK_TABLES: readonly ExportTable[] = [
  {
    // An address is exported only to the person who gave it, while it is stored.
    name: 'products-sent',
    of: (
      id,
    ) => sql`select shipments.id, shipments.project_id, projects.title as project_title, shipments.status, product,
        value / 100.0 as value_usd, days, carrier, number, link, problem, problem_words, since, shipped_at, received_at,
        case when accepted.creator_id = ${id} then sealed_address end as address
      from shipments join projects on projects.id = shipments.project_id
        left join applications accepted on accepted.project_id = projects.id and accepted.status = 'accepted'
      where ${id} in (projects.seller_id, accepted.creator_id) order by since`,
    open: (row, seal) => ({
      ...row,
      address: Buffer.isBuffer(row['address'])
        ? seal.open(String(row['id']), row['address'])
        : null,
    }),
  },
  {
    name: 'deliverables',
    of: (
      id,
    ) => sql`select deliverables.id, deliverables.project_id, file_id, screenshot_id, post_url, notes,
        ai_parts, reviewer_notes, deliverables.status, version, reviewed_at, superseded_at,
        deliverables.created_at
      from deliverables join projects on projects.id = deliverables.project_id
      where deliverables.creator_id = ${id} or seller_id = ${id} order by deliverables.created_at`,
  },
  {
    name: 'delivery-files',
    of: (
      id,
    ) => sql`select deliverables.project_id, deliverables.version, position, item_id, files.file_name, files.file_type
      from deliverable_files join deliverables on deliverables.id = deliverable_id
        join projects on projects.id = deliverables.project_id join files on files.id = deliverable_files.file_id
      where ${id} in (deliverables.creator_id, seller_id)
      order by deliverables.project_id, deliverables.version, position`,
  },
  {
    // The brand's answers belong to the brand until both sides can read them.
    name: 'delivery-checks',
    of: (
      id,
    ) => sql`select deliverables.project_id, deliverables.version, deliverables.brief_version, checks.check_id, machine,
        found, ticked, reason, case when seller_id = ${id} or ${ANSWERS_SHOWN} then holds end as holds,
        case when seller_id = ${id} or ${ANSWERS_SHOWN} then note end as note,
        case when seller_id = ${id} or ${ANSWERS_SHOWN} then answered_at end as answered_at
      from deliverable_checks checks join deliverables on deliverables.id = checks.deliverable_id
        join projects on projects.id = deliverables.project_id
      where ${id} in (deliverables.creator_id, seller_id)
      order by deliverables.project_id, deliverables.version, checks.check_id`,
  },
  {
    // Drafts belong to the brand until they are sent.
    name: 'review-notes',
    of: (
      id,
    ) => sql`select notes.id, notes.project_id, notes.deliverable_id, version, file_position, notes.author_id = ${id} as written_by_me,
        guest_name, kind, body, at_ms, until_ms, page, place_x, place_y, drawing, notes.status, number, answer_done,
        answer_text, answered_at, waived, notes.created_at, sent_at, resolved_at
      from review_notes notes join deliverables on deliverables.id = notes.deliverable_id
      where notes.author_id = ${id} or (creator_id = ${id} and number is not null)
      order by notes.project_id, number nulls last, notes.created_at`,
  },
  {
    // What others have written about them is exported only once it is shown.
    name: 'deal-reviews',
    of: (
      id,
    ) => sql`select id, project_id, author_id = ${id} as written_by_me, status, first, second, third, again, body, note,
        closes_at, sealed_at, shown_at, hidden_at, hidden_reason, answer, answered_at
      from readable_deal_reviews(${id})
      where author_id = ${id} or (subject_id = ${id} and status in ('shown', 'hidden')) order by closes_at, id`,
  },
  {
    name: 'track-record',
    of: (id) => sql`select deals, figures, badges from track_records where profile_id = ${id}`,
  },
  {
    name: 'review-guest-links',
    of: (id) => sql`select id, project_id, created_at, expires_at, revoked_at, last_used_at
      from review_guest_links where created_by = ${id} order by created_at`,
  },
  {
    name: 'review-replies',
    of: (
      id,
    ) => sql`select note_id, replies.author_id = ${id} as written_by_me, replies.body, replies.created_at
      from review_replies replies join review_notes notes on notes.id = note_id
        join deliverables on deliverables.id = notes.deliverable_id
      where notes.author_id = ${id} or creator_id = ${id} order by replies.seq`,
  },
  {
    name: 'review-requests',
    of: (
      id,
    ) => sql`select sendings.id, sendings.project_id, deliverable_id, request_changes, words, told, sent_at
      from review_sendings sendings join deliverables on deliverables.id = deliverable_id
      where author_id = ${id} or creator_id = ${id} order by sent_at`,
  },
  {
    // Originals that this person opened, and the people who opened theirs.
    name: 'opened-files',
    of: (
      id,
    ) => sql`select deliverables.project_id, deliverables.version, position, profiles.name as opened_by, opened_at
      from file_openings join deliverable_files using (file_id) join deliverables on deliverables.id = deliverable_id
        join profiles on profiles.id = reader_id
      where ${id} in (reader_id, deliverables.creator_id) order by opened_at`,
  },
  {
    name: 'invitations',
    of: (id) => sql`select id, project_id, message, status, created_at, updated_at
      from project_invitations where creator_id = ${id} or seller_id = ${id} order by created_at`,
  },
  {
    name: 'conversations',
    of: (id) => sql`select id, project_id, created_at, updated_at
      from conversations where ${id} in (seller_id, creator_id) order by created_at`,
  },
  {
    name: 'messages',
    of: (id) => sql`select conversation_id, project_id, sender_id = ${id} as sent_by_me,
        case when covered_at is null or sender_id = ${id} then content end as content,
        array(select file_name from files where message_id = messages.id
          and (covered_at is null or sender_id = ${id}) order by message_place) as files,
        messages.created_at, read_at, safety as safety_warnings
      from messages join conversations on conversations.id = conversation_id
      where ${id} in (seller_id, creator_id) order by conversation_id, seq`,
  },
]
