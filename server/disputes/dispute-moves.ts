import { type DisputeReason } from '#contract/dispute-reasons.ts'
import {
  answerDeadline,
  dealDisputeTransitions,
  DISPUTE_REMINDER_DAYS,
  workingDaysAfter,
} from '#contract/disputes.ts'
import type { EventMove } from '#contract/events.ts'
import { execute, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { renderMail } from '#server/mail/mail-layout.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'
import {
  type DealDisputeRow,
  type Decision,
  disputeById,
  insertDispute,
  insertStatement,
} from './dispute-store.ts'

/** Why a dispute begins. With `openedBy` null, the clock opens it, about `deliverableId`, without a statement. */
interface Opening {
  openedBy: string | null
  respondentId: string
  reason: DisputeReason
  deliverableId: string | null
  statement: string | null
}

/**
 * Opens a dispute about `payment` and everything else that is held for its deal. All of it must be locked and not
 * moving, and is frozen from now on. `held` contains all of these payments.
 */
export async function raiseDispute(
  tx: Tx,
  { payment, held }: { payment: PaymentRow; held: readonly PaymentRow[] },
  { openedBy, respondentId, reason, deliverableId, statement }: Opening,
  now: Date,
): Promise<DealDisputeRow> {
  const id = await insertDispute(tx, {
    paymentId: payment.id,
    frozen: held.map((one) => one.id),
    projectId: payment.project_id,
    openedBy,
    deliverableId,
    respondentId,
    reason,
    openedAt: now,
    answerBy: answerDeadline(now),
    remindAt: workingDaysAfter(now, DISPUTE_REMINDER_DAYS),
  })
  if (openedBy !== null && statement !== null)
    await insertStatement(tx, { disputeId: id, authorId: openedBy, content: statement }, now)
  return recordMove(tx, id, { move: 'open', from: null, actorId: openedBy })
}

/**
 * Moves a dispute along its transition table and sets the columns that change with its status. The write is the guard:
 * returns false when the dispute is in no state that the move starts from. Call `recordMove` once everything that
 * belongs to the move is written.
 */
async function moveDispute(
  tx: Tx,
  id: string,
  move: keyof typeof dealDisputeTransitions,
  set: Statement,
): Promise<boolean> {
  const { from, to } = dealDisputeTransitions[move]
  const moved = await execute(
    tx,
    sql`update deal_disputes set status = ${to}, ${set} where id = ${id} and status = any(${from})`,
  )
  return moved === 1
}

/** Moves a dispute to the state where it waits for a decision; returns false when it no longer waits for an answer. */
export const passToDecision = (tx: Tx, id: string, answeredAt: Date | null): Promise<boolean> =>
  moveDispute(tx, id, answeredAt === null ? 'fall_due' : 'answer', sql`answered_at = ${answeredAt}`)

/** Ends an open dispute without a decision; returns false when it has already ended. */
export const endUndecided = (
  tx: Tx,
  id: string,
  move: 'withdraw' | 'close',
  now: Date,
): Promise<boolean> => moveDispute(tx, id, move, sql`ended_at = ${now}`)

/** Stores the decision of a dispute that waits for one; returns false when it does not wait for one. */
export const keepDecision = (
  tx: Tx,
  id: string,
  { outcome, returnedCents, reason, decidedBy }: Decision,
  now: Date,
): Promise<boolean> =>
  moveDispute(
    tx,
    id,
    'decide',
    sql`ended_at = ${now}, outcome = ${outcome}, returned_cents = ${returnedCents},
      decision_reason = ${reason}, decided_by = ${decidedBy}`,
  )

/** Records a move, makes both sides' pages refetch, and returns the dispute as it is now. */
export async function recordMove(
  tx: Tx,
  id: string,
  {
    move,
    from,
    actorId,
  }: { move: EventMove<'deal_dispute'>; from: string | null; actorId: string | null },
): Promise<DealDisputeRow> {
  const dispute = await disputeById(tx, id)
  if (dispute === null) throw new Error(`dispute ${id} moved and is gone`)
  await recordEvent(tx, {
    entity: 'deal_dispute',
    entityId: id,
    projectId: dispute.project_id,
    actorId,
    move,
    from,
    to: dispute.status,
  })
  await enqueue(tx, 'realtime.changed', {
    user_ids: [dispute.seller_id, dispute.creator_id],
    topics: ['disputes', 'payments', 'projects', 'deliverables', 'conversations', 'dashboard'],
    project_id: dispute.project_id,
  })
  return dispute
}

/** Mails the support address, once, that a dispute waits for a decision. */
export async function callSupport(
  tx: Tx,
  { config }: Deps,
  dispute: DealDisputeRow,
): Promise<void> {
  const { brandName, publicUrl: siteUrl, supportEmail } = config
  const subject = 'A dispute waits for a decision'
  const lines = [
    `Dispute ${dispute.id} about project ${dispute.project_id} ${dispute.answered_at === null ? 'was not answered in time' : 'was answered'}. Decide it in the operator’s console.`,
  ]
  const mail = renderMail({ brandName, siteUrl }, { subject, heading: subject, lines })
  await queueMail(tx, supportEmail, mail, { dedupeId: `dispute-${dispute.id}` })
}
