import { sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { ProviderRequest } from '#server/providers/stripe/provider-request.ts'
import { refundRequest, transferRequest } from '#server/providers/stripe/requests.ts'
import { intend, intendedFrom, opOf } from '#server/payments/ledger/money-ops.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import { extendsVoidLicence, extensionWay } from './extension-way.ts'
import { isOnHold, refuseOnHold } from './payment-last-look.ts'
import { isFrozen } from '#server/payments/record/payment-policy.ts'
import { changePayment, claimHeld } from '#server/payments/record/payment-moves.ts'
import { settleLicence } from '#server/licences/record/licence-moves.ts'
import { orderCopies } from '#server/uploads/prepare-file.ts'
import {
  heldCents,
  owesAgreedRefund,
  heldSplit,
  lockProjectStatus,
  type PaymentRow,
  payoutAccountOf,
  type WayOut,
} from '#server/payments/record/payment-store.ts'

/**
 * Phase A of every way out of escrow (decision 0004): claims the money, stores the call with its key, and enqueues the
 * job that makes it. All in the caller's transaction, on a locked payment.
 */

/**
 * Orders the release of the held money. Throws payment.moving (also while an agreed part has not gone back),
 * payment.not_held, payment.frozen, payment.payout_not_ready, payment.payouts_on_hold, project.closed, and for an
 * extension licence.void.
 */
export async function claimRelease(
  tx: Tx,
  payment: PaymentRow,
  actorId: string | null,
  now: Date,
): Promise<void> {
  assertFree(payment)
  if (owesAgreedRefund(payment)) throw new AppError('payment.moving')
  const way = await extensionWay(tx, payment)
  if (way !== 'on') throw new AppError(way === 'back' ? 'licence.void' : 'payment.frozen')
  const account = await payoutAccountOf(tx, payment.creator_id)
  if (account === null || !account.onboarding_complete)
    throw new AppError('payment.payout_not_ready')
  await refuseOnHold(tx, payment.creator_id)
  if ((await lockProjectStatus(tx, payment.project_id)) === 'cancelled')
    throw new AppError('project.closed')
  const request = transferRequest({
    paymentId: payment.id,
    amountCents: heldSplit(payment).creatorCents,
    destination: account.stripe_account_id,
    sourceCharge: chargeOf(payment),
  })
  const until = receivesFrom(account, now)
  await claim(tx, payment, { way: 'release', actorId, request, now, until })
}

/**
 * Returns the moment until which nothing is sent to an account that replaced another; null if it can receive now
 * (decision 0095).
 */
const receivesFrom = (account: { receives_from: string | null }, now: Date): string | null =>
  account.receives_from !== null && Date.parse(account.receives_from) > now.getTime()
    ? account.receives_from
    : null

/** Enqueues the job that makes a claim's call. Jobs of one payment run one at a time. */
const orderCall = (tx: Tx, paymentId: string, way: WayOut): Promise<void> =>
  enqueue(
    tx,
    way === 'release' ? 'payments.release' : 'payments.refund',
    { payment_id: paymentId },
    { queue: `payment:${paymentId}` },
  )

/**
 * Sends an ordered release whose wait is over, once: the write is the guard. Its call counts from now, because its key
 * may be used for a day. A release that a bank disputes meanwhile, or whose licence became void, goes at once, so that
 * the last look stops it. Returns false, with nothing changed, while it still waits or if it is not waiting.
 */
export async function endWait(tx: Tx, paymentId: string, now: Date): Promise<boolean> {
  const free = await changePayment(tx, paymentId, {
    status: 'held_in_escrow',
    set: sql`release_after = null`,
    only: sql`moving = 'release' and ${waitIsOver(now)}`,
  })
  if (free === null) return false
  await intendedFrom(tx, opOf('release', free), now)
  await orderCall(tx, free.id, 'release')
  await refreshParties(tx, free)
  return true
}

/** SQL for a statement about payments: whether one waits no longer, because it is due or because it must be stopped. */
export const waitIsOver = (now: Date): Statement =>
  sql`(release_after <= ${now} or release_after is not null and (disputed or ${extendsVoidLicence}))`

/** Returns whether the creator's side allows a release now: the account is ready and nothing is on hold. */
export async function mayReceive(tx: Tx, creatorId: string): Promise<boolean> {
  const account = await payoutAccountOf(tx, creatorId)
  return account !== null && account.onboarding_complete && !(await isOnHold(tx, creatorId))
}

/** Orders the return of everything held. Throws payment.not_held, payment.frozen, payment.moving. */
export const claimRefund = (
  tx: Tx,
  payment: PaymentRow,
  actorId: string | null,
  now: Date,
): Promise<void> =>
  claimReturn(tx, payment, { way: 'refund', amount: heldCents(payment), actorId, now })

/** Orders the return of `cents` of the held money; some of it must remain. Throws like `claimRefund`. */
export const claimPartRefund = (
  tx: Tx,
  payment: PaymentRow,
  cents: number,
  now: Date,
): Promise<void> =>
  claimReturn(tx, payment, { way: 'part_refund', amount: cents, actorId: null, now })

/**
 * Orders the return of what both sides agreed on and has not gone back; the rest stays held. A null `actorId` is the
 * clock job, which orders it again. Throws like `claimRefund`.
 */
export const claimAgreedRefund = (
  tx: Tx,
  payment: PaymentRow,
  actorId: string | null,
  now: Date,
): Promise<void> =>
  claimReturn(tx, payment, {
    way: 'agreed_refund',
    amount: payment.agreed_refund - payment.returned_part,
    actorId,
    now,
  })

async function claimReturn(
  tx: Tx,
  payment: PaymentRow,
  {
    way,
    amount,
    actorId,
    now,
  }: Pick<Claim, 'actorId' | 'now'> & {
    way: ReturnWay
    amount: number
  },
): Promise<void> {
  assertFree(payment)
  // A full refund names no amount unless something went back before: it returns everything that is left.
  const amountCents = way === 'refund' && payment.returned_part === 0 ? undefined : amount
  const request = refundRequest({ chargeId: chargeOf(payment), amountCents })
  await claim(tx, payment, { way, actorId, request, now })
}

/** The charge that brought the held money in. Throws for a payment without one, which holds nothing. */
function chargeOf({ id, stripe_charge_id }: PaymentRow): string {
  if (stripe_charge_id === null) throw new Error(`payment ${id} is held without a charge`)
  return stripe_charge_id
}

function assertFree(payment: PaymentRow): void {
  if (payment.status !== 'held_in_escrow') throw new AppError('payment.not_held')
  if (isFrozen(payment)) throw new AppError('payment.frozen')
}

/** The ways in which money goes back to the card. */
type ReturnWay = Exclude<WayOut, 'release'>

/** One order to move held money. A null `actorId` is the system. */
interface Claim {
  way: WayOut
  actorId: string | null
  request: ProviderRequest
  now: Date
  /** A release to a changed account leaves at this moment; null means now, as it does for every other order. */
  until?: string | null
}

async function claim(
  tx: Tx,
  payment: PaymentRow,
  { way, actorId, request, now, until = null }: Claim,
): Promise<void> {
  const claimed = await claimHeld(tx, payment.id, way, until)
  if (claimed === null) throw new AppError('payment.moving')
  await intend(tx, { ...opOf(way, claimed), request }, now)
  await recordEvent(
    tx,
    paymentEvent(claimed, `order_${way}`, 'held_in_escrow', 'held_in_escrow', actorId),
  )
  // The original opens with the order, whatever the provider responds later.
  if (way === 'release') {
    await orderCopies(tx, claimed.application_id)
    await settleLicence(tx, claimed.application_id, now)
  }
  if (until === null) await orderCall(tx, claimed.id, way)
  await refreshParties(tx, claimed)
}
