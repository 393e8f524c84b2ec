import type { OperatorAct, RecordedEvent } from '#contract/operator-record-schemas.ts'
import type { PaymentFlag } from '#contract/operator.ts'
import type { LedgerAccount, LedgerKind } from '#contract/ledger.ts'
import type { PaymentPurpose, PaymentStatus } from '#contract/payments.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { type PaymentRow, paymentColumns } from '#server/payments/record/payment-store.ts'
import { shownStatusSql } from '#server/payments/record/turned-away-store.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'
import { type DifferenceListRow, differencesOfPayment } from './differences-store.ts'
import { actsOn } from '#server/operator/acts/operator-acts.ts'
import { pageLimit, cursorTime, typedFor } from '#server/operator/acts/operator-pages.ts'
import { eventsOfPayment } from './recorded-events-store.ts'

/** A payment as the console lists it. `amount` is integer cents. */
export interface PaymentListRow {
  id: string
  project_id: string
  project_title: string
  purpose: PaymentPurpose
  status: PaymentStatus
  /** The status as both sides see it. */
  shown_status: PaymentStatus
  amount: number
  /** Cents that went back while the rest stayed held. */
  returned_part: number
  disputed: boolean
  moving: 'release' | 'refund' | null
  came_back: 'refund' | 'transfer' | null
  seller: PersonCard
  creator: PersonCard
  created_at: string
}

/** The list's filters; `person` is either side. */
export interface PaymentsSearch {
  q?: string | undefined
  status?: PaymentStatus | undefined
  flag?: PaymentFlag | undefined
  person?: string | undefined
  project?: string | undefined
  after?: string | undefined
}

const listColumns =
  raw(`payments.id, payments.project_id, projects.title as project_title, payments.purpose, payments.status, ${shownStatusSql.text} as shown_status, payments.amount, payments.returned_part,
  payments.disputed, payments.moving, payments.came_back, payments.created_at,
  ${personCardOf('seller').text} as seller, ${personCardOf('creator').text} as creator`)
const around = raw(`join projects on projects.id = payments.project_id
  join profiles seller on seller.id = payments.seller_id
  join profiles creator on creator.id = payments.creator_id`)

const flags: Record<PaymentFlag, string> = {
  disputed: 'payments.disputed',
  moving: 'payments.moving is not null',
  came_back: 'payments.came_back is not null',
}

/** A page of payments, newest first, plus one row. */
export function paymentsStatement(search: PaymentsSearch): Statement {
  const { q, status = null, flag, person = null, project = null, after } = search
  const { id: wantedId, words: wanted } = typedFor(q)
  const { time, id } = cursorTime(after)
  return unprepared(sql`select ${listColumns} from payments ${around}
    where (payments.created_at, payments.id) < (${time}::timestamptz, ${id}::uuid)
      and (${wantedId}::uuid is null or payments.id in (
        select id from payments where id = ${wantedId} or project_id = ${wantedId} or application_id = ${wantedId}))
      and (${wanted}::text is null or payments.id in (
        select id from payments where stripe_charge_id = ${wanted} or stripe_payment_intent_id = ${wanted}
          or stripe_transfer_id = ${wanted} or stripe_refund_id = ${wanted} or dispute_id = ${wanted}
          or checkout_session_id = ${wanted}))
      and (${status}::text is null or payments.status = ${status})
      and (${person}::uuid is null or payments.id in (
        select id from payments where seller_id = ${person} or creator_id = ${person}))
      and (${project}::uuid is null or payments.project_id = ${project})
      and ${raw(flag === undefined ? 'true' : flags[flag])}
    order by payments.created_at desc, payments.id desc limit ${pageLimit}`)
}

export const findPayments = (db: Queryable, search: PaymentsSearch) =>
  rows<PaymentListRow>(db, paymentsStatement(search))

/** A ledger entry with its movement, oldest first. `amount` is signed cents. */
export interface LedgerLine {
  movement: number
  kind: LedgerKind
  reference: string
  created_at: string
  account: LedgerAccount
  amount: number
}

const ledgerOf = (paymentId: string) =>
  sql`select ledger_movements.id as movement, ledger_movements.kind, ledger_movements.reference,
      ledger_movements.created_at, ledger_entries.account, ledger_entries.amount
    from ledger_movements join ledger_entries on ledger_entries.movement_id = ledger_movements.id
    where ledger_movements.payment_id = ${paymentId} order by ledger_movements.id, ledger_entries.id`

/** A call that moves money, as stored before the call was made. */
interface OperationRow {
  number: string
  kind: string
  attempt: number
  state: string
  idempotency_key: string
  provider_id: string | null
  failure: string | null
  created_at: string
  sent_at: string | null
  settled_at: string | null
}

const operationsOf = (paymentId: string) =>
  sql`select id::text as number, kind, attempt, state, idempotency_key, provider_id, failure, created_at, sent_at,
      settled_at
    from money_ops where payment_id = ${paymentId} order by id`

/** One payment with both sides, its provider objects, and everything that happened to its money. */
export type PaymentDetailRow = PaymentRow &
  PaymentListRow & {
    stripe_transfer_id: string | null
    stripe_refund_id: string | null
    ledger: LedgerLine[]
    operations: OperationRow[]
    differences: DifferenceListRow[]
    events: RecordedEvent[]
    acts: OperatorAct[]
  }

export const paymentForOperator = (db: Queryable, id: string) =>
  maybeRow<PaymentDetailRow>(
    db,
    sql`select ${paymentColumns}, payments.stripe_transfer_id, payments.stripe_refund_id,
        ${shownStatusSql} as shown_status, projects.title as project_title, ${personCardOf('seller')} as seller, ${personCardOf('creator')} as creator,
        ${listInJson(ledgerOf(id), 'created_at')} as ledger,
        ${listInJson(operationsOf(id), 'created_at', 'sent_at', 'settled_at')} as operations,
        ${listInJson(differencesOfPayment(id), 'found_at', 'resolved_at')} as differences,
        ${listInJson(eventsOfPayment(id), 'at')} as events, ${listInJson(actsOn('payment', id), 'at')} as acts
      from payments ${around} where payments.id = ${id}`,
  )
