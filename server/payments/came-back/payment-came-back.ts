import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import {
  book,
  type Entries,
  owedBackEntries,
  refundEntries,
} from '#server/payments/ledger/ledger.ts'
import { noteDifference, wasNoted } from '#server/payments/ledger/money-differences.ts'
import { markCameBack, wasAgreed } from '#server/payments/ledger/money-ops.ts'
import { holdOwedPart, owePart, announceOwed } from '#server/payments/ledger/owed-part.ts'
import { loseHeldMoney } from '#server/payments/dispute/payment-dispute.ts'
import { changePayment, movePayment } from '#server/payments/record/payment-moves.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import {
  heldCents,
  paymentById,
  paymentColumns,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { markReturnFailed } from '#server/payments/record/turned-away-store.ts'

/**
 * Money that had left and returned: a refund that the card's bank did not take, or a reversed transfer
 * (transfer-came-back.ts). It is held again, the ledger books the opposite movement, and its way out must be chosen
 * again: a decision that was carried out no longer applies. Repeated, early and late events end in the same state.
 */

/**
 * Handles a refund that the provider gave up on. Throws while that refund is not booked yet: its own job comes first.
 */
export async function refundCameBack(
  tx: Tx,
  deps: Deps,
  refund: { refundId: string; chargeId: string | null; amountCents: number },
): Promise<void> {
  const { refundId, chargeId } = refund
  const payment = await maybeRow<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where stripe_charge_id = ${chargeId} for update`,
  )
  if (payment === null) return turnedAwayCameBack(tx, deps, refund)
  if (payment.moving !== null)
    throw new Error(`refund ${refundId} failed while money of ${payment.id} is on its way`)
  const held = await movePayment(tx, {
    payment,
    move: 'refund_came_back',
    set: sql`came_back = 'refund', attempt = attempt + 1, decided_refund = null, decided_attempt = null,
      stripe_refund_id = null, refunded_at = null`,
    only: sql`stripe_refund_id = ${refundId}`,
    book: async (again) => {
      await markCameBack(tx, 'refund', refundId)
      await bookBack(tx, again.id, 'refund', `${refundId}:failed`, refundEntries(heldCents(again)))
      return holdOwedPart(tx, again, 'decided')
    },
  })
  if (held === null) return partCameBack(tx, payment, refundId)
  await heldAgain(tx, deps, held)
}

/** The consequences when everything that had left is held again. */
export async function heldAgain(tx: Tx, deps: Deps, held: PaymentRow): Promise<void> {
  await refreshParties(tx, held)
  await loseIfDecided(tx, deps, held)
}

/**
 * Handles a part that did not reach the card. A part that a decision returned is held again while the rest is held;
 * once the rest has left, it is owed to the seller until a person pays it out by hand. A part that both sides agreed on
 * is owed at once: the deal continues at the agreed price.
 */
async function partCameBack(tx: Tx, payment: PaymentRow, refundId: string): Promise<void> {
  const part = await maybeRow<{ cents: number; agreed: boolean }>(
    tx,
    sql`select sum(amount)::bigint as cents, ${wasAgreed(sql`${refundId}`)} as agreed from ledger_movements
        join ledger_entries on ledger_entries.movement_id = ledger_movements.id and account = 'escrow'
      where kind = 'part_refund' and ledger_movements.payment_id = ${payment.id} and reference = ${refundId}
        and not exists (select 1 from ledger_movements back
          where back.kind = 'part_refund' and back.reference = ${`${refundId}:failed`})
      group by ledger_movements.id`,
  )
  if (part === null) return
  const { cents, agreed } = part
  await markCameBack(tx, agreed ? 'agreed_refund' : 'part_refund', refundId)
  const held = agreed
    ? null
    : await changePayment(tx, payment.id, {
        status: 'held_in_escrow',
        set: sql`returned_part = returned_part - ${cents}, came_back = 'refund', attempt = attempt + 1,
          decided_refund = null, decided_attempt = null`,
      })
  if (held === null) {
    return owePart(tx, payment, {
      refundId,
      cents,
      reference: `${refundId}:failed`,
      entries: owedBackEntries(cents),
    })
  }
  await bookBack(tx, held.id, 'part_refund', `${refundId}:failed`, refundEntries(cents))
  await recordEvent(
    tx,
    paymentEvent(held, 'part_refund_came_back', 'held_in_escrow', 'held_in_escrow'),
  )
  await refreshParties(tx, held)
}

/** Books the opposite of a booked movement. */
export const bookBack = (
  tx: Tx,
  paymentId: string,
  kind: 'refund' | 'part_refund' | 'release',
  reference: string,
  entries: Entries,
) =>
  book(tx, {
    paymentId,
    kind,
    reference,
    entries: Object.fromEntries(
      Object.entries(entries).map(([account, cents]) => [account, -cents]),
    ),
  })

/** A bank that has already won the dispute keeps the money that came back: there is nothing left to choose. */
async function loseIfDecided(tx: Tx, deps: Deps, held: PaymentRow): Promise<void> {
  if (held.dispute_outcome !== 'lost' || held.dispute_id === null) return
  const [taken] = await rows<{ cents: number }>(
    tx,
    sql`select coalesce(sum(amount), 0)::bigint as cents from ledger_entries
      where payment_id = ${held.id} and account = 'chargebacks'`,
  )
  await loseHeldMoney(tx, deps, held, {
    disputeId: held.dispute_id,
    amountCents: taken?.cents ?? 0,
  })
}

/** Why the money was turned away, for the person who pays it out. */
const OF_MONEY = {
  cancelled: 'paid after the project was cancelled',
  second: 'of a second payment',
  refunded: 'refunded before it could be held',
  late_extra: 'for a change that waited for it no more',
} as const

/** Money that could not be held and that its card did not take back: owed until a person pays it out by hand. */
async function turnedAwayCameBack(
  tx: Tx,
  deps: Deps,
  {
    refundId,
    chargeId,
    amountCents,
  }: { refundId: string; chargeId: string | null; amountCents: number },
): Promise<void> {
  const returned = await maybeRow<{ payment_id: string }>(
    tx,
    sql`select payment_id from ledger_movements where kind = 'duplicate' and reference = ${refundId}`,
  )
  const charge = await markReturnFailed(tx, chargeId, deps.clock())
  const found = {
    kind: 'return_failed',
    paymentId: returned?.payment_id ?? null,
    providerId: refundId,
    detail: `${formatCents(amountCents)} ${OF_MONEY[charge?.reason ?? 'second']} did not reach the card: pay it out another way`,
  } as const
  // Every comparison still finds the failed refund, even after it was paid out and resolved.
  if (await wasNoted(tx, found)) return
  await noteDifference(tx, found)
  if (returned === null) return
  await book(tx, {
    paymentId: returned.payment_id,
    kind: 'duplicate',
    reference: `${refundId}:failed`,
    entries: { provider_clearing: amountCents, refunds: -amountCents },
  })
  const payment = await paymentById(tx, returned.payment_id)
  if (payment !== null) await announceOwed(tx, payment)
}
