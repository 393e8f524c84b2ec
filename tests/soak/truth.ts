import type { Pool } from '#server/db/pool.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'

/** What must hold for the rows at any moment, whatever was killed just before: returns violations, in words. */
export async function brokenNow(pool: Pool): Promise<string[]> {
  const broken = await brokenMoneyChecks(pool)
  return broken.map(
    ({ name, found }) => `money check ${name}: ${JSON.stringify(found.slice(0, 3))}`,
  )
}

/** Invariants that can be checked once all is quiet, each with a query for its violations. */
const AT_REST: Record<string, string> = {
  'an event of the provider was never applied': `select event_id, type from webhook_events where applied_at is null`,
  'a job gave up': `select tasks.identifier, jobs.last_error from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.attempts >= jobs.max_attempts`,
  'a move that happens once happened twice': `select entity, entity_id, move, count(*) from events
    where move in ('publish', 'start', 'complete', 'accept', 'approve', 'submit', 'hold')
    group by entity, entity_id, move having count(*) > 1`,
  'a conversation has a hole': `select conversation_id, count(*), max(seq) from messages
    group by conversation_id having count(*) <> max(seq) or min(seq) <> 1`,
  'the creator was not told once of their money': `select payments.id, payments.status, told.notice, count(notifications.id)
    from payments
    cross join lateral (values ('payment.hold', status in ('held_in_escrow', 'released', 'refunded')),
      ('payment.release', status = 'released')) as told(notice, due)
    left join events on events.entity = 'payment' and events.entity_id = payments.id
    left join notifications on notifications.cause = 'event:' || events.id
      and notifications.notice = told.notice and notifications.user_id = payments.creator_id
    group by payments.id, told.notice, told.due
    having count(notifications.id) <> told.due::int`,
  'a file has no row or a deliverable no file': `select id from deliverables
    where not exists (select 1 from files where files.id = deliverables.file_id)`,
}

/** What is still wrong after everything came to rest. */
export async function brokenAtRest(pool: Pool): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(AT_REST)) {
    const { rows } = await pool.query(query)
    if (rows.length > 0) found.push(`${name}: ${rows.length}, ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}

/** Returns how many jobs are still pending; retries those waiting for a retry now. */
export async function hurriedJobs(pool: Pool): Promise<number> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now()
      where attempts > 0 and attempts < max_attempts and locked_at is null and run_at > now()`,
  )
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from graphile_worker._private_jobs where attempts < max_attempts`,
  )
  return rows[0]?.waiting ?? 0
}
