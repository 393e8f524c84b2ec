import { stringify } from 'csv-stringify/sync'
import { ANSWERS_SHOWN } from '#server/checks/check-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import { rows, sql, type Statement } from '#server/db/sql.ts'

/** One list of the export: its name and rows. */
export interface ExportTable {
  name: string
  of: (userId: string) => Statement
}

/** The tables of a person's export. The other side's address and the provider's ids are not theirs. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  {
    name: 'account',
    of: (id) => sql`select id, email, email_confirmed_at, last_sign_in_at, created_at, user_metadata
      from auth.users where id = ${id}`,
  },
  {
    name: 'ways-to-sign-in',
    of: (id) => sql`select provider, email, last_sign_in_at, created_at
      from auth.identities where user_id = ${id} order by created_at`,
  },
  {
    name: 'sessions',
    of: (id) => sql`select created_at, refreshed_at, user_agent, host(ip) as address
      from auth.sessions where user_id = ${id} order by created_at`,
  },
  {
    name: 'second-factors',
    of: (id) => sql`select friendly_name, factor_type, status, last_challenged_at, created_at
      from auth.factors where user_id = ${id} order by created_at`,
  },
  {
    name: 'profile',
    of: (
      id,
    ) => sql`select id, name, email, role, avatar_url, bio, niches, rates, social_links, portfolio_urls, portfolio_captions,
        company_name, industry, website, brand_description, greeted_at, first_steps_dismissed_at,
        created_at
      from profiles where id = ${id}`,
  },
  {
    name: 'packages',
    of: (
      id,
    ) => sql`select id, title, items, price / 100.0 as price_usd, days, rounds, add_ons, samples, status, updated_at
      from packages where creator_id = ${id} order by position`,
  },
  {
    // The card it was to be charged to is listed among the brand's cards.
    name: 'package-orders',
    of: (
      id,
    ) => sql`select id, project_id, seller_id = ${id} as ordered_by_me, terms, add_ons, price / 100.0 as price_usd, days,
        words, links, question, status, created_at, answer_by, answered_at, fund_by
      from package_orders where ${id} in (seller_id, creator_id) order by created_at`,
  },
  {
    name: 'projects',
    of: (
      id,
    ) => sql`select id, title, description, product_details, category, budget / 100.0 as budget_usd,
        deadline, product_images, status, created_at
      from projects where seller_id = ${id} order by created_at`,
  },
  {
    // Of one's own projects each version; of deals one was hired for, those that were ever agreed.
    name: 'briefs',
    of: (
      id,
    ) => sql`select briefs.project_id, projects.title as project_title, briefs.version, brief, hash, briefs.created_at
      from project_briefs briefs join projects on projects.id = briefs.project_id
        left join applications accepted on accepted.project_id = projects.id and accepted.status = 'accepted'
          and accepted.creator_id = ${id} and (accepted.brief_version = briefs.version
            or exists (select from amendments where application_id = accepted.id and amendments.status = 'accepted'
              and briefs.version in (amendments.brief_version, against_brief_version)))
      where seller_id = ${id} or accepted.id is not null
      order by briefs.project_id, briefs.version`,
  },
  {
    name: 'brief-templates',
    of: (id) => sql`select name, brief, created_at from brief_templates
      where seller_id = ${id} order by name`,
  },
  {
    name: 'applications-sent',
    of: (id) => sql`select applications.id, project_id, projects.title as project_title, message,
        proposed_price / 100.0 as proposed_price_usd, applications.status, applications.created_at
      from applications join projects on projects.id = project_id
      where creator_id = ${id} order by applications.created_at`,
  },
  {
    name: 'applications-received',
    of: (id) => sql`select applications.id, project_id, profiles.name as creator_name, message,
        proposed_price / 100.0 as proposed_price_usd,
        case when applications.reject_at is null then applications.status else 'rejected' end as status,
        shortlisted_at, applications.created_at
      from applications join projects on projects.id = project_id
        join profiles on profiles.id = applications.creator_id
      where seller_id = ${id} order by applications.created_at`,
  },
  {
    name: 'offers',
    of: (
      id,
    ) => sql`select offers.id, offers.application_id, projects.id as project_id, projects.title as project_title,
        number, case offers.by when 'seller' then seller_id else creator_id end = ${id} as made_by_me,
        price / 100.0 as price_usd, deliver_by, rounds, items, note, hire_at_once, against_price / 100.0 as against_price_usd,
        against_deliver_by, against_rounds, against_items, offers.status, expires_at, offers.created_at, answered_at
      from offers join applications on applications.id = application_id
        join projects on projects.id = project_id
      where ${id} in (seller_id, creator_id) order by offers.application_id, number`,
  },
  {
    name: 'amendments',
    of: (
      id,
    ) => sql`select amendments.id, amendments.application_id, projects.id as project_id, projects.title as project_title,
        number, case amendments.by when 'seller' then seller_id else creator_id end = ${id} as made_by_me,
        deliver_by, against_deliver_by, price / 100.0 as price_usd, against_price / 100.0 as against_price_usd, amendments.brief, amendments.brief_hash, amendments.brief_version,
        against_brief_version, note, amendments.status, expires_at, amendments.created_at, answered_at
      from amendments join applications on applications.id = application_id
        join projects on projects.id = project_id
      where ${id} in (seller_id, creator_id) order by amendments.application_id, number`,
  },
  {
    name: 'deliverables',
    of: (
      id,
    ) => sql`select deliverables.id, deliverables.project_id, file_id, screenshot_id, post_url, notes,
        reviewer_notes, deliverables.status, version, reviewed_at, superseded_at,
        deliverables.created_at
      from deliverables join projects on projects.id = deliverables.project_id
      where deliverables.creator_id = ${id} or seller_id = ${id} order by deliverables.created_at`,
  },
  {
    // The brand's answers are its own until both sides read them.
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
    // Drafts are the brand's own until they are sent.
    name: 'review-notes',
    of: (
      id,
    ) => sql`select notes.id, notes.project_id, notes.deliverable_id, version, notes.author_id = ${id} as written_by_me,
        guest_name, kind, body, at_ms, until_ms, page, place_x, place_y, drawing, notes.status, number, answer_done,
        answer_text, answered_at, waived, notes.created_at, sent_at, resolved_at
      from review_notes notes join deliverables on deliverables.id = notes.deliverable_id
      where notes.author_id = ${id} or (creator_id = ${id} and number is not null)
      order by notes.project_id, number nulls last, notes.created_at`,
  },
  {
    // What others have written about them only once it is shown.
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
    // Originals that this person opened, and who opened theirs.
    name: 'opened-files',
    of: (
      id,
    ) => sql`select deliverables.project_id, deliverables.version, profiles.name as opened_by, opened_at
      from file_openings join deliverables using (file_id) join profiles on profiles.id = reader_id
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
    of: (id) => sql`select conversation_id, project_id, sender_id = ${id} as sent_by_me, content,
        array(select file_name from files where message_id = messages.id order by message_place) as files,
        messages.created_at, read_at
      from messages join conversations on conversations.id = conversation_id
      where ${id} in (seller_id, creator_id) order by conversation_id, seq`,
  },
  {
    name: 'payments-not-held',
    of: (
      id,
    ) => sql`select payment_id, reason, turned_away_charges.amount / 100.0 as amount_usd, arrived_at,
        returned_at, came_back_at
      from turned_away_charges join payments on payments.id = payment_id
      where ${id} in (seller_id, creator_id) order by arrived_at`,
  },
  {
    name: 'payments',
    of: (
      id,
    ) => sql`select id, project_id, case when seller_id = ${id} then 'paid' else 'received' end as side,
        amount / 100.0 as amount_usd, currency, purpose, fee_bps / 100.0 as fee_percent,
        minimum_fee / 100.0 as minimum_fee_usd, returned_part / 100.0 as part_returned_usd, status, payment_method, funded_at, released_at, refunded_at, created_at
      from payments where ${id} in (seller_id, creator_id) order by created_at`,
  },
  {
    name: 'disputes',
    of: (
      id,
    ) => sql`select deal_disputes.id, deal_disputes.project_id, payment_id, reason, deal_disputes.status,
        opened_by = ${id} as opened_by_me, opened_at, answer_by, answered_at, ended_at, outcome,
        returned_cents / 100.0 as returned_usd, decision_reason
      from deal_disputes join payments on payments.id = payment_id
      where ${id} in (seller_id, creator_id) order by opened_at`,
  },
  {
    name: 'dispute-statements',
    of: (
      id,
    ) => sql`select statements.dispute_id, author_id = ${id} as said_by_me, content, statements.created_at
      from deal_dispute_statements statements join deal_disputes on deal_disputes.id = statements.dispute_id
        join payments on payments.id = payment_id
      where ${id} in (seller_id, creator_id) order by statements.number`,
  },
  {
    name: 'cards',
    of: (
      id,
    ) => sql`select card_brand, card_last4, card_exp_month, card_exp_year, is_default, methods.created_at
      from customer_payment_methods methods
        join profiles on profiles.stripe_customer_id = methods.stripe_customer_id
      where profiles.id = ${id} order by methods.created_at`,
  },
  {
    name: 'payout-account',
    of: (id) => sql`select onboarding_complete, created_at
      from stripe_accounts where user_id = ${id} order by created_at`,
  },
  {
    name: 'payouts',
    of: (
      id,
    ) => sql`select payouts.amount / 100.0 as amount_usd, payouts.status, arrival_date, sent_at
      from payouts join stripe_accounts using (stripe_account_id)
      where user_id = ${id} order by sent_at`,
  },
  {
    name: 'notifications',
    of: (id) => sql`select notice, facts, page, read_at, created_at
      from notifications where user_id = ${id} order by created_at`,
  },
  {
    name: 'mail-preferences',
    of: (id) =>
      sql`select kind, email from notification_preferences where user_id = ${id} order by kind`,
  },
  {
    name: 'saved-searches',
    of: (id) => sql`select id, about, q, category, niche, platform, mailed_at, created_at
      from saved_searches where user_id = ${id} order by created_at`,
  },
  {
    name: 'saved-search-finds',
    of: (id) => sql`select search_id, found_id, found_at, told
      from saved_search_finds join saved_searches on saved_searches.id = search_id
      where user_id = ${id} order by found_at`,
  },
  {
    // Whom this person has saved. Who has saved them is the brands' own.
    name: 'saved-creators',
    of: (id) => sql`select creator_id, profiles.name as creator_name, saved_at
      from saved_creators join profiles on profiles.id = creator_id
      where seller_id = ${id} order by saved_at`,
  },
  {
    name: 'what-i-did',
    of: (id) => sql`select entity, entity_id, project_id, move, from_status, to_status, at
      from events where actor_id = ${id} order by id`,
  },
  {
    name: 'files',
    of: (
      id,
    ) => sql`select id, bucket, project_id, message_id, file_name, file_type, size, created_at
      from files where owner_id = ${id} order by created_at`,
  },
]

type Row = Record<string, unknown>

/** Yields the lists one at a time; none is kept in memory. */
export async function* exportedTables(
  db: Queryable,
  userId: string,
): AsyncGenerator<{ name: string; json: string; csv: string }> {
  for (const { name, of } of EXPORT_TABLES) {
    const found = await rows<Row>(db, of(userId))
    yield { name, json: `${JSON.stringify(found, null, 2)}\n`, csv: csvOf(found) }
  }
}

/**
 * RFC 4180, the names of the columns first; nothing for no rows. A cell that a spreadsheet would read as a formula is
 * marked as text.
 */
export function csvOf(found: readonly Row[]): string {
  return stringify([...found], {
    header: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // It quotes its own record delimiter, and a lone line feed would end the record just the same.
    quoted_match: /[\r\n]/,
    cast: { boolean: String },
  })
}
