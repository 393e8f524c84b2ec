import { formatCents } from '#contract/money.ts'
import type { Deps } from '#server/deps/deps.ts'
import { maybeRow, oneRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { book, releaseEntries, shareBackEntries } from '#server/payments/ledger/ledger.ts'
import { closeDifference, restateDifference } from '#server/payments/ledger/money-differences.ts'
import { markCameBack } from '#server/payments/ledger/money-ops.ts'
import { bookBack, heldAgain } from './payment-came-back.ts'
import { holdOwedPart } from '#server/payments/ledger/owed-part.ts'
import { movePayment } from '#server/payments/record/payment-moves.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import {
  heldCents,
  heldSplit,
  paymentColumns,
  type PaymentRow,
  termsOf,
} from '#server/payments/record/payment-store.ts'

/** A transfer of which `backCents` in total have been reversed. */
interface TakenBack {
  transferId: string
  paymentId: string
  amountCents: number
  backCents: number
}

/**
 * Handles a reversed transfer. If it was reversed completely, the money is held again and its way out must be chosen
 * again. If partly, the part is booked and owed to the creator until a person pays it out by hand, or until the rest is
 * reversed too. Repeated, early and late events end in the same state. Throws while that transfer is not booked yet:
 * its own job comes first.
 */
export async function transferCameBack(tx: Tx, deps: Deps, transfer: TakenBack): Promise<void> {
  const { transferId, paymentId } = transfer
  const payment = await maybeRow<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments where id = ${paymentId} for update`,
  )
  if (payment?.moving === 'release')
    throw new Error(`transfer ${transferId} was taken back before it was booked for ${paymentId}`)
  const parts = await partsOf(tx, paymentId, transferId)
  // A person who was paid a part by hand keeps it, so anything else that is reversed also belongs to them.
  if (transfer.backCents < transfer.amountCents || parts.paid > 0)
    return partTakenBack(tx, transfer, parts.back)
  if (payment === null) return
  const held = await movePayment(tx, {
    payment,
    move: 'transfer_came_back',
    set: sql`came_back = 'transfer', attempt = attempt + 1, decided_refund = null, decided_attempt = null,
      stripe_transfer_id = null, released_at = null`,
    only: sql`stripe_transfer_id = ${transferId}`,
    book: async (again) => {
      await bookWholeBack(tx, again, transferId, parts.back)
      return holdOwedPart(tx, again, 'decided')
    },
  })
  if (held !== null) await heldAgain(tx, deps, held)
}

/**
 * The share leaves the creator's balance, except for the part that is already booked as back; the whole amount is held
 * again.
 */
async function bookWholeBack(
  tx: Tx,
  held: PaymentRow,
  transferId: string,
  bookedCents: number,
): Promise<void> {
  const paymentId = held.id
  const reference = `${transferId}:reversed`
  await markCameBack(tx, 'release', transferId)
  const rest = shareBackEntries(heldSplit(held).creatorCents - bookedCents)
  await book(tx, { paymentId, kind: 'transfer', reference, entries: rest })
  await bookBack(
    tx,
    paymentId,
    'release',
    reference,
    releaseEntries(heldCents(held), termsOf(held)),
  )
  await closeDifference(tx, 'transfer_partly_reversed', transferId)
}

/** Books what was reversed since the last time, as a difference for the person who pays it out. */
async function partTakenBack(
  tx: Tx,
  { transferId, paymentId, amountCents, backCents }: TakenBack,
  knownCents: number,
): Promise<void> {
  const released = await maybeRow<PaymentRow>(
    tx,
    sql`select ${paymentColumns} from payments
      where id = ${paymentId} and status = 'released' and stripe_transfer_id = ${transferId}`,
  )
  if (released === null || backCents <= knownCents) return
  await book(tx, {
    paymentId,
    kind: 'part_reversal',
    reference: `${transferId}:reversed:${backCents}`,
    entries: shareBackEntries(backCents - knownCents),
  })
  await restateDifference(tx, {
    kind: 'transfer_partly_reversed',
    paymentId,
    providerId: transferId,
    detail: `${formatCents(backCents)} of ${formatCents(amountCents)} was taken back from the creator`,
  })
  await recordEvent(tx, paymentEvent(released, 'transfer_part_came_back', 'released', 'released'))
  await refreshParties(tx, released)
}

/** Cents of a transfer that are booked as reversed, and cents of the share that were paid out by hand. */
const partsOf = (tx: Tx, paymentId: string, transferId: string) =>
  oneRow<{ back: number; paid: number }>(
    tx,
    sql`select coalesce(-sum(amount) filter (where kind = 'part_reversal'
          and starts_with(reference, ${`${transferId}:`})), 0)::bigint as back,
        coalesce(sum(amount) filter (where kind = 'paid_outside'), 0)::bigint as paid
      from ledger_entries join ledger_movements on ledger_movements.id = ledger_entries.movement_id
      where ledger_entries.payment_id = ${paymentId} and account = 'creator_payable'`,
  )
