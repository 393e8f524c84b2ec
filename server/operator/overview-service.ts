import { callsOf } from '#contract/operator-roles.ts'
import { usdFromCents } from '#contract/money.ts'
import type { OperatorOverview } from '#contract/operator-record-schemas.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { findVideoTool } from '#server/providers/video/find-video-tool.ts'
import { FIRST_LOOK_DAYS } from '#contract/reports.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { roleOf } from '#server/operator/roles/role-store.ts'
import { warnedPeople } from './safety-store.ts'

type Numbers = Omit<
  OperatorOverview,
  'email' | 'may' | 'held_amount' | 'video_tool' | 'warned_people'
> & {
  held_cents: number
}

const DAY_MS = 86_400_000

/** What is waiting for an operator, how much money is held, and what prepares videos here. */
export async function overview(deps: Deps, viewer: Viewer, now: Date): Promise<OperatorOverview> {
  const { held_cents, ...numbers } = await oneRow<Numbers>(
    deps.pool,
    sql`select (select count(*) from money_differences where resolved_at is null) as open_differences,
        (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts) as given_up_jobs,
        (select count(*) from graphile_worker._private_jobs
          where last_error is not null and attempts < max_attempts) as retrying_jobs,
        (select count(*) from webhook_events where applied_at is null) as waiting_webhooks,
        (select count(*) from payments where dispute_outcome = 'open') as disputed_payments,
        (select count(*) from deal_disputes where status = 'awaiting_decision') as disputes_to_decide,
        (select count(*) from operator_proposals where status = 'proposed' and proposed_by <> ${viewer.id}) as proposals_to_confirm,
        (select count(*) from auth.users where banned_until > ${now}) as banned_people,
        (select count(*) from reports where status in ('open', 'taken')) as open_reports,
        (select count(*) from sanctions join auth.users on users.id = person_id
          where appeal_status = 'open' and users.deleted_at is null) as open_appeals,
        (select round((extract(epoch from percentile_cont(0.5) within group (order by looked_at - created_at)) / 3600)::numeric, 1)::float8
          from reports where looked_at > ${new Date(now.getTime() - FIRST_LOOK_DAYS * DAY_MS)}) as first_look_hours,
        ${roleOf(viewer.id)} as role,
        held.payments as held_payments, held.cents as held_cents
      from (select count(*) as payments, coalesce(sum(amount - returned_part), 0)::bigint as cents from payments
        where status = 'held_in_escrow') held`,
  )
  const video = await findVideoTool(deps.config.ffmpeg)
  return {
    email: viewer.email,
    ...numbers,
    may: callsOf(numbers.role),
    held_amount: usdFromCents(held_cents),
    video_tool: video?.name ?? null,
    warned_people: await warnedPeople(deps.pool, now),
  }
}
