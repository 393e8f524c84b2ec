import type { Deps } from '#server/deps/deps.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { DisputeRecord } from '#server/providers/stripe/provider-objects.ts'
import { settleEvidence } from './bank-evidence.ts'
import {
  book,
  disputeEntries,
  disputeLostEntries,
  feeEntries,
  orderDocuments,
} from '#server/payments/ledger/ledger.ts'
import { completePaidProject } from '#server/payments/escrow/deal-payments.ts'
import { closeRefusals, noteDifference } from '#server/payments/ledger/money-differences.ts'
import { holdOwedPart, oweHeldPart } from '#server/payments/ledger/owed-part.ts'
import { movePayment } from '#server/payments/record/payment-moves.ts'
import { paymentEvent, refreshParties } from '#server/payments/record/payment-changes.ts'
import { settleExtensions } from '#server/licences/record/extension-moves.ts'
import { settleLicence } from '#server/licences/record/licence-moves.ts'
import { orderCopies } from '#server/uploads/prepare-file.ts'
import {
  heldCents,
  paymentByChargeForUpdate,
  paymentColumns,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'

/**
 * Synchronises a payment with a dispute of its charge as the provider reports it now (PAYMENTS, Chargeback). Held money
 * is frozen, and released money is flagged. What the bank took and returned is booked. Winning unfreezes the money;
 * losing is final. Late, repeated and reordered events end in the same state. Throws while held money is on its way
 * out: whether it left must be known first.
 */
export async function applyDispute(tx: Tx, deps: Deps, dispute: DisputeRecord): Promise<void> {
  const { disputeId, chargeId } = dispute
  const payment = chargeId === null ? null : await paymentByChargeForUpdate(tx, chargeId)
  if (payment === null) {
    await noteDifference(tx, {
      kind: 'dispute_unknown',
      paymentId: null,
      providerId: disputeId,
      detail: `a dispute of ${chargeId}, which no payment holds or held`,
    })
    return
  }
  await bookMoved(tx, payment, dispute)
  await settleEvidence(tx, deps, payment, dispute)
  const moved = await maybeRow<PaymentRow>(
    tx,
    sql`update payments set dispute_id = ${disputeId}, dispute_outcome = ${dispute.outcome},
        disputed = ${dispute.outcome !== 'won'}
      where id = ${payment.id} and dispute_outcome is distinct from 'lost'
        and (dispute_id is distinct from ${disputeId} or dispute_outcome = 'open')
        and (dispute_id, dispute_outcome) is distinct from (${disputeId}, ${dispute.outcome})
      returning ${paymentColumns}`,
  )
  if (moved === null) return
  const ended = dispute.outcome === 'lost' && (await loseHeldMoney(tx, deps, moved, dispute))
  if (!ended)
    await recordEvent(tx, paymentEvent(moved, MOVES[dispute.outcome], moved.status, moved.status))
  if (dispute.outcome === 'lost') {
    await orderDocuments(tx, moved.id)
    await orderCopies(tx, moved.application_id)
    await settleLicence(tx, moved.application_id, deps.clock())
    await settleExtensions(tx, moved.application_id)
  }
  await refreshParties(tx, moved)
}

const MOVES = { open: 'dispute', won: 'dispute_won', lost: 'dispute_lost' } as const

async function bookMoved(tx: Tx, payment: PaymentRow, dispute: DisputeRecord): Promise<void> {
  const { disputeId, withdrawnCents, reinstatedCents, feeCents } = dispute
  const movement = { paymentId: payment.id, kind: 'chargeback' as const }
  if (withdrawnCents > 0)
    await book(tx, {
      ...movement,
      reference: `${disputeId}:withdrawn`,
      entries: disputeEntries(withdrawnCents),
    })
  if (reinstatedCents > 0)
    await book(tx, {
      ...movement,
      reference: `${disputeId}:reinstated`,
      entries: disputeEntries(-reinstatedCents),
    })
  if (feeCents > 0)
    await book(tx, {
      paymentId: payment.id,
      kind: 'provider_fee',
      reference: `${disputeId}:fee`,
      entries: feeEntries(feeCents),
    })
}

/**
 * Books that the bank keeps what was held: the payment ends as returned. Released money is the platform's loss, and so
 * is anything the bank took beyond what was held (a part that had already gone back). A part that the bank did not take
 * because it was on its way to the card, and that has failed since, is owed to the seller. Returns whether this ended
 * the payment; the event is then recorded.
 */
export async function loseHeldMoney(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  dispute: Pick<DisputeRecord, 'disputeId' | 'amountCents'>,
): Promise<boolean> {
  if (payment.status !== 'held_in_escrow') return false
  if (payment.moving !== null)
    throw new Error(`dispute ${dispute.disputeId} is lost while ${payment.id} is moving`)
  const restCents = heldCents(payment) - dispute.amountCents
  // A part that both sides agreed to return did not reach the card, and the bank now takes it with the rest.
  const all = restCents < 0 ? await holdOwedPart(tx, payment, 'agreed') : payment
  const lost = restCents > 0 ? await oweHeldPart(tx, payment, restCents) : all
  if (lost === null) {
    // Part of the money is still ours to divide. Only a person can decide how, so it stays frozen.
    await noteDifference(tx, {
      kind: 'dispute_partly_lost',
      paymentId: payment.id,
      providerId: dispute.disputeId,
      detail: `lost ${dispute.amountCents} of ${heldCents(payment)} held cents`,
    })
    return false
  }
  const ended = await movePayment(tx, {
    payment,
    move: 'charge_back',
    set: sql`came_back = null, refunded_at = ${deps.clock()}`,
    only: sql`moving is null`,
    book: async () => {
      await book(tx, {
        paymentId: payment.id,
        kind: 'chargeback',
        reference: `${dispute.disputeId}:lost`,
        entries: disputeLostEntries(heldCents(lost)),
      })
      await closeRefusals(tx, payment.id)
    },
  })
  if (ended !== null) await completePaidProject(tx, ended)
  return ended !== null
}
