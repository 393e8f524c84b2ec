import type { DealDisputeStatus, DisputeDecision, DisputeReason } from '#contract/disputes.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { Queryable } from '#server/db/pool.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** A dispute of the two sides of a deal, with whose deal it is. Amounts are integer cents. */
export interface DealDisputeRow {
  id: string
  payment_id: string
  project_id: string
  opened_by: string | null
  deliverable_id: string | null
  respondent_id: string
  answer_by: string
  reason: DisputeReason
  status: DealDisputeStatus
  opened_at: string
  answered_at: string | null
  ended_at: string | null
  outcome: DisputeDecision | null
  returned_cents: number | null
  decision_reason: string | null
  decided_by: string | null
  amount: number
  fee_bps: number
  minimum_fee: number
  seller_id: string
  creator_id: string
  payment_status: PaymentStatus
}

export interface StatementRow {
  id: string
  author_id: string
  content: string
  created_at: string
  files: StatementFile[]
}

/** A file that came with a statement; `size` in bytes. */
export interface StatementFile {
  id: string
  file_name: string
  file_type: string
  size: number
}

/** A dispute with what was said in it, oldest first. */
export interface DisputeWithStatements extends DealDisputeRow {
  statements: StatementRow[]
}

const columns =
  raw(`deal_disputes.id, deal_disputes.payment_id, deal_disputes.project_id, deal_disputes.opened_by,
    deal_disputes.deliverable_id, deal_disputes.respondent_id, deal_disputes.answer_by, deal_disputes.reason,
    deal_disputes.status, deal_disputes.opened_at, deal_disputes.answered_at, deal_disputes.ended_at,
    deal_disputes.outcome, deal_disputes.returned_cents, deal_disputes.decision_reason, deal_disputes.decided_by,
    payments.amount, payments.fee_bps, payments.minimum_fee, payments.seller_id, payments.creator_id, payments.status as payment_status`)
const deals = raw('from deal_disputes join payments on payments.id = deal_disputes.payment_id')
const select = raw(`select ${columns.text} ${deals.text}`)

const statements = raw(`select id, author_id, content, created_at,
    array(select json_build_object('id', files.id, 'file_name', file_name, 'file_type', file_type, 'size', size)
      from files where statement_id = deal_dispute_statements.id order by files.created_at, files.id) as files
  from deal_dispute_statements`)
const inOrder = raw('order by number')

/** The columns of `DisputeWithStatements`, read from disputes with their payments joined. */
export const disputeWithStatements = sql`${columns}, ${listInJson(
  sql`${statements} where dispute_id = deal_disputes.id ${inOrder}`,
  'created_at',
)} as statements`

export const disputeById = (db: Queryable, id: string) =>
  maybeRow<DealDisputeRow>(db, sql`${select} where deal_disputes.id = ${id}`)

/** The same, locked. Whoever also locks the payment does that before. */
export const lockDispute = (tx: Tx, id: string) =>
  maybeRow<DealDisputeRow>(
    tx,
    sql`${select} where deal_disputes.id = ${id} for update of deal_disputes`,
  )

/** Of one deal, for one of its two sides, newest first: bounded by how often each may open one. */
export const disputesOf = (db: Queryable, projectId: string, viewerId: string) =>
  rows<DisputeWithStatements>(
    db,
    sql`select ${disputeWithStatements} ${deals} where deal_disputes.project_id = ${projectId}
        and ${viewerId} in (payments.seller_id, payments.creator_id)
      order by deal_disputes.opened_at desc, deal_disputes.id desc`,
  )

/** What was said in a dispute, oldest first. */
export const statementsOf = (db: Queryable, disputeId: string) =>
  rows<StatementRow>(db, sql`${statements} where dispute_id = ${disputeId} ${inOrder}`)

/** How many disputes of a payment somebody has opened. */
export const openedBy = async (db: Queryable, paymentId: string, userId: string): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      db,
      sql`select count(*)::integer as count from deal_disputes
        where payment_id = ${paymentId} and opened_by = ${userId}`,
    )
  ).count

/** What a new dispute is made of. */
export interface NewDispute {
  paymentId: string
  projectId: string
  openedBy: string | null
  deliverableId: string | null
  respondentId: string
  reason: DisputeReason
  openedAt: Date
  answerBy: Date
  remindAt: Date
}

/** Opens a dispute and freezes its payment; the payment must be locked, held and still. */
export async function insertDispute(tx: Tx, dispute: NewDispute): Promise<string> {
  const { id } = await oneRow<{ id: string }>(
    tx,
    sql`insert into deal_disputes (payment_id, project_id, opened_by, deliverable_id, respondent_id, reason, opened_at,
        answer_by, remind_at)
      values (${dispute.paymentId}, ${dispute.projectId}, ${dispute.openedBy}, ${dispute.deliverableId},
        ${dispute.respondentId}, ${dispute.reason}, ${dispute.openedAt}, ${dispute.answerBy}, ${dispute.remindAt})
      returning id`,
  )
  await execute(
    tx,
    sql`update payments set deal_dispute_id = ${id} where id = ${dispute.paymentId}`,
  )
  return id
}

export const insertStatement = (
  tx: Tx,
  statement: { disputeId: string; authorId: string; content: string },
  now: Date,
) =>
  oneRow<{ id: string }>(
    tx,
    sql`insert into deal_dispute_statements (dispute_id, author_id, content, created_at)
      values (${statement.disputeId}, ${statement.authorId}, ${statement.content}, ${now}) returning id`,
  )

/** Lets uploads come with a statement; answers how many of them were the author's own evidence and free. */
export const attachFiles = (
  tx: Tx,
  ids: readonly string[],
  to: { statementId: string; authorId: string; projectId: string },
) =>
  execute(
    tx,
    sql`update files set statement_id = ${to.statementId} where id = any(${ids}::uuid[])
      and owner_id = ${to.authorId} and project_id = ${to.projectId} and bucket = 'dispute-evidence'
      and statement_id is null`,
  )

/** Moves a dispute to where it waits for a decision; false when it does not wait for an answer (any more). */
export async function passToDecision(tx: Tx, id: string, answeredAt: Date | null) {
  const moved = await execute(
    tx,
    sql`update deal_disputes set status = 'awaiting_decision', answered_at = ${answeredAt}
      where id = ${id} and status = 'awaiting_answer'`,
  )
  return moved === 1
}

/** Ends an open dispute without a decision; false when it is over already. */
export async function endUndecided(tx: Tx, id: string, status: 'withdrawn' | 'closed', now: Date) {
  const moved = await execute(
    tx,
    sql`update deal_disputes set status = ${status}, ended_at = ${now}
      where id = ${id} and status in ('awaiting_answer', 'awaiting_decision')`,
  )
  return moved === 1
}

/** A decision: what goes back to the card, in cents, why, and by whom. */
export interface Decision {
  outcome: DisputeDecision
  returnedCents: number
  reason: string
  decidedBy: string
}

/** Keeps a decision about a dispute that waits for one; false when it does not. */
export async function keepDecision(tx: Tx, id: string, decision: Decision, now: Date) {
  const moved = await execute(
    tx,
    sql`update deal_disputes set status = 'decided', ended_at = ${now}, outcome = ${decision.outcome},
        returned_cents = ${decision.returnedCents}, decision_reason = ${decision.reason},
        decided_by = ${decision.decidedBy}
      where id = ${id} and status = 'awaiting_decision'`,
  )
  return moved === 1
}

/** The deliveries of a project that wait for review, locked: before its payment, as an approval locks them. */
export const lockWaitingDeliveries = (tx: Tx, projectId: string) =>
  execute(
    tx,
    sql`select id from deliverables where project_id = ${projectId} and status = 'pending' order by id for update`,
  )

/** Frees the money, and gives reviews the time back that the dispute stood still in. */
export async function unfreeze(
  tx: Tx,
  dispute: Pick<DealDisputeRow, 'id' | 'payment_id' | 'project_id' | 'opened_at'>,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update payments set deal_dispute_id = null
      where id = ${dispute.payment_id} and deal_dispute_id = ${dispute.id}`,
  )
  await execute(
    tx,
    sql`update deliverables
      set review_shifted = review_shifted + (${now}::timestamptz - greatest(created_at, ${dispute.opened_at}::timestamptz))
      where project_id = ${dispute.project_id} and status = 'pending' and created_at < ${now}`,
  )
}
