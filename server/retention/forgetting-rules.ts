import type { PeriodName } from '#contract/retention.ts'

/** Which rows of a table are past their period, and what happens to them. All strings are trusted SQL. */
export interface ForgettingRule {
  period: PeriodName
  /** Written as `schema.name` outside of public. */
  table: string
  /** The moment the period begins. A row for which it is null is kept. */
  since: string
  /** A further condition. */
  only?: string
  /**
   * The columns to empty in a row that stays, and the condition under which they are not empty yet. Absent: the row is
   * deleted.
   */
  empties?: { set: string; while: string }
}

/** What the sign-in housekeeping and the minute clock delete: rows that would pile up within a day. */
export const SHORT_LIVED: readonly ForgettingRule[] = [
  { period: 'limits', table: 'auth.rate_buckets', since: 'refilled_at' },
  { period: 'limits', table: 'auth.guess_buckets', since: 'refilled_at' },
  { period: 'limits', table: 'auth.mail_sends', since: 'sent_at' },
  { period: 'ended_attempts', table: 'auth.flow_states', since: 'expires_at' },
  { period: 'ended_attempts', table: 'auth.challenges', since: 'expires_at' },
  { period: 'ended_attempts', table: 'auth.passkey_challenges', since: 'expires_at' },
  { period: 'ended_attempts', table: 'auth.one_time_tokens', since: 'expires_at' },
  { period: 'ended_attempts', table: 'auth.not_me_links', since: 'expires_at' },
  { period: 'page_presence', table: 'page_presence', since: 'seen_at' },
]

/**
 * Jobs that carry a mail or lead to one: a job that an operator gave up on must not retain someone's text and address.
 */
const MAIL_JOBS = `task_id in (select id from graphile_worker._private_tasks
  where identifier in ('mail.send', 'notifications.mail', 'documents.mail'))`

/** What the daily job deletes or empties (decision 0103). */
export const DAILY: readonly ForgettingRule[] = [
  { period: 'account_log', table: 'account_log', since: 'created_at' },
  { period: 'former_addresses', table: 'former_addresses', since: 'left_at' },
  { period: 'webhook_deliveries', table: 'webhook_deliveries', since: 'counted_on' },
  { period: 'sent_mails', table: 'sent_mails', since: 'sent_at' },
  {
    period: 'failed_mails',
    table: 'graphile_worker._private_jobs',
    since: 'created_at',
    only: `attempts >= max_attempts and locked_at is null and ${MAIL_JOBS}`,
  },
  {
    period: 'guest_links',
    table: 'review_guest_links',
    since: 'least(expires_at, revoked_at)',
  },
  { period: 'account_marks', table: 'account_marks', since: 'seen_on' },
  { period: 'notices', table: 'notifications', since: 'created_at' },
  { period: 'unused_sessions', table: 'auth.sessions', since: 'refreshed_at' },
  { period: 'ended_sessions', table: 'auth.sessions', since: 'not_after' },
  {
    period: 'reports',
    table: 'reports',
    since: 'closed_at',
    empties: { set: `seen = '', body = ''`, while: `seen <> '' or body <> ''` },
  },
  {
    period: 'came_to_nothing',
    table: 'applications',
    since: 'created_at',
    only: `status = 'rejected'`,
    empties: {
      set: `message = '', reject_note = null`,
      while: `message <> '' or reject_note is not null`,
    },
  },
  {
    period: 'came_to_nothing',
    table: 'project_invitations',
    since: 'updated_at',
    only: `status = 'declined'`,
    empties: { set: `message = ''`, while: `message <> ''` },
  },
  {
    period: 'came_to_nothing',
    table: 'package_orders',
    since: 'coalesce(answered_at, answer_by)',
    only: `status in ('declined', 'lapsed', 'cancelled')`,
    empties: {
      set: `words = '', links = '{}', question = null`,
      while: `words <> '' or links <> '{}' or question is not null`,
    },
  },
]
