import { agreeTerms, dayUnder } from '#server/amendments/agreed/agreement.ts'
import { payAmendment } from '#server/amendments/record/amendment-moves.ts'
import {
  amendmentById,
  type AmendmentRow,
  lockAmendment,
} from '#server/amendments/record/amendment-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { isFrozen } from '#server/payments/record/payment-policy.ts'
import {
  lockPayment,
  lockPaymentsOfApplication,
  paymentById,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { lockProject } from '#server/projects/project-store.ts'
import type { Beside } from './payment-funding-store.ts'

/**
 * The amount that a higher price adds to held money (decision 0073). The higher price is agreed once that amount is
 * held: price, date and brief of its amendment count from that transaction on. Money for an amendment that is no longer
 * wanted goes straight back.
 */

/**
 * Returns the extra that an amendment waits for, and its payment if it has one, for a locked application. Throws 404
 * for an amendment of another application or without an extra, amendment.answered, amendment.lapsed,
 * amendment.date_over, payment.already_funded, and payment.not_held, payment.frozen or payment.moving by the state of
 * the deal's own payment.
 */
export async function extraToFund(
  tx: Tx,
  { applicationId, amendmentId }: { applicationId: string; amendmentId: string },
  now: Date,
): Promise<{ beside: Beside; before: PaymentRow | null }> {
  const payments = await lockPaymentsOfApplication(tx, applicationId)
  const amendment = foundOr404(await lockAmendment(tx, amendmentId))
  const { extra: cents, pay_by: payBy } = amendment
  if (amendment.application_id !== applicationId || cents === null || payBy === null)
    throw new AppError('request.not_found')
  const before = payments.find(({ amendment_id: of }) => of === amendmentId) ?? null
  if (amendment.status === 'accepted') throw new AppError('payment.already_funded')
  if (amendment.status === 'lapsed' || (amendment.status === 'unpaid' && isLate(payBy, now)))
    throw new AppError('amendment.lapsed')
  if (amendment.status !== 'unpaid') throw new AppError('amendment.answered')
  if (isDateOver(amendment, await deadlineOf(tx, amendment), now))
    throw new AppError('amendment.date_over')
  const own = payments.find(({ purpose }) => purpose === 'deal')
  if (own?.status !== 'held_in_escrow') throw new AppError('payment.not_held')
  if (payments.some(isFrozen)) throw new AppError('payment.frozen')
  if (!takesMore(own)) throw new AppError('payment.moving')
  return { beside: { purpose: 'extra', amendmentId, cents }, before }
}

/** Nobody can deliver by a date that is over, so nothing is paid for it. `deadline`: the deal's own. */
function isDateOver(amendment: AmendmentRow, deadline: string, at: Date): boolean {
  const day = dayUnder(amendment, deadline)
  return day !== null && isPast(day, at)
}

/** Returns the deadline of an amendment's deal, for a caller that has not locked the project. */
const deadlineOf = async (db: Queryable, { application_id: id }: AmendmentRow): Promise<string> =>
  (
    await oneRow<{ deadline: string }>(
      db,
      sql`select deadline from projects join applications on applications.project_id = projects.id
        where applications.id = ${id}`,
    )
  ).deadline

const isLate = (payBy: string, now: Date): boolean => Date.parse(payBy) <= now.getTime()

/** Whether more can be held beside the deal's payment: it is held itself, and no one has chosen its way out. */
const takesMore = (own: PaymentRow): boolean =>
  own.status === 'held_in_escrow' &&
  own.moving === null &&
  own.decided_refund === null &&
  own.came_back === null

/**
 * Locks a payment whose money has arrived. An extra comes after its application and the payments before it, in the
 * order of the deal. Call it before settling the payment's operation: events lock in this order, and another order
 * would deadlock with them.
 */
export async function lockArrived(tx: Tx, id: string): Promise<PaymentRow | null> {
  const seen = await paymentById(tx, id)
  if (seen?.purpose !== 'extra') return seen === null ? null : lockPayment(tx, id)
  await execute(
    tx,
    sql`select from applications where id = ${seen.application_id} for no key update`,
  )
  const payments = await lockPaymentsOfApplication(tx, seen.application_id)
  return payments.find((one) => one.id === id) ?? null
}

/**
 * Returns the amendment that still waits for this extra, locked with its deal; null when its money is no longer wanted,
 * or was paid once the proposed date was over. An event that is late makes no payment late.
 */
export async function awaitedBy(
  tx: Tx,
  extra: PaymentRow,
  paidAt: Date,
): Promise<AmendmentRow | null> {
  if (extra.amendment_id === null) return null
  const payments = await lockPaymentsOfApplication(tx, extra.application_id)
  const own = payments.find(({ purpose }) => purpose === 'deal')
  const project = await lockProject(tx, extra.project_id)
  const amendment = await lockAmendment(tx, extra.amendment_id)
  const isWanted =
    amendment?.status === 'unpaid' &&
    project?.status === 'in_progress' &&
    !isDateOver(amendment, project.deadline, paidAt) &&
    own !== undefined &&
    takesMore(own) &&
    !payments.some(isFrozen)
  return isWanted ? amendment : null
}

/**
 * Returns whether an extra's amendment still waits for it, without a lock: a payment that is no longer wanted is not
 * charged.
 */
export async function isAwaited(
  db: Queryable,
  { amendment_id: id }: PaymentRow,
  now: Date,
): Promise<boolean> {
  if (id === null) return true
  const amendment = await amendmentById(db, id)
  return (
    amendment?.status === 'unpaid' && !isDateOver(amendment, await deadlineOf(db, amendment), now)
  )
}

/**
 * Makes an amendment count once its extra is held. Throws when its price is not the next one, which the locks of
 * `awaitedBy` exclude.
 */
export async function countExtra(
  tx: Tx,
  extra: PaymentRow,
  amendment: AmendmentRow,
  now: Date,
): Promise<void> {
  const { price, against_price: against } = amendment
  const agreed = await execute(
    tx,
    sql`update applications set proposed_price = ${price}
      where id = ${extra.application_id} and proposed_price = ${against}
        and proposed_price + ${extra.amount} = ${price}`,
  )
  const version = await agreeTerms(tx, extra.project_id, amendment, now)
  const paid = await payAmendment(tx, amendment.id, version)
  if (agreed !== 1 || paid === null)
    throw new Error(`the extra ${extra.id} is held and does not fit its deal`)
  // The price belongs to the application, which no other payment changes.
  await enqueue(tx, 'realtime.changed', {
    user_ids: [extra.seller_id, extra.creator_id],
    topics: ['applications'],
    project_id: extra.project_id,
  })
}
