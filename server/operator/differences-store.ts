import type { DifferenceState } from '#contract/operator.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { owedCents } from '#server/payments/ledger/paid-outside.ts'
import { cursorNumber, pageLimit } from '#server/operator/acts/operator-pages.ts'

/** A difference between the provider's books and ours, with its assignee. */
export interface DifferenceListRow {
  number: number
  kind: string
  payment_id: string | null
  provider_id: string
  detail: string
  found_at: string
  resolved_at: string | null
  /** Integer cents. */
  owed: number
  owner_id: string | null
  owner_name: string | null
  note: string | null
}

const columns =
  raw(`money_differences.id as number, money_differences.kind, money_differences.payment_id,
  money_differences.provider_id, money_differences.detail, money_differences.found_at,
  money_differences.resolved_at, ${owedCents.text} as owed, money_differences.owner_id, owner.name as owner_name,
  (select why from operator_acts where subject = 'difference' and subject_id = money_differences.id::text
    and why is not null order by number desc limit 1) as note`)
const owner = raw('left join profiles owner on owner.id = money_differences.owner_id')

const states: Record<DifferenceState, string> = {
  open: 'money_differences.resolved_at is null',
  resolved: 'money_differences.resolved_at is not null',
}

/** A page of differences, newest first, plus one row. */
export const differencesStatement = (search: {
  state?: DifferenceState | undefined
  after?: string | undefined
}): Statement =>
  unprepared(sql`select ${columns} from money_differences ${owner}
    where money_differences.id < ${cursorNumber(search.after)}
      and ${raw(search.state === undefined ? 'true' : states[search.state])}
    order by money_differences.id desc limit ${pageLimit}`)

export const findDifferences = (
  db: Queryable,
  search: Parameters<typeof differencesStatement>[0],
): Promise<DifferenceListRow[]> => rows<DifferenceListRow>(db, differencesStatement(search))

/** Yields `DifferenceListRow`s: those of a payment, newest first. */
export const differencesOfPayment = (paymentId: string): Statement =>
  sql`select ${columns} from money_differences ${owner} where payment_id = ${paymentId}
    order by money_differences.id desc limit ${pageLimit}`

/** Locks a difference until the transaction ends. */
export const lockDifference = (tx: Tx, number: string) =>
  maybeRow<Pick<DifferenceListRow, 'kind' | 'provider_id' | 'resolved_at' | 'owner_id' | 'owed'>>(
    tx,
    sql`select kind, provider_id, resolved_at, owner_id, ${owedCents} as owed from money_differences
      where id = ${number} for update`,
  )

/** The payment that a difference is about, which never changes. */
export const paymentIdOf = (tx: Tx, number: string) =>
  maybeRow<{ payment_id: string | null }>(
    tx,
    sql`select payment_id from money_differences where id = ${number}`,
  )

export const ownDifference = (tx: Tx, number: string, ownerId: string) =>
  execute(tx, sql`update money_differences set owner_id = ${ownerId} where id = ${number}`)

export const resolveDifference = (tx: Tx, number: string, by: string, now: Date) =>
  execute(
    tx,
    sql`update money_differences set resolved_at = ${now}, resolved_by = ${by}
      where id = ${number} and resolved_at is null`,
  )
