import { splitPrice } from '#contract/money.ts'
import type { Deps } from '../deps.ts'
import { execute, sql } from '../db/sql.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { recordEvent } from '../events/event-store.ts'
import { AppError, assertMay, foundOr404 } from '../http/app-error.ts'
import type { Viewer } from '../http/viewer.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { book, releaseEntries, transferEntries } from './ledger.ts'
import { idempotencyKey, intend, olderThanKeyLife, settle } from './money-ops.ts'
import { eventOf, tellParties } from './payment-hold.ts'
import { mailReleased, mailReleaseFailed } from './payment-mails.ts'
import { mayRelease, maySeePayment } from './payment-policy.ts'
import { settledPayment } from './payment-settled.ts'
import {
  claimHeld,
  giveBackClaim,
  lockPayment,
  lockPaymentOfProject,
  markReleased,
  paymentById,
  type PaymentRow,
  payoutAccountOf,
} from './payment-store.ts'

/**
 * The seller releases by button. Answers the payment once the provider has answered, or still moving if that
 * takes long. Repeating a release that holds changes nothing (DECISIONS 13).
 * Throws 404 for strangers, payment.not_held, payment.moving, payment.frozen, payment.payout_not_ready.
 */
export async function releasePayment(
  deps: Deps,
  viewer: Viewer,
  paymentId: string,
): Promise<PaymentRow> {
  const payment = foundOr404(await paymentById(deps.pool, paymentId))
  assertMay(maySeePayment(viewer, payment) && mayRelease(viewer, payment))
  await inTransaction(deps.pool, async (tx) => {
    const locked = foundOr404(await lockPayment(tx, paymentId))
    if (locked.status === 'released' || locked.moving === 'release') return
    await claimRelease(tx, locked, viewer.id)
  })
  return settledPayment(deps.pool, paymentId)
}

/**
 * Approving a deliverable releases what is held (DECISIONS 8), inside the approval's own transaction: the
 * approval and the order to pay exist together or not at all. 'nothing_held' when there is no money to move.
 */
export async function orderRelease(
  tx: Tx,
  _deps: Deps,
  input: { projectId: string; actorId: string | null },
): Promise<'ordered' | 'nothing_held'> {
  const payment = await lockPaymentOfProject(tx, input.projectId)
  if (payment === null || payment.status !== 'held_in_escrow' || payment.moving !== null)
    return 'nothing_held'
  await claimRelease(tx, payment, input.actorId)
  return 'ordered'
}

/** Phase A: the money is claimed, the call is written down, the job that makes it is in the queue. */
async function claimRelease(tx: Tx, payment: PaymentRow, actorId: string | null): Promise<void> {
  if (payment.status !== 'held_in_escrow') throw new AppError('payment.not_held')
  if (payment.disputed) throw new AppError('payment.frozen')
  const account = await payoutAccountOf(tx, payment.creator_id)
  if (account === null || !account.onboarding_complete)
    throw new AppError('payment.payout_not_ready')
  const claimed = await claimHeld(tx, payment.id, 'release')
  if (claimed === null) throw new AppError('payment.moving')
  await intend(tx, {
    paymentId: claimed.id,
    kind: 'release',
    attempt: claimed.attempt,
    params: {
      amount: splitPrice(claimed.amount).creatorCents,
      destination: account.stripe_account_id,
    },
  })
  await recordEvent(
    tx,
    eventOf(claimed, 'order_release', 'held_in_escrow', 'held_in_escrow', actorId),
  )
  await enqueue(
    tx,
    'payments.release',
    { payment_id: claimed.id },
    { queue: `payment:${claimed.id}` },
  )
  await tellParties(tx, claimed)
}

/**
 * The job: makes the transfer and books it. Running it twice, or again after a crash anywhere, sends the same
 * key and so moves the money once. Throws when the outcome is unknown: the queue tries again later.
 */
export async function makeTransfer(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.pool, paymentId)
  if (payment === null || payment.status !== 'held_in_escrow' || payment.moving !== 'release')
    return
  const account = await payoutAccountOf(deps.pool, payment.creator_id)
  if (account === null || payment.stripe_charge_id === null) {
    throw new Error(`payment ${payment.id} is releasing without a charge or an account`)
  }
  const key = idempotencyKey('release', payment.id, payment.attempt)
  const transferGroup = `payment_${payment.id}`
  const outcome = (await olderThanKeyLife(deps, key))
    ? await adoptTransfer(deps, transferGroup)
    : await deps.payments.transfer({
        amountCents: splitPrice(payment.amount).creatorCents,
        destination: account.stripe_account_id,
        sourceCharge: payment.stripe_charge_id,
        transferGroup,
        paymentId: payment.id,
        idempotencyKey: key,
      })
  if (!outcome.ok && !outcome.definitive)
    throw new Error(`transfer of ${payment.id}: ${outcome.reason}`)
  await inTransaction(deps.pool, (tx) =>
    outcome.ok
      ? bookRelease(tx, deps, payment, key, outcome.transferId)
      : undoClaim(tx, deps, payment, key, outcome.reason),
  )
}

/** Phase B of a success: status, ledger, project and everything told, together. */
async function bookRelease(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  key: string,
  transferId: string,
): Promise<void> {
  const released = await markReleased(tx, payment.id, transferId, deps.clock())
  if (released === null) return
  const paymentIds = { paymentId: payment.id, reference: transferId }
  await settle(tx, key, { state: 'succeeded', providerId: transferId })
  await book(tx, { ...paymentIds, kind: 'release', entries: releaseEntries(payment.amount) })
  await book(tx, { ...paymentIds, kind: 'transfer', entries: transferEntries(payment.amount) })
  await recordEvent(tx, eventOf(released, 'release', 'held_in_escrow', 'released'))
  await completeProject(tx, payment.project_id)
  await tellParties(tx, released)
  await mailReleased(tx, deps, released)
}

/** Phase B of a definitive failure: the money stays held and may be released again. */
async function undoClaim(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  key: string,
  failure: string,
): Promise<void> {
  await settle(tx, key, { state: 'failed', failure })
  await giveBackClaim(tx, payment.id, 'release')
  await recordEvent(tx, eventOf(payment, 'release_failed', 'held_in_escrow', 'held_in_escrow'))
  await tellParties(tx, payment)
  await mailReleaseFailed(tx, deps, payment)
}

/** DECISIONS 9: a payment released in full completes the project. */
async function completeProject(tx: Tx, projectId: string): Promise<void> {
  const moved = await execute(
    tx,
    sql`update projects set status = 'completed' where id = ${projectId} and status = 'in_progress'`,
  )
  if (moved === 0) return
  await recordEvent(tx, {
    entity: 'project',
    entityId: projectId,
    projectId,
    actorId: null,
    move: 'complete',
    from: 'in_progress',
    to: 'completed',
  })
}

/** With the key forgotten, sending again could pay twice: what exists at the provider decides. */
async function adoptTransfer(deps: Deps, transferGroup: string) {
  const transfer = await deps.payments.findTransfer(transferGroup)
  return transfer === null
    ? ({ ok: false, definitive: true, reason: 'no transfer was made' } as const)
    : ({ ok: true, transferId: transfer.transferId } as const)
}
