import type { Viewer } from '../http/viewer.ts'

interface Parties {
  seller_id: string
  creator_id: string
}

/** A payment and its ledger are there for its two parties only. */
export const maySeePayment = (viewer: Viewer, payment: Parties): boolean =>
  payment.seller_id === viewer.id || payment.creator_id === viewer.id

/** Only the seller releases (SPEC §6). */
export const mayRelease = (viewer: Viewer, payment: Parties): boolean =>
  payment.seller_id === viewer.id

/** Only the creator gives money back (DECISIONS 10). */
export const mayRefund = (viewer: Viewer, payment: Parties): boolean =>
  payment.creator_id === viewer.id
