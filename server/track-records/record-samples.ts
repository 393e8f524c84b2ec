import {
  ANSWER_CAP_HOURS,
  ANSWER_SETTLES_HOURS,
  FUND_HOURS,
  RECORD_MONTHS,
} from '#contract/track-record.ts'
import { DEAL_REVIEW_BEGUN_HOURS } from '#contract/reputation.ts'
import type { Role } from '#contract/profiles.ts'
import { raw } from '#server/db/sql.ts'

const hours = (count: number) => `interval '${count} hours'`
/** The shop's side, as profiles call it. */
const SHOP: Role = 'seller'
const WINDOW = `interval '${RECORD_MONTHS} months'`
const CAP = hours(ANSWER_CAP_HOURS)
const SETTLED = `who.at - ${hours(ANSWER_SETTLES_HOURS)}`
const day = (moment: string) => `(${moment} at time zone 'UTC')::date`
/** The condition that something that came back has been sent again since. */
const stands = (sent: string, back: string) => `${sent} > coalesce(${back}, 0)`
const at = (what: string, entity: string, move: string) =>
  `${what} filter (where entity = '${entity}' and move = '${move}')`
const minutes = (from: string, to: string) =>
  `floor(extract(epoch from ${to} - ${from}) / 60)::integer`

/**
 * Three relations that follow `who (person, side, at)`: `deals` are the deals of each person at that moment, and
 * `samples` say what each item adds to which figure, as contract/track-record.ts defines. A deal is identified by its
 * project, which has one accepted application. Nothing that a review says is read here, and nothing of a ring is
 * counted (contract/rings.ts). Each step is lateral, with an offset that keeps it so: a plan that reads all deals or
 * messages for a hundred people takes minutes in a large marketplace.
 */
export const recordSamples = raw(`hired as (
    select person, side, at, own.* from who cross join lateral (
      select applications.id as application_id, project_id, seller_id, deadline, in_ring(seller_id, creator_id) as ring
        from applications join projects on projects.id = project_id
        where side = 'creator' and creator_id = person and applications.status = 'accepted'
      union all
      select applications.id as application_id, project_id, seller_id, deadline, in_ring(seller_id, creator_id) as ring
        from projects
        join applications on project_id = projects.id and applications.status = 'accepted'
        where side = '${SHOP}' and seller_id = person offset 0) own),
  told as (
    select hired.*, seen.*, exists (select from deal_disputes where deal_disputes.project_id = hired.project_id
        and status = 'decided' and outcome = 'release') as lost_by_brand
      from hired cross join lateral (select
        min(events.at) filter (where entity = 'application' and move = 'accept'
          and entity_id = application_id) as accepted_at,
        ${at('min(events.at)', 'deliverable', 'submit')} as delivered_at,
        coalesce(bool_or(entity = 'deliverable' and move = 'request_revision'), false) as revised,
        coalesce(bool_or(entity = 'deliverable' and move = 'approve'), false) as approved,
        coalesce(bool_or(entity = 'deliverable' and move = 'approve' and actor_id is null), false) as by_clock,
        ${at('min(events.at)', 'payment', 'hold')} as held_at,
        ${at('max(events.id)', 'payment', 'release')} as released,
        ${at('max(events.id)', 'payment', 'transfer_came_back')} as released_back,
        ${at('max(events.id)', 'payment', 'refund')} as refunded,
        ${at('max(events.id)', 'payment', 'refund_came_back')} as refunded_back,
        ${at('max(events.at)', 'payment', 'refund')} as refunded_at,
        coalesce(bool_or(entity = 'payment' and move = 'decide'), false) as decided
      from events where events.project_id = hired.project_id) seen),
  deals as materialized (
    select *, case when ${stands('released', 'released_back')} then 'released'
        when ${stands('refunded', 'refunded_back')}
          and (decided or refunded_at >= held_at + ${hours(DEAL_REVIEW_BEGUN_HOURS)}) then 'refunded' end as ended
      from told where accepted_at > at - ${WINDOW} and not ring),
  turns as (
    select person, at, talks.project_id, said.* from who
      cross join lateral (select id, project_id from conversations where side = 'creator'
        and creator_id = person and updated_at > who.at - ${WINDOW} and not in_ring(seller_id, creator_id) offset 0) talks
      cross join lateral (
        select written_by, asked_at, lead(asked_at) over talk as answered_at, row_number() over talk as turn
          from (select sender_id as written_by, created_at as asked_at, seq, lag(sender_id) over (order by seq) as before
            from messages where conversation_id = talks.id and created_at <= ${SETTLED}) line
          where before is distinct from written_by
          window talk as (order by seq)) said),
  samples as (
    select person, project_id, accepted_at as happened_at, figure, good, null::integer as minutes
      from deals cross join lateral (values
        ('on_time', 'creator', case when deadline < ${day('at')}
            and (${day('held_at')} <= deadline or ${day('delivered_at')} <= deadline)
            and not (delivered_at is null and coalesce(${day('refunded_at')} <= deadline, false))
          then coalesce(${day('delivered_at')} <= deadline, false) end),
        ('first_pass', 'creator', case when revised then false when approved then true end),
        ('finished', 'creator', ended = 'released'),
        ('funded', '${SHOP}', case when held_at is not null or accepted_at + ${hours(FUND_HOURS)} <= at
          then coalesce(held_at <= accepted_at + ${hours(FUND_HOURS)}, false) end),
        ('by_clock', '${SHOP}', case when approved then by_clock end),
        ('refunds', '${SHOP}', ended = 'refunded'),
        ('disputes_lost', '${SHOP}', case when ended is not null then lost_by_brand end)
      ) as measured (figure, of_side, good) where of_side = side and good is not null
    union all
    select person, project_id, submitted_at, 'reviews', null, ${minutes('submitted_at', 'reviewed_at')}
      from deals cross join lateral (select
          min(events.at) filter (where move = 'submit') as submitted_at,
          min(events.at) filter (where move in ('approve', 'request_revision')) as reviewed_at
        from events where events.project_id = deals.project_id and entity = 'deliverable' group by entity_id) looked
      where side = '${SHOP}' and reviewed_at >= submitted_at
    union all
    select person, project_id, asked_at, 'answers', null,
        ${minutes('asked_at', `least(coalesce(answered_at, 'infinity'), asked_at + ${CAP})`)}
      from turns where written_by <> person and asked_at > at - ${WINDOW}
        and (answered_at is not null
          or (turn = 1 and asked_at <= at - ${hours(ANSWER_SETTLES_HOURS)} - ${CAP})))`)

/** The number of deals of each person that are left out because they belong to a ring; used after `recordSamples`. */
export const leftOutDeals = raw(
  `select count(*)::integer as deals from told where ring and accepted_at > at - ${WINDOW}`,
)
