import { CURRENCY } from '#contract/money.ts'
import type { TurnedAwayReason } from '#contract/payments.ts'
import { createAccountMarks } from '#server/account-marks/account-marks.ts'
import type { Deps } from '#server/deps/deps.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type {
  CardFace,
  CheckoutState,
  PaymentState,
} from '#server/providers/stripe/provider-objects.ts'
import { paymentIdOf } from '#server/payments/ledger/event-owner.ts'
import { book, holdEntries } from '#server/payments/ledger/ledger.ts'
import { opOf, settle } from '#server/payments/ledger/money-ops.ts'
import {
  lockProjectStatus,
  paymentByCheckout,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { lockDeserted } from './deserted-deal.ts'
import { awaitedExtension, countExtension } from './extension-funding.ts'
import { awaitedBy, countExtra, lockArrived } from './extra-funding.ts'
import { refreshParties } from '#server/payments/record/payment-changes.ts'
import { movePayment } from '#server/payments/record/payment-moves.ts'
import { isTurnedAway, noteTurnedAway } from '#server/payments/record/turned-away-store.ts'

/** A paid session that differs from our request. No money moves; an operator must check it. */
export class PaymentMismatch extends Error {
  override name = 'PaymentMismatch'
}

/** Money that arrived, as the provider reports it. `source` names the object that an operator must check. */
interface PaidIn {
  source: string
  paymentIntentId: string | null
  chargeId: string
  chargedAt: Date | null
  amountCents: number | null
  currency: string | null
  card: CardFace | undefined
}

/**
 * Synchronises a payment with its checkout session as the provider reports it now. Only moves forward, so late,
 * repeated and reordered events end in the same state. `slowPaymentFailed`: the provider reported that a bank payment
 * will not arrive. Throws PaymentMismatch when amount or currency differ from what was requested.
 */
export async function applyCheckout(
  tx: Tx,
  deps: Deps,
  session: CheckoutState,
  slowPaymentFailed = false,
): Promise<void> {
  const known = await paymentByCheckout(tx, session.sessionId)
  const id = known?.id ?? paymentIdOf(session.metadata)
  const payment = id === null ? null : await lockArrived(tx, id)
  if (payment === null) return
  if (session.paymentStatus === 'paid' && session.chargeId !== null) {
    if (wentBackAlready(payment, session)) return failPage(tx, payment, session.sessionId)
    const { sessionId: source, chargeId, card } = session
    return hold(tx, deps, payment, { ...session, source, chargeId, card })
  }
  if (session.status === 'expired' || slowPaymentFailed)
    return failPage(tx, payment, session.sessionId)
}

/** The same for a charge made in any other way, whose payment is named in its metadata. */
export async function applyPayment(tx: Tx, deps: Deps, paid: PaymentState): Promise<void> {
  const id = paymentIdOf(paid.metadata)
  const payment = id === null ? null : await lockArrived(tx, id)
  if (payment === null || paid.status !== 'succeeded' || paid.chargeId === null) return
  if (wentBackAlready(payment, paid)) return
  const { paymentIntentId: source, chargeId } = paid
  return hold(tx, deps, payment, { ...paid, source, chargeId, card: paid.card })
}

/**
 * Whether money that was never held here has left again. If the product did not return it, reconciliation books both.
 */
const wentBackAlready = (
  payment: PaymentRow,
  paid: { chargeId: string | null; refundedCents: number },
): boolean => paid.refundedCents > 0 && payment.stripe_charge_id !== paid.chargeId

async function hold(tx: Tx, deps: Deps, payment: PaymentRow, paid: PaidIn): Promise<void> {
  if (payment.stripe_charge_id === paid.chargeId) return
  // A payment that waits for money again must not be held by a charge that is being or was returned: a stale read would
  // hold money that is gone.
  if (await isTurnedAway(tx, paid.chargeId)) return
  if (paid.amountCents !== payment.amount || paid.currency !== CURRENCY) {
    throw new PaymentMismatch(
      `payment ${payment.id}: asked ${payment.amount} ${CURRENCY}, ${paid.source} says ${paid.amountCents} ${paid.currency}`,
    )
  }
  // A project that was cancelled while its checkout page was open no longer needs money. Cancelling locks the project
  // too, so one of the two sees what the other did.
  const awaited = await awaitedBy(tx, payment, paid.chargedAt ?? deps.clock())
  // Nor does one whose creator deleted their account before they delivered anything (decision 0124).
  const { application_id: applicationId, creator_id: creatorId } = payment
  const deserted =
    payment.purpose === 'deal' && (await lockDeserted(tx, { applicationId, creatorId }))
  const project = await lockProjectStatus(tx, payment.project_id)
  const extension = await awaitedExtension(tx, payment, deps.clock())
  const running =
    payment.purpose === 'extension'
      ? extension !== null
      : project === 'in_progress' && (payment.purpose === 'deal' ? !deserted : awaited !== null)
  // Also for a page whose address never reached us: its payment proves that it was opened.
  if (payment.status === 'pending') {
    await settle(
      tx,
      opOf('fund', payment),
      { state: 'succeeded', providerId: paid.source },
      deps.clock(),
    )
  }
  if (!running) await failAttempt(tx, payment, null)
  const held = running ? await becomeHeld(tx, deps, payment, paid) : null
  if (held === null)
    return sendBack(tx, deps, payment, {
      chargeId: paid.chargeId,
      reason: reasonOf(payment, project, deserted),
    })
  if (awaited !== null) await countExtra(tx, held, awaited, deps.clock())
  if (extension !== null) await countExtension(tx, held, extension, deps.clock())
  await noteCard(tx, deps, held.seller_id, paid.card)
  await refreshParties(tx, held)
}

/**
 * Returns why the money cannot be held. An extra or an extension that was already held counts as paid a second time,
 * like any other payment.
 */
function reasonOf(
  payment: PaymentRow,
  project: string | null,
  deserted: boolean,
): TurnedAwayReason {
  if (project === 'cancelled') return 'cancelled'
  if (deserted && payment.funded_at === null) return 'refunded'
  return payment.purpose !== 'deal' && payment.funded_at === null ? 'late_extra' : 'second'
}

/** The guard of funding: only a pending or failed payment becomes held. */
const becomeHeld = (tx: Tx, deps: Deps, payment: PaymentRow, paid: PaidIn) =>
  movePayment(tx, {
    payment,
    move: 'hold',
    set: sql`stripe_payment_intent_id = ${paid.paymentIntentId}, stripe_charge_id = ${paid.chargeId},
      payment_method = ${paid.card === undefined ? null : cardName(paid.card)}, funded_at = ${deps.clock()},
      checkout_url = null, failure = null`,
    book: async (held) => {
      await book(tx, {
        paymentId: held.id,
        kind: 'hold',
        reference: paid.chargeId,
        entries: holdEntries(held.amount),
      })
    },
  })

/** A card that pays for its holder's own work makes a ring (contract/rings.ts). */
async function noteCard(
  tx: Tx,
  deps: Deps,
  sellerId: string,
  card: CardFace | undefined,
): Promise<void> {
  if (card === undefined || card.fingerprint === null) return
  const seen = [{ kind: 'card' as const, value: card.fingerprint }]
  await createAccountMarks(deps.config.keys).note(tx, sellerId, seen, deps.clock())
}

/** Nothing waits for this money, or the deal is already funded: it goes straight back (PAYMENTS, Hold). */
async function sendBack(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  { chargeId, reason }: { chargeId: string; reason: TurnedAwayReason },
): Promise<void> {
  const duplicate = { payment_id: payment.id, charge_id: chargeId, amount_cents: payment.amount }
  await noteTurnedAway(tx, duplicate, reason, deps.clock())
  await enqueue(tx, 'payments.return_duplicate', duplicate, { key: `duplicate:${chargeId}` })
}

/** Ends the current attempt to pay; nothing was charged. Returns null when the payment has moved on since. */
export async function failAttempt(
  tx: Tx,
  payment: PaymentRow,
  failure: string | null,
): Promise<PaymentRow | null> {
  const failed = await movePayment(tx, {
    payment,
    move: 'fail',
    set: sql`checkout_url = null, failure = ${failure}`,
    only: sql`attempt = ${payment.attempt}`,
  })
  if (failed !== null) await refreshParties(tx, failed)
  return failed
}

/** Handles a page that ended unpaid: fails the attempt that opened it, and no later one. */
async function failPage(tx: Tx, payment: PaymentRow, sessionId: string): Promise<void> {
  const failed = await movePayment(tx, {
    payment,
    move: 'fail',
    set: sql`checkout_url = null`,
    only: sql`checkout_session_id = ${sessionId}`,
  })
  if (failed !== null) await refreshParties(tx, failed)
}

/** "Visa ending 4242"; 'american_express' is written "American Express". */
const cardName = ({ brand, last4 }: CardFace): string =>
  `${brand.replace(
    /(^|_)([a-z])/g,
    (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase(),
  )} ending ${last4}`
