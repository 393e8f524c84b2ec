import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { endWait, waitIsOver } from '#server/payments/escrow/payment-claims.ts'
import { refusedSince } from '#server/payments/escrow/payment-outcome.ts'
import { orderReleaseIfReady } from './payment-release.ts'

/**
 * Selects held money to release because the clock approved the work (decisions P8, P16): it was paid in before the
 * approval, the approval was the last answer and the clock gave it, no other work waits for review, and no revision is
 * open. If a person approved without releasing, that person must release. A refused transfer is ordered again after a
 * day.
 */
const dueAt = (now: Date): Statement => sql`from payments
  join projects on projects.id = payments.project_id and projects.status = 'in_progress'
  join stripe_accounts on stripe_accounts.user_id = payments.creator_id and stripe_accounts.onboarding_complete
    and stripe_accounts.replaced_at is null
  join lateral (select id, reviewed_at from deliverables
    where deliverables.project_id = projects.id and deliverables.status = 'approved'
    order by reviewed_at desc limit 1) approved on payments.funded_at <= approved.reviewed_at
  where payments.status = 'held_in_escrow' and payments.moving is null and not payments.disputed
    and payments.deal_dispute_id is null
    and exists (select 1 from events where entity = 'deliverable' and entity_id = approved.id
      and move = 'approve' and actor_id is null)
    and not exists (select 1 from deliverables where project_id = projects.id and status = 'pending')
    and not exists (select 1 from deliverables returned where returned.project_id = projects.id
      and returned.status = 'rejected' and returned.superseded_at is null and not exists (select 1 from deliverables later
        where later.project_id = projects.id and later.created_at > returned.reviewed_at))
    -- What was paid in after the approval pays for work that is still to come.
    and not exists (select from payments later where later.application_id = payments.application_id
      and later.status = 'held_in_escrow' and later.funded_at > approved.reviewed_at)
    and not ${refusedSince(daysBefore(now, 1), ['release'])}`

/**
 * Orders the release of a project's money if the clock's approval requires it: the same claim as a click makes, once.
 */
export async function releaseIfDue(tx: Tx, projectId: string, now: Date): Promise<boolean> {
  return (await isDue(tx, projectId, now)) && orderReleaseIfReady(tx, projectId, now)
}

async function isDue(db: Queryable, projectId: string, now: Date): Promise<boolean> {
  return (await maybeRow(db, sql`select 1 ${dueAt(now)} and projects.id = ${projectId}`)) !== null
}

/**
 * Releases that wait for a changed payout account, and money that could not be released when its work was approved
 * because it was frozen or its creator had no account.
 */
export const releaseClocks: Clocks = {
  'releases whose wait is over': async (deps, now) => {
    const found = await rows<{ id: string }>(
      deps.pool,
      sql`select id from payments where ${waitIsOver(now)}`,
    )
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, (tx) => endWait(tx, id, now))
    })
  },
  'releases that were held up': async (deps, now) => {
    const found = await rows<{ id: string }>(
      deps.pool,
      sql`select distinct projects.id ${dueAt(now)}`,
    )
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, (tx) => releaseIfDue(tx, id, now))
    })
  },
}
