import { sql } from '#server/db/sql.ts'
import type { ExportTable } from './export-table.ts'

/** What someone asked for, offered and agreed on. The other side’s address does not belong to them. */
export const AGREEMENT_TABLES: readonly ExportTable[] = [
  {
    // The card that was to be charged is listed among the brand's cards.
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
        deadline, product_images, status, created_at, seats, hiring_until, budget_total / 100.0 as budget_total_usd, listing_id,
        (select sentence from licence_terms where hash = licence_terms_hash) as stated_licence
      from projects where seller_id = ${id} order by created_at`,
  },
  {
    // Every version of one's own projects; for deals one was hired for, the versions that were ever agreed.
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
        proposed_price / 100.0 as proposed_price_usd, applications.status,
        case when applications.status = 'rejected' then reject_note end as reject_note, applications.created_at
      from applications join projects on projects.id = project_id
      where creator_id = ${id} order by applications.created_at`,
  },
  {
    name: 'applications-received',
    of: (id) => sql`select applications.id, project_id, profiles.name as creator_name, message,
        proposed_price / 100.0 as proposed_price_usd,
        case when applications.reject_at is null then applications.status else 'rejected' end as status,
        shortlisted_at, reject_note, applications.created_at
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
        deliver_by, against_deliver_by, price / 100.0 as price_usd, against_price / 100.0 as against_price_usd, returned / 100.0 as returned_usd,
        extra / 100.0 as extra_usd, pay_by, rounds, against_rounds, amendments.brief, amendments.brief_hash, amendments.brief_version,
        against_brief_version, note, amendments.status, expires_at, amendments.created_at, answered_at
      from amendments join applications on applications.id = application_id
        join projects on projects.id = project_id
      where ${id} in (seller_id, creator_id) order by amendments.application_id, number`,
  },
]
