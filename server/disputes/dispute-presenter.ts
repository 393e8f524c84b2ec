import { splitOfDecision, sumOf } from '#contract/deal-split.ts'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import { usdFromCents } from '#contract/money.ts'
import type { Config } from '#server/config/config.ts'
import { termsOf } from '#server/payments/record/payment-store.ts'
import { signedFileUrl } from '#server/uploads/signed-link.ts'
import { sideOf } from './dispute-policy.ts'
import type { DealDisputeRow, DisputeWithStatements } from './dispute-store.ts'

/** A dispute with its statements and files, for its two sides only: the same for both, amounts in USD. */
export function presentDispute(config: Config, row: DisputeWithStatements, now: Date): DealDispute {
  return {
    id: row.id,
    payment_id: row.payment_id,
    project_id: row.project_id,
    status: row.status,
    reason: row.reason,
    opened_by: row.opened_by === null ? 'system' : partyOf(row, row.opened_by),
    respondent: partyOf(row, row.respondent_id),
    opened_at: row.opened_at,
    answer_by: row.answer_by,
    answered_at: row.answered_at,
    amount: usdFromCents(row.amount),
    fee_terms: termsOf(row),
    statements: row.statements.map(({ id, author_id, content, created_at, files }) => ({
      id,
      by: partyOf(row, author_id),
      content,
      created_at,
      files: files.map((file) => ({ ...file, file_url: signedFileUrl(config, file.id, now) })),
    })),
    decision: decisionOf(row),
    ended_at: row.ended_at,
  }
}

function decisionOf(row: DealDisputeRow): DealDispute['decision'] {
  if (row.outcome === null || row.returned_cents === null) return null
  const { creatorCents, feeCents } = splitOfDecision(partsOf(row), row.returned_cents, termsOf(row))
  return {
    outcome: row.outcome,
    returned_amount: usdFromCents(row.returned_cents),
    creator_amount: usdFromCents(creatorCents),
    fee_amount: usdFromCents(feeCents),
    reason: row.decision_reason ?? '',
  }
}

/** Cents of each payment a dispute is about, starting with the one it names. */
export const partsOf = ({ amount, extras }: DealDisputeRow): number[] => [
  amount - sumOf(extras),
  ...extras,
]

function partyOf(row: DealDisputeRow, userId: string) {
  const side = sideOf(row, userId)
  if (side === null) throw new Error(`${userId} is on no side of dispute ${row.id}`)
  return side
}
