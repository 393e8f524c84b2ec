import { deliverableTransitions } from '#contract/deliverables.ts'
import type { DisputeReason } from '#contract/dispute-reasons.ts'
import type { DealDisputeStatus, DisputeDecision } from '#contract/disputes.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { Queryable } from '#server/db/pool.ts'
import { listInJson } from '#server/db/json-rows.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { disputedCents, disputedExtras } from '#server/disputes/money/disputed-money.ts'

/** A dispute between the two sides of a deal, with their ids. Amounts are integer cents. */
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
  application_id: string
  /** The disputed amount: the agreed price that is held, without what the sides agreed to return before. */
  amount: number
  /**
   * The part of it that later payments added, oldest first (decision 0073); share and fee are split payment by payment.
   */
  extras: number[]
  agreed_refund: number
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

/** A file attached to a statement; `size` in bytes. */
export interface StatementFile {
  id: string
  file_name: string
  file_type: string
  size: number
}

/** A dispute with its statements, oldest first. */
export interface DisputeWithStatements extends DealDisputeRow {
  statements: StatementRow[]
}

const columns =
  raw(`deal_disputes.id, deal_disputes.payment_id, deal_disputes.project_id, deal_disputes.opened_by,
    deal_disputes.deliverable_id, deal_disputes.respondent_id, deal_disputes.answer_by, deal_disputes.reason,
    deal_disputes.status, deal_disputes.opened_at, deal_disputes.answered_at, deal_disputes.ended_at,
    deal_disputes.outcome, deal_disputes.returned_cents, deal_disputes.decision_reason, deal_disputes.decided_by,
    ${disputedCents.text} as amount, ${disputedExtras.text} as extras,
    payments.agreed_refund, payments.application_id, payments.fee_bps, payments.minimum_fee, payments.seller_id, payments.creator_id, payments.status as payment_status`)
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

/** The same, locked. Lock the payment first where both are needed. */
export const lockDispute = (tx: Tx, id: string) =>
  maybeRow<DealDisputeRow>(
    tx,
    sql`${select} where deal_disputes.id = ${id} for update of deal_disputes`,
  )

/** Returns a deal's disputes for one of its sides, newest first; bounded, because each side may open only a few. */
export const disputesOf = (db: Queryable, projectId: string, viewerId: string) =>
  rows<DisputeWithStatements>(
    db,
    sql`select ${disputeWithStatements} ${deals} where deal_disputes.project_id = ${projectId}
        and ${viewerId} in (payments.seller_id, payments.creator_id)
      order by deal_disputes.opened_at desc, deal_disputes.id desc`,
  )

/** The statements of a dispute, oldest first. */
export const statementsOf = (db: Queryable, disputeId: string) =>
  rows<StatementRow>(db, sql`${statements} where dispute_id = ${disputeId} ${inOrder}`)

/** Returns the number of disputes about a payment that a person has opened. */
export const openedBy = async (db: Queryable, paymentId: string, userId: string): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      db,
      sql`select count(*)::integer as count from deal_disputes
        where payment_id = ${paymentId} and opened_by = ${userId}`,
    )
  ).count

/** The fields of a new dispute. */
export interface NewDispute {
  /** The payment that stands for the deal, and all payments that are frozen. */
  paymentId: string
  frozen: readonly string[]
  projectId: string
  openedBy: string | null
  deliverableId: string | null
  respondentId: string
  reason: DisputeReason
  openedAt: Date
  answerBy: Date
  remindAt: Date
}

/** Opens a dispute and freezes its payments, which must be locked, held and not moving. */
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
    sql`update payments set deal_dispute_id = ${id} where id = any(${dispute.frozen}::uuid[])`,
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

/** Attaches uploads to a statement and returns how many of them were the author's own unused evidence. */
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

/** A decision: the cents that are returned to the card, the reason, and who decided. */
export interface Decision {
  outcome: DisputeDecision
  returnedCents: number
  reason: string
  decidedBy: string
}

/** Unfreezes the money, and adds to reviews the time for which the dispute paused them. */
export async function unfreeze(
  tx: Tx,
  dispute: Pick<DealDisputeRow, 'id' | 'project_id' | 'opened_at'>,
  now: Date,
): Promise<void> {
  await execute(
    tx,
    sql`update payments set deal_dispute_id = null
      where project_id = ${dispute.project_id} and deal_dispute_id = ${dispute.id}`,
  )
  const { from: waiting } = deliverableTransitions.approve
  await execute(
    tx,
    sql`update deliverables
      set review_shifted = review_shifted + (${now}::timestamptz - greatest(created_at, ${dispute.opened_at}::timestamptz))
      where project_id = ${dispute.project_id} and status = any(${waiting}) and created_at < ${now}`,
  )
}
