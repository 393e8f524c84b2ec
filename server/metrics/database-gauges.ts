import { Gauge, type Registry } from 'prom-client'
import type { Pool } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'

/** Gauges are refreshed when they are at least this old, in ms: more frequent scrapes read the same values. */
const FRESH_MS = 5_000

interface Facts {
  webhook_waiting: number
  webhook_lag: number
  checks_failing: number
  checked_ago: number | null
  mails_asked: number
  records_differing: number
  records_checked_ago: number | null
}

interface JobCount {
  task: string
  state: string
  count: number
  oldest: number
}

const facts = (pool: Pool) =>
  oneRow<Facts>(
    pool,
    sql`select
      (select count(*)::int from webhook_events where applied_at is null) as webhook_waiting,
      (select coalesce(extract(epoch from now() - min(received_at)), 0)::float8
        from webhook_events where applied_at is null) as webhook_lag,
      (select count(*)::int from money_check_results where broken > 0) as checks_failing,
      (select extract(epoch from now() - min(checked_at))::float8 from money_check_results) as checked_ago,
      coalesce((select differing from track_record_checks), 0) as records_differing,
      (select extract(epoch from now() - checked_at)::float8 from track_record_checks) as records_checked_ago,
      (select count(*)::int from auth.mail_sends where sent_at > now() - interval '1 hour') as mails_asked`,
  )

/** A job that gave up stays in the queue with its attempts exhausted, until a person retries or removes it. */
const jobCounts = (pool: Pool) =>
  rows<JobCount>(
    pool,
    sql`select task_identifier as task, state, count(*)::int as count,
        greatest(coalesce(extract(epoch from now() - min(run_at)), 0), 0)::float8 as oldest
      from (select task_identifier, run_at, case
          when attempts >= max_attempts and locked_at is null then 'failed'
          when locked_at is not null then 'running'
          when run_at > now() and attempts = 0 then 'scheduled'
          when run_at > now() then 'retrying'
          else 'waiting' end as state
        from graphile_worker.jobs) named
      group by task_identifier, state`,
  )

const differences = (pool: Pool) =>
  rows<{ kind: string; count: number }>(
    pool,
    sql`select kind, count(*)::int as count from money_differences where resolved_at is null group by kind`,
  )

/**
 * Gauges about the whole installation: every process reports the same, so alerts take the maximum, not the sum. While
 * the database does not respond, `cartwright_database_up` is 0 and the rest keep their last value. Await the refresh
 * before reading the metrics.
 */
export function watchDatabase(registry: Registry, pool: Pool): () => Promise<void> {
  const registers = [registry]
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `cartwright_${name}`, help, labelNames, registers })
  const jobs = gauge('jobs', 'Jobs by kind and state', ['task', 'state'])
  const jobsOldest = gauge('jobs_oldest_waiting_seconds', 'How long the oldest due job has waited')
  const mailOldest = gauge('mail_oldest_seconds', 'How long the oldest due mail has waited')
  const mailQueue = gauge('mail_queue', 'Mails to be sent, those to be tried again included')
  const webhookWaiting = gauge('webhook_events_waiting', 'Stored provider events not yet applied')
  const webhookLag = gauge('webhook_lag_seconds', 'Age of the oldest event not yet applied')
  const checksFailing = gauge('money_checks_failing', 'Promises about money that do not hold')
  const checkedAgo = gauge(
    'money_checked_seconds_ago',
    'Since all promises about money were checked',
  )
  const recordsDiffering = gauge(
    'track_records_differing',
    'Track records that differed from their events at the last nightly check',
  )
  const recordsChecked = gauge(
    'track_records_checked_seconds_ago',
    'Since all track records were compared with their events',
  )
  const mailsAsked = gauge(
    'auth_mail_addresses_last_hour',
    'Addresses that mails of the auth service were asked for, known or not',
  )
  const open = gauge('money_differences_open', 'Differences from the provider’s books', ['kind'])

  async function look(): Promise<void> {
    const [counts, found, differing] = await Promise.all([
      jobCounts(pool),
      facts(pool),
      differences(pool),
    ])
    jobs.reset()
    for (const { task, state, count } of counts) jobs.set({ task, state }, count)
    const waiting = counts.filter(({ state }) => state === 'waiting')
    const mails = counts.filter(({ task }) => task === 'mail.send')
    const oldest = (of: readonly JobCount[]) => Math.max(0, ...of.map((one) => one.oldest))
    jobsOldest.set(oldest(waiting))
    mailOldest.set(oldest(mails.filter(({ state }) => state === 'waiting')))
    const queued = mails.filter(({ state }) => state === 'waiting' || state === 'retrying')
    mailQueue.set(queued.reduce((sum, { count }) => sum + count, 0))
    webhookWaiting.set(found.webhook_waiting)
    webhookLag.set(found.webhook_lag)
    checksFailing.set(found.checks_failing)
    if (found.checked_ago !== null) checkedAgo.set(found.checked_ago)
    recordsDiffering.set(found.records_differing)
    if (found.records_checked_ago !== null) recordsChecked.set(found.records_checked_ago)
    mailsAsked.set(found.mails_asked)
    open.reset()
    for (const { kind, count } of differing) open.set({ kind }, count)
  }

  const up = gauge('database_up', 'Whether the database answered when these figures were asked for')

  let looked: { at: number; done: Promise<void> } | null = null
  return () => {
    if (looked === null || performance.now() - looked.at > FRESH_MS) {
      const done = look().then(
        () => up.set(1),
        () => up.set(0),
      )
      looked = { at: performance.now(), done }
    }
    return looked.done
  }
}
