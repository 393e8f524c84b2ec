import { formatCents } from '#contract/money.ts'
import { maybeRow, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { book, type Entries, heldFromOwedEntries, owedFromHeldEntries } from './ledger.ts'
import { closeDifference, noteDifference } from './money-differences.ts'
import { wasAgreed } from './money-ops.ts'
import { owedCents } from './paid-outside.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import { paymentColumns, type PaymentRow } from '#server/payments/record/payment-store.ts'

/**
 * A part that a decision returned and that did not reach the card (decision 0022): held together with the rest while
 * the rest is held, owed to the seller once the rest has left. A part that both sides agreed to return (decision 0066)
 * belongs to the seller: it is owed whatever happens to the rest, unless a bank takes it for them.
 */

/** Books a part as owed, as a difference for the person who pays it out. */
export async function owePart(
  tx: Tx,
  payment: PaymentRow,
  part: { refundId: string; cents: number; reference: string; entries: Entries },
): Promise<void> {
  const { refundId, cents, reference, entries } = part
  const paymentId = payment.id
  await noteDifference(tx, {
    kind: 'return_failed',
    paymentId,
    providerId: refundId,
    detail: `${formatCents(cents)} of a partial return did not reach the card: pay it out another way`,
  })
  await book(tx, { paymentId, kind: 'part_refund', reference, entries })
  await announceOwed(tx, payment)
}

/** Notifies the seller that the card did not take what was returned to it, and that it is paid out by hand. */
export async function announceOwed(tx: Tx, payment: PaymentRow): Promise<void> {
  await recordEvent(tx, paymentEvent(payment, 'owe_return', payment.status, payment.status))
  await refreshParties(tx, payment)
}

/**
 * Holds an owed part together with the rest. A part that was decided is held because there is a rest again; a part that
 * was agreed on, because a bank takes it with the rest. If it was paid out by hand meanwhile, it stays out. Returns the
 * payment including the part.
 */
export async function holdOwedPart(
  tx: Tx,
  held: PaymentRow,
  which: 'decided' | 'agreed',
): Promise<PaymentRow> {
  const owed = await maybeRow<{ refund_id: string; cents: number }>(
    tx,
    sql`select provider_id as refund_id, ${owedCents} as cents from money_differences
      where kind = 'return_failed' and payment_id = ${held.id} and resolved_at is null
        and ${wasAgreed(sql`money_differences.provider_id`)} = ${which === 'agreed'}
        and exists (select 1 from ledger_movements
          where kind = 'part_refund' and reference = provider_id || ':failed')`,
  )
  if (owed === null || owed.cents === 0) return held
  const { refund_id: refundId, cents } = owed
  await book(tx, {
    paymentId: held.id,
    kind: 'part_refund',
    reference: `${refundId}:held`,
    entries: heldFromOwedEntries(cents),
  })
  await closeDifference(tx, 'return_failed', refundId)
  return returnedPart(tx, held, -cents)
}

/**
 * Books that the bank keeps everything held except `cents`. It disputed the charge while a part was on its way to the
 * card, and took only the rest; the part failed, and was held again. That part belongs to the seller and is owed to
 * them. Returns the payment without it, or null when no part explains the remainder.
 */
export async function oweHeldPart(
  tx: Tx,
  held: PaymentRow,
  cents: number,
): Promise<PaymentRow | null> {
  const part = await maybeRow<{ refund_id: string }>(
    tx,
    sql`select split_part(reference, ':', 1) as refund_id from ledger_movements
        join ledger_entries on ledger_entries.movement_id = ledger_movements.id and account = 'escrow'
      where kind = 'part_refund' and ledger_movements.payment_id = ${held.id}
      group by 1 having sum(amount) = 0 and max(amount) = ${cents}
      order by max(ledger_movements.id) desc limit 1`,
  )
  if (part === null) return null
  const { refund_id: refundId } = part
  const reference = `${refundId}:owed`
  await owePart(tx, held, { refundId, cents, reference, entries: owedFromHeldEntries(cents) })
  return returnedPart(tx, held, cents)
}

const returnedPart = (tx: Tx, { id }: PaymentRow, moreCents: number) =>
  oneRow<PaymentRow>(
    tx,
    sql`update payments set returned_part = returned_part + ${moreCents} where id = ${id}
      returning ${paymentColumns}`,
  )
