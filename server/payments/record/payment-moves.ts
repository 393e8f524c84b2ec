import { paymentSetbacks, type PaymentStatus, paymentTransitions } from '#contract/payments.ts'
import { maybeRow, raw, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { paymentEvent } from './payment-changes.ts'
import { paymentColumns, type PaymentRow, type WayOut } from './payment-store.ts'

/** The only SQL that writes `payments.status`, or guards a write by it. */

const moves = { ...paymentTransitions, ...paymentSetbacks }

/** A move of the payment machine, or a setback of one. */
interface PaymentMove {
  /** As read under its lock: the event records that the move started from this status. */
  payment: Pick<PaymentRow, 'id' | 'status'>
  move: keyof typeof moves
  /** Columns that change together with the status. */
  set: Statement
  /** What must hold besides the status: the claim, the attempt, the provider's object. */
  only?: Statement
  /** The person who clicked; absent for the system. */
  actorId?: string
  /** Books the move. Runs before the event is recorded, because notices are built from the rows as they are then. */
  book?: (moved: PaymentRow) => Promise<PaymentRow | void>
}

/**
 * Moves a payment along its transition table, books it, and records its event. The write is the guard: returns null,
 * with nothing booked or recorded, when the payment is not in a state that the move starts from, or `only` does not
 * hold.
 */
export async function movePayment(
  tx: Tx,
  { payment, move, set, only, actorId, book }: PaymentMove,
): Promise<PaymentRow | null> {
  const { from, to } = moves[move]
  const moved = await maybeRow<PaymentRow>(
    tx,
    sql`update payments set status = ${to}, ${set}
      where id = ${payment.id} and status = any(${from}) ${besides(only)} returning ${paymentColumns}`,
  )
  if (moved === null) return null
  const booked = (await book?.(moved)) ?? moved
  // Money that a bank took back for good is recorded, and reported, as its dispute.
  const name = move === 'charge_back' ? 'dispute_lost' : move
  await recordEvent(tx, paymentEvent(booked, name, payment.status, to, actorId ?? null))
  return booked
}

/** Changes a payment that stays in `status`; returns null if it has left that status or `only` does not hold. */
export const changePayment = (
  tx: Tx,
  id: string,
  { status, set, only }: { status: PaymentStatus; set: Statement; only?: Statement },
): Promise<PaymentRow | null> =>
  maybeRow<PaymentRow>(
    tx,
    sql`update payments set ${set} where id = ${id} and status = ${status} ${besides(only)}
      returning ${paymentColumns}`,
  )

/**
 * The guard of every way out: only the transaction that sets `moving` first may move this money. A release may have to
 * wait until the moment `until`.
 */
export const claimHeld = (tx: Tx, id: string, way: WayOut, until: string | null = null) =>
  changePayment(tx, id, {
    status: 'held_in_escrow',
    set: sql`moving = ${way}, release_after = ${until}`,
    only: sql`moving is null and not disputed and deal_dispute_id is null`,
  })

/** Releases the claim after a definitive failure; the next try gets the next attempt number (PAYMENTS rule 2). */
export const giveBackClaim = (tx: Tx, id: string, way: WayOut) =>
  changePayment(tx, id, {
    status: 'held_in_escrow',
    set: sql`moving = null, release_after = null, attempt = attempt + 1`,
    only: sql`moving = ${way}`,
  })

const besides = (only: Statement | undefined) => (only === undefined ? raw('') : sql`and ${only}`)
