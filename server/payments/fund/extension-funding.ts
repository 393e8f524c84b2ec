import { moveExtension, settleExtensions } from '#server/licences/record/extension-moves.ts'
import {
  type ExtendedLicence,
  extensionById,
  type ExtensionRow,
  lockExtendedLicence,
  lockExtension,
} from '#server/licences/record/extension-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { keepLivingProfile, livingProfileById } from '#server/profiles/profile-store.ts'
import { orderExtensionRelease } from '#server/payments/escrow/extension-release.ts'
import { refuseOnHold } from '#server/payments/escrow/payment-last-look.ts'
import {
  lockPaymentOfExtension,
  lockProjectStatus,
  type PaymentRow,
  payoutAccountOf,
} from '#server/payments/record/payment-store.ts'
import type { Beside } from './payment-funding-store.ts'

/**
 * The price of more months of a licence (decision 0094). Nothing is delivered for it, so nothing is held: the money is
 * ordered on to the creator in the transaction that books its arrival, and the months count from then on.
 */

/**
 * Returns the agreed extension to pay, and its payment if it has one, for a locked application. Throws 404 for an
 * extension of another deal, payment.already_funded, extension.expired, extension.not_agreed, extension.answered,
 * licence.void, extension.other_side_gone, payment.payout_not_ready and payment.payouts_on_hold: money that could not be
 * sent on, or would go straight back, is not taken.
 */
export async function extensionToFund(
  tx: Tx,
  { applicationId, extensionId }: { applicationId: string; extensionId: string },
  now: Date,
): Promise<{ beside: Beside; before: PaymentRow | null }> {
  const before = await lockPaymentOfExtension(tx, extensionId)
  const licence = foundOr404(await lockExtendedLicence(tx, { applicationId }))
  const extension = foundOr404(await lockExtension(tx, extensionId))
  if (extension.licence_id !== licence.id) throw new AppError('request.not_found')
  const { status } = extension
  if (status === 'paid') throw new AppError('payment.already_funded')
  if (status === 'expired' || isLate(extension, now)) throw new AppError('extension.expired')
  if (status === 'proposed') throw new AppError('extension.not_agreed')
  if (status !== 'agreed') throw new AppError('extension.answered')
  if (licence.status === 'void') throw new AppError('licence.void')
  if ((await keepLivingProfile(tx, licence.creator_id, now)) === null)
    throw new AppError('extension.other_side_gone')
  const account = await payoutAccountOf(tx, licence.creator_id)
  if (account === null || !account.onboarding_complete)
    throw new AppError('payment.payout_not_ready')
  await refuseOnHold(tx, licence.creator_id)
  return { beside: { purpose: 'extension', extensionId, cents: extension.price }, before }
}

const isLate = ({ status, expires_at: until }: ExtensionRow, now: Date): boolean =>
  (status === 'agreed' || status === 'proposed') && Date.parse(until) <= now.getTime()

/** An extension that still waits for its money, with its licence, both locked. */
export interface AwaitedExtension {
  licence: ExtendedLicence
  extension: ExtensionRow
}

/**
 * Returns the extension that an arrived payment pays for; null when it is no longer wanted: it was withdrawn or has
 * expired, its licence is void, its project was cancelled, or its creator was banned or has left. Null for every other
 * payment.
 */
export async function awaitedExtension(
  tx: Tx,
  payment: PaymentRow,
  now: Date,
): Promise<AwaitedExtension | null> {
  if (payment.extension_id === null) return null
  const project = await lockProjectStatus(tx, payment.project_id)
  const licence = await lockExtendedLicence(tx, { applicationId: payment.application_id })
  const extension = await lockExtension(tx, payment.extension_id)
  if (licence === null || extension === null) return null
  const isWanted =
    extension.status === 'agreed' &&
    licence.status === 'granted' &&
    project !== 'cancelled' &&
    (await livingProfileById(tx, payment.creator_id, now)) !== null
  return isWanted ? { licence, extension } : null
}

/**
 * Returns whether an extension still waits for its payment, without a lock: a payment that is no longer wanted, or whose
 * creator was banned or has left, is not charged.
 */
export const extensionWaits = async (
  db: Queryable,
  { id, creatorId }: { id: string; creatorId: string },
  now: Date,
): Promise<boolean> =>
  (await extensionById(db, id))?.status === 'agreed' &&
  (await livingProfileById(db, creatorId, now)) !== null &&
  (await maybeRow(
    db,
    sql`select 1 from licence_extensions join licences on licences.id = licence_id
      where licence_extensions.id = ${id} and licences.status = 'granted'`,
  )) !== null

/**
 * Makes the months of an extension count once its money has arrived, and orders the money on. Throws if the extension
 * was no longer agreed, which the locks exclude.
 */
export async function countExtension(
  tx: Tx,
  paid: PaymentRow,
  { licence, extension }: AwaitedExtension,
  now: Date,
): Promise<void> {
  const moved = await moveExtension(tx, licence, extension.id, { move: 'pay', actorId: null, now })
  if (moved === null) throw new Error(`the extension ${extension.id} was paid and does not wait`)
  await settleExtensions(tx, paid.application_id)
  await orderExtensionRelease(tx, paid, now)
}
