import { type DealEnd, opensReviews } from '#contract/reputation.ts'
import type { Tx } from '#server/db/transaction.ts'
import { type EndedDeal, openPair } from './deal-review-moves.ts'

/** The payment of a deal, reduced to what its reviews depend on. */
interface EndedPayment extends EndedDeal {
  purpose: string
  funded_at: string | null
  decided_refund: number | null
}

/** Opens the reviews of a deal in the transaction that ends it, where the contract's rule says so. Idempotent. */
export async function openReviews(
  tx: Tx,
  payment: EndedPayment,
  move: DealEnd['move'],
  now: Date,
): Promise<void> {
  if (payment.purpose !== 'deal') return
  const opens = opensReviews({
    move,
    fundedAt: payment.funded_at === null ? null : new Date(payment.funded_at),
    endedAt: now,
    decided: payment.decided_refund !== null,
  })
  if (opens) await openPair(tx, payment, now)
}
