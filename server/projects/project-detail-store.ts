import type { ProjectBrief } from '#contract/brief-schemas.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { ProjectTimeline } from '#contract/project-schemas.ts'
import { briefOfProject, postedBrief } from '#server/briefs/brief-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import { timeInJson } from '#server/db/json-rows.ts'
import { maybeRow, oneRow, raw, sql } from '#server/db/sql.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import { notApart } from '#server/apart/apart.ts'
import {
  applied,
  orderOfProject,
  projectColumns,
  type ProjectRow,
  shownApplication,
} from './project-store.ts'
import { committedTo } from './listing-store.ts'

/** What the detail page shows beyond the project's own row. `accepted_price` is integer cents. */
export interface ProjectSurroundings extends ProjectTimeline {
  seller: PersonCard
  application_count: number
  to_answer: number
  creator: PersonCard | null
  creator_gone: boolean
  accepted_price: number | null
  in_dispute: boolean
  /** The accepted creator has deleted their account without delivering anything. */
  creator_left: boolean
  offered_rounds: number | null
  used_rounds: number
  /** The amounts that changes added to the held money, or will add once they are paid; null if there are none. */
  added: { cents: number; pay_by: string | null; held_at: string | null }[] | null
  to_invite: PersonCard | null
  order_id: string | null
  order_fund_by: string | null
  brief: ProjectBrief | null
  /**
   * The brief as it was posted, and the date if another one was agreed on since: what readers other than the two
   * parties see.
   */
  posted_brief: ProjectBrief | null
  posted_deadline: string | null
  /**
   * For a deal that was split off: the project that hired for it, and how many creators are wanted and hired. Never who
   * else was hired.
   */
  listing: { id: string; title: string; wanted: number; hired: number } | null
  /** The total cost of its hires, in cents. */
  committed: number
}

/**
 * When a project reached its milestones, from its events. The first time counts, except for deliveries and approval:
 * there the track shows the latest version. Anything before a deal was split off happened in its listing: when that was
 * posted, and when this creator applied.
 */
export const projectTimeline = raw(`select
    coalesce(case when projects.listing_id is not null then (select min(posted.at) from events posted
      where posted.entity = 'project' and posted.entity_id = projects.listing_id and posted.to_status = 'active') end,
      min(at) filter (where entity = 'project' and to_status = 'active')) as posted_at,
    coalesce(case when projects.listing_id is not null then (select min(sent.at) from events sent
      where sent.entity = 'application' and sent.move = 'submit' and sent.entity_id =
        (select id from applications where applications.project_id = projects.id and applications.listing_id is not null)) end,
      min(at) filter (where (entity, move) in (('application', 'submit'), ('package_order', 'accept')))) as first_application_at,
    min(at) filter (where entity = 'application' and to_status = 'accepted') as accepted_at,
    min(at) filter (where entity = 'payment' and to_status = 'held_in_escrow') as funded_at,
    max(at) filter (where entity = 'deliverable' and to_status = 'pending') as delivered_at,
    max(at) filter (where entity = 'deliverable' and to_status = 'approved') as approved_at,
    min(at) filter (where entity = 'payment' and to_status = 'released') as released_at,
    min(at) filter (where (entity, move) = ('project', 'cancel') and actor_id is not null) as cancelled_at
  from events where events.project_id = projects.id`)

/** The number of applications, and how many of them are still unanswered. */
export const applicationCounts = raw(
  `${applied.text} as application_count,
  (select count(*) from applications where project_id = projects.id and status = 'pending'
    and ${shownApplication.text}) as to_answer`,
)

/**
 * For the accepted application: the rounds last agreed on, by a change or an offer, and how many the brand has asked
 * for. Deliveries are found by their project because no index has them by application.
 */
export const roundFacts = raw(
  `coalesce((select coalesce(rounds, (brief ->> 'rounds')::integer) from amendments where amendments.application_id = accepted.id
      and amendments.status = 'accepted' and (rounds is not null or brief is not null) order by number desc limit 1),
    (select rounds from offers where offers.application_id = accepted.id and offers.status = 'accepted'
    order by number desc limit 1),
    (select (terms ->> 'rounds')::integer from package_orders where package_orders.project_id = projects.id)) as offered_rounds,
  (select count(*) from deliverables where deliverables.project_id = accepted.project_id
    and deliverables.application_id = accepted.id
    and deliverables.status = 'rejected' and superseded_at is null) as used_rounds`,
)

/** For the accepted application: the amounts that changes added to its price, in order (decision 0073). */
export const addedMoney = raw(`(select json_agg(json_build_object('cents', amendments.extra,
      'pay_by', case amendments.status when 'unpaid' then ${timeInJson('amendments.pay_by').text} end,
      'held_at', ${timeInJson('extra.funded_at').text})
      order by amendments.number)
    from amendments left join payments extra on extra.amendment_id = amendments.id and extra.funded_at is not null
    where amendments.application_id = accepted.id and amendments.extra is not null
      and amendments.status in ('accepted', 'unpaid')) as added`)

/**
 * The condition that the creator of an accepted application, the statement's `accepted`, has deleted their account
 * without having delivered anything. Not for a banned one: a ban changes nothing that was agreed (decision 0015), and it
 * can end. Deliveries are found by their project because no index has them by application.
 */
export const deserted =
  raw(`(exists (select from auth.users where id = accepted.creator_id and deleted_at is not null)
  and not exists (select from deliverables
    where deliverables.project_id = accepted.project_id and deliverables.application_id = accepted.id))`)

export const projectSurroundings = (db: Queryable, id: string) =>
  oneRow<ProjectSurroundings>(
    db,
    sql`select ${personCardOf('seller')} as seller,
        ${applicationCounts},
        case when creator.id is not null then ${personCardOf('creator')} end as creator,
        exists (select from auth.users where users.id = creator.id and deleted_at is not null) as creator_gone,
        case when invitee.id is not null then ${personCardOf('invitee')} end as to_invite,
        accepted.proposed_price as accepted_price,
        ${roundFacts}, ${addedMoney}, ${orderOfProject},
        exists (select from payments
          where payments.project_id = projects.id and deal_dispute_id is not null) as in_dispute,
        ${deserted} as creator_left,
        (select json_build_object('id', listings.id, 'title', listings.title, 'wanted', listings.seats, 'hired',
            (select count(*) from projects deals where deals.listing_id = listings.id and deals.status <> 'cancelled'))
          from projects listings where listings.id = projects.listing_id) as listing,
        ${committedTo(raw('projects.id'))} as committed,
        ${briefOfProject} as brief, ${postedBrief} as posted_brief, projects.posted_deadline,
        timeline.*
      from projects
      join profiles seller on seller.id = projects.seller_id
      left join applications accepted on accepted.project_id = projects.id and accepted.status = 'accepted'
      left join profiles creator on creator.id = accepted.creator_id
      left join profiles invitee on invitee.id = projects.to_invite
        and ${notApart(raw('projects.seller_id'), raw('projects.to_invite'))}
      cross join lateral (${projectTimeline}) timeline
      where projects.id = ${id}`,
  )

/** A seller's own project, with the creator to invite once it is posted; null if they have none of this id. */
export const postedProject = (db: Queryable, id: string, sellerId: string) =>
  maybeRow<ProjectRow & { to_invite: string | null }>(
    db,
    sql`select ${projectColumns}, projects.to_invite from projects where id = ${id} and seller_id = ${sellerId}`,
  )
