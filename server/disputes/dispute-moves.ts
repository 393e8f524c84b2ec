import {
  answerDeadline,
  DISPUTE_REMINDER_DAYS,
  type DisputeReason,
  workingDaysAfter,
} from '#contract/disputes.ts'
import type { EventMove } from '#contract/events.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { renderMail } from '#server/mail/mail-layout.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'
import {
  type DealDisputeRow,
  disputeById,
  insertDispute,
  insertStatement,
} from './dispute-store.ts'

/** Why a dispute begins. With `openedBy` null it is the clock, about `deliverableId`, without a statement. */
interface Opening {
  openedBy: string | null
  respondentId: string
  reason: DisputeReason
  deliverableId: string | null
  statement: string | null
}

/** Opens a dispute about a payment that is locked, held and not moving: from now on it is frozen. */
export async function raiseDispute(
  tx: Tx,
  payment: PaymentRow,
  { openedBy, respondentId, reason, deliverableId, statement }: Opening,
  now: Date,
): Promise<DealDisputeRow> {
  const id = await insertDispute(tx, {
    paymentId: payment.id,
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
