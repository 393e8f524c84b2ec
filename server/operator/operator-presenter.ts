import { formatCents } from '#contract/money.ts'
import type { OperatorJob, OperatorWebhook } from '#contract/operator-record-schemas.ts'
import type { JobRow } from './jobs-store.ts'
import type { WebhookRow } from './webhooks-store.ts'

/** The parts of a job's payload that may be shown: ids and a mail's recipient, never a mail's content. */
const JOB_FACTS: Readonly<Record<string, string>> = {
  payment_id: 'Payment',
  charge_id: 'Charge',
  event_id: 'Event',
  notification_id: 'Notification',
  file_id: 'File',
  attempt: 'Attempt',
  about: 'About',
  id: 'Id',
  to: 'To',
  dedupe_id: 'Mail',
}

/** A job as the console shows it. */
export function presentJob(row: JobRow): OperatorJob {
  const payload = (row.payload ?? {}) as Record<string, unknown>
  return {
    id: String(row.number),
    task: row.task,
    state: row.locked ? 'running' : row.attempts >= row.max_attempts ? 'given_up' : 'retrying',
    attempts: row.attempts,
    max_attempts: row.max_attempts,
    last_error: row.last_error,
    created_at: row.created_at,
    run_at: row.run_at,
    facts: Object.entries(JOB_FACTS).flatMap(([field, name]) => {
      const value = payload[field]
      return typeof value === 'string' || typeof value === 'number'
        ? [{ name, value: String(value) }]
        : []
    }),
  }
}

/** Only ids, amounts and states of an event's content leave the server. */
const EVENT_FACTS: Readonly<Record<string, string>> = {
  kind: 'About',
  sessionId: 'Session',
  mode: 'Mode',
  paymentStatus: 'Paid',
  paymentIntentId: 'Payment intent',
  chargeId: 'Charge',
  refundId: 'Refund',
  transferId: 'Transfer',
  transferGroup: 'Transfer group',
  disputeId: 'Dispute',
  accountId: 'Account',
  payoutId: 'Payout',
  status: 'Status',
}
/** The ones among these that are the provider's own words: shown without underscores. */
const STATES = new Set(['kind', 'mode', 'paymentStatus', 'status'])
/** Amounts, in cents. */
const EVENT_AMOUNTS: Readonly<Record<string, string>> = {
  amountCents: 'Amount',
  refundedCents: 'Refunded',
}

/** The payload of each event, by name. */
function factsOf(payload: Readonly<Record<string, unknown>>): { name: string; value: string }[] {
  const said = Object.entries(EVENT_FACTS).flatMap(([field, name]) => {
    const value = payload[field]
    if (typeof value !== 'string') return []
    return [{ name, value: STATES.has(field) ? value.replaceAll('_', ' ') : value }]
  })
  const amounts = Object.entries(EVENT_AMOUNTS).flatMap(([field, name]) => {
    const cents = payload[field]
    return typeof cents === 'number' ? [{ name, value: formatCents(cents) }] : []
  })
  return [...said, ...amounts]
}

/** An event as the console shows it. */
export function presentWebhook(row: WebhookRow): OperatorWebhook {
  return {
    id: row.event_id,
    number: String(row.number),
    type: row.type,
    state: row.applied_at === null ? 'waiting' : row.ignored ? 'ignored' : 'applied',
    received_at: row.received_at,
    applied_at: row.applied_at,
    facts: factsOf(row.payload),
  }
}
