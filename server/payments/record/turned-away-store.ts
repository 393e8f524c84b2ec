import type { TurnedAwayReason } from '#contract/payments.ts'
import { timeInJson } from '#server/db/json-rows.ts'
import { execute, maybeRow, oneRow, raw, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** The rows of money that arrived and could not be held, one per charge. Amounts are cents. */

/** A charge that is returned. */
export interface TurnedAwayCharge {
  payment_id: string
  charge_id: string
  amount_cents: number
}

/** A payment's newest turned-away money, for the payment's readers. `amount` is cents. */
export interface TurnedAway {
  reason: TurnedAwayReason
  amount: number
  arrived_at: string
  returned_at: string | null
  came_back_at: string | null
}

const newestOf = (
  payments: string,
) => `(select json_build_object('reason', reason, 'amount', amount,
    'arrived_at', ${timeInJson('arrived_at').text}, 'returned_at', ${timeInJson('returned_at').text},
    'came_back_at', ${timeInJson('came_back_at').text})
  from turned_away_charges where payment_id = ${payments} order by arrived_at desc limit 1) as turned_away`

/** `TurnedAway` or null, as a column for a statement about `payments`. */
export const turnedAwayColumn = raw(newestOf('payments.id'))

/**
 * The same for a deal's payments: money that arrived for its extras and was not held is listed with the deal's own
 * payment.
 */
export const turnedAwayOfDeal = raw(
  newestOf(`any(array(select one.id from payments one where one.application_id = payments.application_id
    and (one.id = payments.id or (payments.purpose = 'deal' and one.purpose = 'extra'))))`),
)

/**
 * The state that people see, as an expression over `payments`: money that arrived and went straight back is refunded,
 * whatever the outcome of the attempt. The rule of wasTurnedAway (contract/deal-reading.ts).
 */
export const shownStatusSql = raw(`case when payments.status = 'failed' and payments.failure is null
    and (select reason from turned_away_charges where payment_id = payments.id order by arrived_at desc limit 1)
      not in ('second', 'late_extra')
  then 'refunded' else payments.status end`)

/** Records why a charge is returned; the first reason stays. */
export const noteTurnedAway = (
  tx: Tx,
  { payment_id, charge_id, amount_cents }: TurnedAwayCharge,
  reason: TurnedAwayReason,
  now: Date,
) =>
  execute(
    tx,
    sql`insert into turned_away_charges (charge_id, payment_id, reason, amount, arrived_at)
      values (${charge_id}, ${payment_id}, ${reason}, ${amount_cents}, ${now}) on conflict (charge_id) do nothing`,
  )

/**
 * Returns whether a charge was turned away, even long ago. An event may repeat it days later, when the key of its
 * return is forgotten: it is neither held nor returned a second time.
 */
export const isTurnedAway = async (tx: Tx, chargeId: string): Promise<boolean> =>
  (await maybeRow(tx, sql`select 1 from turned_away_charges where charge_id = ${chargeId}`)) !==
  null

/** Records that a noted charge was returned; returns why. */
export const markReturned = (tx: Tx, chargeId: string, now: Date) =>
  oneRow<{ reason: TurnedAwayReason }>(
    tx,
    sql`update turned_away_charges set returned_at = ${now} where charge_id = ${chargeId} returning reason`,
  )

/** Records that the card did not take a return; returns null for a charge that was not turned away. */
export const markReturnFailed = (tx: Tx, chargeId: string | null, now: Date) =>
  maybeRow<{ reason: TurnedAwayReason }>(
    tx,
    sql`update turned_away_charges set came_back_at = coalesce(came_back_at, ${now})
      where charge_id = ${chargeId} returning reason`,
  )
