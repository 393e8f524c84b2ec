import { afterAll, beforeAll, expect, test } from 'vitest'
import { AMENDMENT_STATUSES } from '#contract/amendments.ts'
import { APPLICATION_STATUSES } from '#contract/applications.ts'
import { DELIVERABLE_STATUSES } from '#contract/deliverables.ts'
import { DISPUTE_REASON_NAMES } from '#contract/dispute-reasons.ts'
import { DEAL_DISPUTE_STATUSES, DISPUTE_OUTCOMES_DECIDED } from '#contract/disputes.ts'
import { INVITATION_STATUSES } from '#contract/invitations.ts'
import { PROPOSAL_STATUSES, PROPOSED_ACTS } from '#contract/operator-proposals.ts'
import { OPERATOR_ROLES } from '#contract/operator-roles.ts'
import { ORDER_STATUSES } from '#contract/package-orders.ts'
import { PACKAGE_STATUSES } from '#contract/packages.ts'
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from '#contract/ledger.ts'
import { PAYMENT_STATUSES } from '#contract/payments.ts'
import { EXTENSION_MAKERS, EXTENSION_STATUSES } from '#contract/licence-extensions.ts'
import { LICENCE_STATUSES, VOID_REASONS } from '#contract/licences.ts'
import { PARCEL_PROBLEMS, SHIPMENT_STATUSES } from '#contract/shipping.ts'
import { OFFER_SIDES, OFFER_STATUSES } from '#contract/offers.ts'
import { BANK_PAYOUT_STATUSES } from '#contract/payouts.ts'
import { ROLES } from '#contract/profiles.ts'
import {
  APPEAL_STATUSES,
  REPORT_ACTS,
  REPORT_STATUSES,
  REPORT_SUBJECTS,
} from '#contract/reports.ts'
import { CATEGORIES, PROJECT_STATUSES } from '#contract/projects.ts'
import { DEAL_REVIEW_STATUSES } from '#contract/reputation.ts'
import { NOTE_KINDS, NOTE_STATUSES } from '#contract/review-notes.ts'
import { BUCKETS } from '#contract/uploads.ts'
import { DELIVERY_OUTCOMES } from '#contract/webhook-deliveries.ts'
import { VIEW_AS_REASONS } from '#contract/view-as.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { createPool, type Pool } from './pool.ts'

let database: FreshDatabase
let pool: Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** The values a column may hold, according to every check on that single column. */
async function wordsOf(table: string, column: string): Promise<string[]> {
  const found = await pool.query<{ text: string }>(
    `select pg_get_constraintdef(c.oid) as text from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
      where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
    [table, column],
  )
  return found.rows.flatMap(({ text }) =>
    [...text.matchAll(/'([^']+)'::text/g)].map((match) => match[1] ?? ''),
  )
}

const columns: [table: string, column: string, words: readonly string[]][] = [
  ['webhook_deliveries', 'outcome', DELIVERY_OUTCOMES],
  ['profiles', 'role', ROLES],
  ['operator_roles', 'role', OPERATOR_ROLES],
  ['operator_views', 'reason_kind', VIEW_AS_REASONS],
  ['operator_proposals', 'status', PROPOSAL_STATUSES],
  ['operator_proposals', 'act', PROPOSED_ACTS],
  ['projects', 'status', PROJECT_STATUSES],
  ['projects', 'category', CATEGORIES],
  ['saved_searches', 'category', CATEGORIES],
  ['applications', 'status', APPLICATION_STATUSES],
  ['offers', 'status', OFFER_STATUSES],
  ['offers', 'by', OFFER_SIDES],
  ['amendments', 'status', AMENDMENT_STATUSES],
  ['amendments', 'by', OFFER_SIDES],
  ['deliverables', 'status', DELIVERABLE_STATUSES],
  ['review_notes', 'status', NOTE_STATUSES],
  ['review_notes', 'kind', NOTE_KINDS],
  ['payments', 'status', PAYMENT_STATUSES],
  ['shipments', 'status', SHIPMENT_STATUSES],
  ['shipments', 'problem', PARCEL_PROBLEMS],
  ['licences', 'status', LICENCE_STATUSES],
  ['licence_extensions', 'status', EXTENSION_STATUSES],
  ['licence_extensions', 'by', EXTENSION_MAKERS],
  ['licences', 'void_reason', VOID_REASONS],
  ['deal_reviews', 'status', DEAL_REVIEW_STATUSES],
  ['reports', 'status', REPORT_STATUSES],
  ['reports', 'subject', REPORT_SUBJECTS],
  ['sanctions', 'subject', REPORT_SUBJECTS],
  ['sanctions', 'act', REPORT_ACTS],
  ['sanctions', 'appeal_status', APPEAL_STATUSES],
  ['deal_disputes', 'status', DEAL_DISPUTE_STATUSES],
  ['deal_disputes', 'reason', DISPUTE_REASON_NAMES],
  ['deal_disputes', 'outcome', DISPUTE_OUTCOMES_DECIDED],
  ['payouts', 'status', BANK_PAYOUT_STATUSES],
  ['project_invitations', 'status', INVITATION_STATUSES],
  ['packages', 'status', PACKAGE_STATUSES],
  ['package_orders', 'status', ORDER_STATUSES],
  ['files', 'bucket', BUCKETS],
  ['ledger_movements', 'kind', LEDGER_KINDS],
  ['ledger_entries', 'account', LEDGER_ACCOUNTS],
]

for (const [table, column, words] of columns) {
  test(`${table}.${column} allows exactly the contract’s values`, async () => {
    expect((await wordsOf(table, column)).toSorted()).toEqual([...words].toSorted())
  })
}

test('no status column is missing from this comparison', async () => {
  const found = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('status', 'role', 'category', 'bucket')`,
  )
  const compared = columns.map(([table, column]) => `${table}.${column}`)
  expect(found.rows.map(({ name }) => name).filter((name) => !compared.includes(name))).toEqual([])
})
