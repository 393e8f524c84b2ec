import type { Tx } from '#server/db/transaction.ts'
import { raw } from '#server/db/sql.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { book, paidOutsideEntries } from './ledger.ts'
import type { DifferenceKind } from './money-differences.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

/** The differences that leave us owing someone, and the account on which the amount is owed (decision 0022). */
export const OWED_ON = {
  /** To the seller: what failed on its way back to their card. */
  return_failed: 'refunds',
  /** To the creator: what was reversed of their share. */
  transfer_partly_reversed: 'creator_payable',
} as const satisfies Partial<Record<DifferenceKind, string>>

/**
 * The cents still owed for a row of money_differences: what its cause left on the account, never more than the account
 * holds for the payment; 0 for every other difference and once it is resolved.
 */
export const owedCents = raw(`coalesce((
  select greatest(least(-sum(entries.amount) filter (where money_differences.kind = 'transfer_partly_reversed'
      or movements.reference in (money_differences.provider_id || ':failed', money_differences.provider_id || ':owed')),
    -sum(entries.amount)), 0)
  from ledger_entries entries join ledger_movements movements on movements.id = entries.movement_id
  where entries.payment_id = money_differences.payment_id and money_differences.resolved_at is null
    and entries.account = case money_differences.kind
      ${Object.entries(OWED_ON)
        .map(([kind, account]) => `when '${kind}' then '${account}'`)
        .join(' ')} end), 0)::bigint`)

/** Books in the caller's transaction that an operator paid out what a difference left owed. */
export async function bookPaidOutside(
  tx: Tx,
  payment: PaymentRow,
  paid: { number: string; kind: keyof typeof OWED_ON; cents: number; by: string },
): Promise<void> {
  await book(tx, {
    paymentId: payment.id,
    kind: 'paid_outside',
    reference: `difference:${paid.number}`,
    entries: paidOutsideEntries(OWED_ON[paid.kind], paid.cents),
  })
  const { status } = payment
  await recordEvent(tx, paymentEvent(payment, 'pay_outside', status, status, paid.by))
  await refreshParties(tx, payment)
}
