import type { PaymentStatus } from '#contract/payments.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'

interface Parties {
  seller_id: string
  creator_id: string
}

/** A payment and its ledger are open to its two parties only. */
export const maySeePayment = (viewer: Viewer, payment: Parties): boolean =>
  payment.seller_id === viewer.id || payment.creator_id === viewer.id

/** Whether held money must stay: a bank disputes its charge, or the two sides are in dispute (server/disputes). */
export const isFrozen = (payment: { disputed: boolean; deal_dispute_id: string | null }): boolean =>
  payment.disputed || payment.deal_dispute_id !== null

/** Only the seller releases (SPEC §6). */
export const mayRelease = (viewer: Viewer, payment: Parties): boolean =>
  payment.seller_id === viewer.id

/** Only the creator returns money (decision P10). */
export const mayRefund = (viewer: Viewer, payment: Parties): boolean =>
  payment.creator_id === viewer.id

/** Throws payment.decided once an operator has decided: from then on neither party can move the money. */
export function refuseDecided(payment: {
  status: PaymentStatus
  decided_refund: number | null
}): void {
  if (payment.status === 'held_in_escrow' && payment.decided_refund !== null)
    throw new AppError('payment.decided')
}
