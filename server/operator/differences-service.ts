import { centsFromUsd } from '#contract/money.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { mayDecide } from '#server/disputes/dispute-policy.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { bookPaidOutside, OWED_ON } from '#server/payments/ledger/paid-outside.ts'
import { lockPayment, type PaymentRow } from '#server/payments/record/payment-store.ts'
import type { ProposalRow } from '#server/operator/proposals/proposal-store.ts'
import { propose, refuseWhileProposed } from '#server/operator/proposals/propose.ts'
import { payoutNeedsSecondPerson, presentDifferences } from './difference-presenter.ts'
import {
  findDifferences,
  lockDifference,
  ownDifference,
  paymentIdOf,
  resolveDifference,
} from './differences-store.ts'
import {
  type Acted,
  type NewAct,
  NOTHING_DONE,
  recordAct,
} from '#server/operator/acts/operator-acts.ts'
import { numberedPage } from '#server/operator/acts/operator-pages.ts'

/** A page of reconciliation differences, newest first. */
export async function differences(
  deps: Deps,
  viewer: Viewer,
  search: Parameters<typeof findDifferences>[1],
) {
  const { rows, next } = numberedPage(await findDifferences(deps.pool, search))
  return { rows: await presentDifferences(deps, viewer, rows), next }
}

/** An act on a difference, and its operator. */
interface DifferenceAct {
  viewer: Viewer
  number: string
}

/** Assigns it to the operator. Idempotent. */
export async function takeDifference(
  deps: Deps,
  { viewer, number }: DifferenceAct,
): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const found = await openDifference(tx, number)
    if (found.owner_id === viewer.id) return NOTHING_DONE
    await ownDifference(tx, number, viewer.id)
    return recordAct(tx, {
      ...subjectOf(viewer, number, found),
      act: 'take_difference',
      reason: null,
    })
  })
}

/** Adds a note. Notes never change; the newest is shown with the difference. */
export async function noteDifference(
  deps: Deps,
  act: DifferenceAct & { reason: string },
): Promise<Acted> {
  const { viewer, number, reason } = act
  return inTransaction(deps.pool, async (tx) => {
    const found = foundOr404(await lockDifference(tx, number))
    return recordAct(tx, {
      ...subjectOf(viewer, number, found),
      act: 'note_difference',
      reason,
    })
  })
}

/**
 * Closes a difference by hand. If the next reconciliation still finds it, it is recorded again. If it leaves money
 * owed, that money was paid out by hand and is booked now; throws operator.paid_differs for any other amount. From a
 * configured amount on, the closing is only proposed (decision 0108); throws what propose throws. Throws dispute.own
 * for a side of the deal, whatever the amount.
 */
export async function resolveByHand(
  deps: Deps,
  act: DifferenceAct & { reason: string; paid_amount?: number | undefined; now: Date },
): Promise<Acted> {
  const { viewer, number, reason, paid_amount: paid, now } = act
  return inTransaction(deps.pool, async (tx) => {
    const { payment, found } = await lockOwed(tx, viewer, number)
    if (found.resolved_at !== null) throw new AppError('operator.difference_resolved')
    if (found.owed !== (paid === undefined ? 0 : centsFromUsd(paid)))
      throw new AppError('operator.paid_differs')
    if (payoutNeedsSecondPerson(deps.config, found.owed)) {
      await propose(tx, deps.config, {
        act: 'resolve_difference',
        terms: {},
        subject_id: number,
        cents: found.owed,
        why: reason,
        viewer,
        sides: payment === null ? [] : [payment.seller_id, payment.creator_id],
        projectId: payment?.project_id ?? null,
        now,
      })
      return { changed: true, reason }
    }
    await refuseWhileProposed(tx, 'resolve_difference', number)
    return close(tx, { number, payment, found, viewer, reason, now })
  })
}

/**
 * Books and closes what another operator proposed, in the transaction of its confirmation. Returns null and does
 * nothing if that amount is no longer owed. Throws dispute.own for a side of the deal. The caller records the
 * confirmation.
 */
export async function resolveAsProposed(
  tx: Tx,
  { subject_id: number, cents, why }: ProposalRow,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<{ projectId: string | null } | null> {
  const { payment, found } = await lockOwed(tx, viewer, number)
  if (found.resolved_at !== null || found.owed !== cents) return null
  await close(tx, { number, payment, found, viewer, reason: why, now })
  return { projectId: payment?.project_id ?? null }
}

type Found = NonNullable<Awaited<ReturnType<typeof lockDifference>>>

/** Locks a difference and its payment. Throws 404, and dispute.own: no one closes a difference about their own money. */
async function lockOwed(
  tx: Tx,
  viewer: Viewer,
  number: string,
): Promise<{ payment: PaymentRow | null; found: Found }> {
  // The payment is locked before the difference: whatever moves money locks the payment and then writes differences.
  const { payment_id: paymentId } = foundOr404(await paymentIdOf(tx, number))
  const payment = paymentId === null ? null : await lockPayment(tx, paymentId)
  if (payment !== null && !mayDecide(viewer, payment)) throw new AppError('dispute.own')
  return { payment, found: foundOr404(await lockDifference(tx, number)) }
}

/** Books what was paid, closes the difference and records the act. */
async function close(
  tx: Tx,
  given: {
    number: string
    payment: PaymentRow | null
    found: Found
    viewer: Viewer
    reason: string
    now: Date
  },
): Promise<Acted> {
  const { number, payment, found, viewer, reason, now } = given
  if (payment !== null && isOwing(found.kind) && found.owed > 0) {
    const { kind, owed: cents } = found
    await bookPaidOutside(tx, payment, { number, kind, cents, by: viewer.id })
  }
  await resolveDifference(tx, number, viewer.id, now)
  return recordAct(tx, { ...subjectOf(viewer, number, found), act: 'resolve_difference', reason })
}

const isOwing = (kind: string): kind is keyof typeof OWED_ON => kind in OWED_ON

async function openDifference(tx: Tx, number: string) {
  const found = foundOr404(await lockDifference(tx, number))
  if (found.resolved_at !== null) throw new AppError('operator.difference_resolved')
  return found
}

const subjectOf = (
  viewer: Viewer,
  number: string,
  { kind, provider_id }: { kind: string; provider_id: string },
): Pick<NewAct, 'actorId' | 'subject' | 'subjectId' | 'subjectName'> => ({
  actorId: viewer.id,
  subject: 'difference',
  subjectId: number,
  subjectName: `${kind} ${provider_id}`,
})
