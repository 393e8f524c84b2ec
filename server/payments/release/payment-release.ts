import type { Deps } from '#server/deps/deps.ts'
import { sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { refreshAccount } from '#server/payouts/payout-service.ts'
import type { TransferOutcome } from '#server/providers/stripe/provider-objects.ts'
import { transferGroupOf } from '#server/providers/stripe/requests.ts'
import {
  book,
  firstUnbooked,
  releaseEntries,
  transferEntries,
} from '#server/payments/ledger/ledger.ts'
import { intended, type OpId, opOf, repeatable, settle } from '#server/payments/ledger/money-ops.ts'
import { transferCameBack } from '#server/payments/came-back/transfer-came-back.ts'
import { claimRelease, mayReceive } from '#server/payments/escrow/payment-claims.ts'
import { refuseFailed, STOPPED } from '#server/payments/escrow/payment-outcome.ts'
import { reportRefusedCall } from '#server/payments/ledger/provider-refusals.ts'
import { completePaidProject, stillHeld } from '#server/payments/escrow/deal-payments.ts'
import { lastLook } from '#server/payments/escrow/payment-last-look.ts'
import { giveBackClaim, movePayment } from '#server/payments/record/payment-moves.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import {
  isFrozen,
  mayRelease,
  maySeePayment,
  refuseDecided,
} from '#server/payments/record/payment-policy.ts'
import { settledPayment } from '#server/payments/record/payment-settled.ts'
import { orderCopies } from '#server/uploads/prepare-file.ts'
import {
  heldCents,
  heldSplit,
  lockPaymentsOfProject,
  lockPaymentsWith,
  owesAgreedRefund,
  paymentById,
  type PaymentRow,
  payoutAccountOf,
  termsOf,
} from '#server/payments/record/payment-store.ts'
import { settleExtensions } from '#server/licences/record/extension-moves.ts'
import { openReviews } from '#server/reputation/deal-review-opening.ts'

/**
 * Releases everything that is held for the deal, by the seller's click, in one order (decision 0073). Returns the
 * payment once the provider has responded, or still moving if that takes long. Idempotent (decision P13). Throws
 * payment.release_refused when the provider definitively refused the transfer, payment.frozen when a dispute stopped it
 * on its way, 404 for strangers, payment.not_held, payment.moving, payment.payout_not_ready, payment.payouts_on_hold,
 * payment.decided, and project.closed for money that came back after the project was cancelled.
 */
export async function releasePayment(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<PaymentRow> {
  const payment = foundOr404(await paymentById(deps.pool, paymentId))
  assertMay(maySeePayment(viewer, payment) && mayRelease(viewer, payment))
  const ordered = await inTransaction(deps.pool, async (tx) => {
    const all = await lockPaymentsWith(tx, payment)
    const locked = foundOr404(all.find(({ id }) => id === paymentId))
    if (locked.status === 'released' || locked.moving === 'release') return locked
    if (locked.status !== 'held_in_escrow') throw new AppError('payment.not_held')
    for (const held of stillHeld(all, 'release')) {
      refuseDecided(held)
      await claimRelease(tx, held, viewer.id, deps.clock())
    }
    return locked
  })
  const settled = await settledPayment(deps.pool, paymentId)
  await refuseFailed(deps, opOf('release', ordered), 'payment.release_refused')
  return settled
}

/**
 * Releases the held money on approval of a deliverable (decision P8), inside the approval's own transaction: the
 * approval and the order to pay commit together or not at all. Returns 'nothing_held' when there is no money to move.
 */
export async function orderRelease(
  tx: Tx,
  deps: Deps,
  input: { projectId: string; actorId: string | null },
): Promise<'ordered' | 'nothing_held'> {
  const held = await heldForWork(tx, input.projectId)
  // An operator's decision is carried out by itself, whatever is approved meanwhile. What both sides agreed to return
  // leaves first, and an approval does not wait for it.
  if (held.length === 0 || held.some((one) => hasItsWay(one))) return 'nothing_held'
  for (const payment of held) await claimRelease(tx, payment, input.actorId, deps.clock())
  return 'ordered'
}

/**
 * Locks a deal's payments and returns those that are held for approved work. None once its own payment went back: then
 * only a click on the release itself moves what an extra still holds (decision 0073).
 */
async function heldForWork(tx: Tx, projectId: string): Promise<PaymentRow[]> {
  const all = await lockPaymentsOfProject(tx, projectId)
  const isBack = all.some(({ purpose, status }) => purpose === 'deal' && status === 'refunded')
  return isBack ? [] : stillHeld(all)
}

/** Whether held money is moving, was decided about, or has to return a part first: then no one can release it now. */
const hasItsWay = (payment: PaymentRow): boolean =>
  payment.moving !== null || payment.decided_refund !== null || owesAgreedRefund(payment)

/**
 * Orders, for the clock job, the release of a project's money if nothing is in the way. Returns false, with nothing
 * changed, when none is held, when it is frozen or moving, while the creator's account cannot receive it or payments to
 * them are on hold, and when it came back: then people choose its way out.
 */
export async function orderReleaseIfReady(tx: Tx, projectId: string, now: Date): Promise<boolean> {
  const held = await heldForWork(tx, projectId)
  const [first] = held
  if (first === undefined || held.some((one) => isFrozen(one) || hasItsWay(one))) return false
  if (held.some(({ came_back }) => came_back !== null)) return false
  if (!(await mayReceive(tx, first.creator_id))) return false
  for (const payment of held) await claimRelease(tx, payment, null, now)
  return true
}

/**
 * The job: makes the transfer and books it. Running it twice, or again after a crash anywhere, sends the same key and
 * so moves the money once. Throws when the outcome is unknown: the queue retries.
 */
export async function makeTransfer(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.pool, paymentId)
  if (payment === null || payment.status !== 'held_in_escrow' || payment.moving !== 'release')
    return
  // The release is not due: the code that ends its wait orders this job.
  if (payment.release_after !== null) return
  const opId = opOf('release', payment)
  const op = await intended(deps.pool, opId)
  const look = await lastLook(deps, payment, op.key)
  if (look === 'stop') {
    await inTransaction(deps.pool, (tx) => undoClaim(tx, deps, payment, opId, STOPPED))
    return
  }
  const request = look === 'look' ? null : repeatable(deps, op)
  const sent =
    request === null ? null : await deps.payments.transfer({ request, idempotencyKey: op.key })
  if (sent !== null && !sent.ok)
    await reportRefusedCall(deps.pool, deps, { name: `release:${payment.id}`, paymentId }, sent)
  if (sent !== null && !sent.ok && !sent.definitive && sent.kept !== true)
    throw new Error(`transfer of ${payment.id}: ${sent.reason}`)
  if (sent !== null && !sent.ok && sent.definitive) await lookAtAccount(deps, payment)
  // A failure is trusted only if there is no transfer: an earlier call may have made it without our knowledge.
  const outcome: Adopted =
    sent?.ok === true
      ? sent
      : await adoptTransfer(
          deps,
          transferGroupOf(payment.id),
          look === 'look' ? STOPPED : sent?.reason,
        )
  await inTransaction(deps.pool, async (tx) => {
    if (!outcome.ok) return undoClaim(tx, deps, payment, opId, outcome.reason)
    const { transferId } = outcome
    await bookRelease(tx, deps, payment, opId, transferId)
    if (outcome.cameBack === true) {
      const amountCents = heldSplit(payment).creatorCents
      const taken = { transferId, paymentId, amountCents, backCents: amountCents }
      await transferCameBack(tx, deps, taken)
    }
  })
}

/**
 * A refused transfer may be the first sign of an account that can no longer receive money; its event may be on the way.
 */
async function lookAtAccount(deps: Deps, { creator_id }: PaymentRow): Promise<void> {
  const account = await payoutAccountOf(deps.pool, creator_id)
  if (account === null) return
  await refreshAccount(deps, account.stripe_account_id).catch((error: unknown) =>
    deps.log.warn(
      { err: error, account: account.stripe_account_id },
      'could not look at an account',
    ),
  )
}

/** Phase B of a success: status, ledger, project and notices, together. */
async function bookRelease(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  opId: OpId,
  transferId: string,
): Promise<void> {
  const paymentIds = { paymentId: payment.id, reference: transferId }
  const released = await movePayment(tx, {
    payment,
    move: 'release',
    set: sql`moving = null, came_back = null, stripe_transfer_id = ${transferId}, released_at = ${deps.clock()}`,
    only: sql`moving = 'release'`,
    book: async (row) => {
      const cents = heldCents(row)
      const terms = termsOf(row)
      await settle(tx, opId, { state: 'succeeded', providerId: transferId }, deps.clock())
      await book(tx, { ...paymentIds, kind: 'release', entries: releaseEntries(cents, terms) })
      await book(tx, { ...paymentIds, kind: 'transfer', entries: transferEntries(cents, terms) })
    },
  })
  if (released === null) return
  await completePaidProject(tx, released)
  // Its return had failed, so it counts again.
  if (released.purpose === 'extension') await settleExtensions(tx, released.application_id)
  await openReviews(tx, released, 'release', deps.clock())
  await refreshParties(tx, released)
}

/** Phase B of a definitive failure: the money stays held and may be released again. */
async function undoClaim(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  opId: OpId,
  failure: string,
): Promise<void> {
  await settle(tx, opId, { state: 'failed', failure }, deps.clock())
  await giveBackClaim(tx, payment.id, 'release')
  // Work that was handed in meanwhile has no marked copy yet, and the original is locked again.
  await orderCopies(tx, payment.application_id)
  const move = failure === STOPPED ? 'release_stopped' : 'release_failed'
  await recordEvent(tx, paymentEvent(payment, move, 'held_in_escrow', 'held_in_escrow'))
  await refreshParties(tx, payment)
}

/** `cameBack`: the transfer was made and fully reversed before we learned of either. */
type Adopted = TransferOutcome & { cameBack?: true }

/**
 * With the key forgotten or spent, sending again could pay twice: the provider's records decide. A transfer that was
 * already reversed was still made: the ledger books both, and the parties are told of both.
 */
async function adoptTransfer(
  deps: Deps,
  transferGroup: string,
  reason = 'no transfer was made',
): Promise<Adopted> {
  const transfer = await deps.payments.findTransfer(transferGroup)
  if (transfer !== null) return { ok: true, transferId: transfer.transferId }
  const { transfers } = await deps.payments.recordsOf(transferGroup)
  const returned = transfers.filter(({ standing }) => !standing)
  const unheard = await firstUnbooked(deps.pool, returned, ({ transferId }) => transferId)
  return unheard === null
    ? { ok: false, definitive: true, reason, code: null }
    : { ok: true, transferId: unheard.transferId, cameBack: true }
}
