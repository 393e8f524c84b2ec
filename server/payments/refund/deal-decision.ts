import { returnedOfEach, sumOf } from '#contract/deal-split.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Tx } from '#server/db/transaction.ts'
import { agreedCents, type PaymentRow } from '#server/payments/record/payment-store.ts'
import { settleByDecision } from './payment-decision.ts'

/**
 * Decides about everything that is held for a deal (decision 0073): `payments` are in their order, locked, its own
 * first. Throws payment.decision_range for more than they hold, and the errors of `settleByDecision`.
 */
export async function settleDealByDecision(
  tx: Tx,
  decision: {
    payments: readonly PaymentRow[]
    returnedCents: number
    decidedBy: string | null
    now: Date
  },
): Promise<void> {
  const { payments, returnedCents, decidedBy, now } = decision
  const parts = payments.map(agreedCents)
  if (returnedCents > sumOf(parts)) throw new AppError('payment.decision_range')
  const returned = returnedOfEach(parts, returnedCents)
  for (const [place, payment] of payments.entries()) {
    // Counted from what was charged; what both sides agreed to return before comes first.
    const refundCents = payment.agreed_refund + (returned[place] ?? 0)
    await settleByDecision(tx, { paymentId: payment.id, refundCents, decidedBy, now })
  }
}
