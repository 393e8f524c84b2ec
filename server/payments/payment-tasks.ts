import type { CronItem } from 'graphile-worker'
import type { Deps } from '#server/deps/deps.ts'
import { catchUpDocuments } from '#server/documents/document-schedule.ts'
import { issueDocuments } from '#server/documents/document-issue.ts'
import { mailDocument } from '#server/documents/document-mails.ts'
import { issuePayoutDocument } from '#server/documents/payout-documents.ts'
import { issuePeriodDocument } from '#server/documents/period-documents.ts'
import { printDocument } from '#server/documents/document-print.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { forgetCards } from '#server/payment-methods/payment-method-service.ts'
import { anythingIsBroken, keepCheckResults } from '#server/payments/checks/money-check-results.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { chargeCard } from '#server/payments/fund/payment-charge.ts'
import { applyEvent } from '#server/payments/webhook/provider-events.ts'
import { makeRefund, returnDuplicate } from '#server/payments/refund/payment-refund.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { notePayoutCards } from '#server/payouts/payout-service.ts'
import { makeTransfer } from '#server/payments/release/payment-release.ts'
import { checkPlatform } from '#server/payments/reconcile/platform-check.ts'

/** The provider calls made by committed jobs, and the documents about what those calls booked. */
export function paymentTasks(deps: Deps) {
  return {
    'payments.charge': (attempt) => chargeCard(deps, attempt),
    'payments.release': ({ payment_id }) => makeTransfer(deps, payment_id),
    'payments.refund': ({ payment_id }) => makeRefund(deps, payment_id),
    'payments.return_duplicate': (duplicate) => returnDuplicate(deps, duplicate),
    'payment_methods.forget': ({ customer_id }) => forgetCards(deps, customer_id),
    'payouts.note_cards': ({ account_id }) => notePayoutCards(deps, account_id),
    'payments.reconcile': () => reconcileAndReport(deps),
    'payments.check': ({ whole }) => checkAndReport(deps, whole === true),
    'payments.check_platform': () => checkPlatform(deps),
    'documents.issue': ({ payment_id }) => issueDocuments(deps, payment_id),
    'documents.period': (due) => issuePeriodDocument(deps, due),
    'documents.payout': ({ payout_id }) => issuePayoutDocument(deps, payout_id),
    'documents.print': ({ document_id }) => printDocument(deps, document_id),
    'documents.mail': ({ document_id, user_id }) => mailDocument(deps, document_id, user_id),
    'documents.catch_up': () => catchUpDocuments(deps),
    'payments.event': ({ event_id }) => applyEvent(deps, event_id),
  } satisfies Partial<Tasks>
}

/**
 * Hourly, at different minutes: our books against the provider's, and our own invariants (PAYMENTS rules 7, 8), where
 * the document checks read only the newest days. Daily: all documents, and the platform's account.
 */
export const PAYMENT_CRONTAB: CronItem[] = [
  {
    match: '17 * * * *',
    task: 'payments.reconcile',
    options: { maxAttempts: 5, jobKey: 'payments.reconcile' },
  },
  {
    match: '37 * * * *',
    task: 'documents.catch_up',
    options: { maxAttempts: 5, jobKey: 'documents.catch_up' },
  },
  {
    match: '47 * * * *',
    task: 'payments.check',
    options: { maxAttempts: 5, jobKey: 'payments.check' },
  },
  {
    match: '27 3 * * *',
    task: 'payments.check',
    payload: { whole: true },
    options: { maxAttempts: 5, jobKey: 'payments.check_whole' },
  },
  {
    match: '7 6 * * *',
    task: 'payments.check_platform',
    options: { maxAttempts: 25, jobKey: 'payments.check_platform' },
  },
]

async function reconcileAndReport(deps: Deps): Promise<void> {
  const { compared, healed, open } = await reconcile(deps)
  if (open.length > 0) deps.log.error({ compared, healed, open }, 'money differs from the provider')
  else deps.log.info({ compared, healed }, 'money agrees with the provider')
}

/** Checks that failed or never ran read everything until they pass. */
async function checkAndReport(deps: Deps, whole: boolean): Promise<void> {
  const all = whole || (await anythingIsBroken(deps.pool))
  const broken = await brokenMoneyChecks(deps.pool, deps.clock(), all ? 'whole' : 'newest')
  await keepCheckResults(deps.pool, broken, deps.clock())
  if (broken.length > 0) deps.log.error({ broken }, 'a promise about money is broken')
}

/**
 * At a start in production: the first check must not wait for the first night. The job calls the provider, not the
 * start.
 */
export async function lookAtStart(deps: Pick<Deps, 'config' | 'pool'>): Promise<void> {
  if (deps.config.environment !== 'production') return
  await enqueue(deps.pool, 'payments.check_platform', {}, { key: 'payments.check_platform' })
}
