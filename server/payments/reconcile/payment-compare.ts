import type { Deps } from '#server/deps/deps.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { ChargeRecord, ProviderRecords } from '#server/providers/stripe/provider-objects.ts'
import { book, feeEntries } from '#server/payments/ledger/ledger.ts'
import type { Difference } from '#server/payments/ledger/money-differences.ts'
import { refundCameBack } from '#server/payments/came-back/payment-came-back.ts'
import { transferCameBack } from '#server/payments/came-back/transfer-came-back.ts'
import { chargeCard, isCharging } from '#server/payments/fund/payment-charge.ts'
import { difference, missing, movementsOf, unbooked } from './payment-differences.ts'
import { applyDispute } from '#server/payments/dispute/payment-dispute.ts'
import { intended, opOf, settle } from '#server/payments/ledger/money-ops.ts'
import { lockArrived } from '#server/payments/fund/extra-funding.ts'
import { applyCheckout, applyPayment, failAttempt } from '#server/payments/fund/payment-hold.ts'
import { makeRefund, returnDuplicate } from '#server/payments/refund/payment-refund.ts'
import { noteTurnedAway } from '#server/payments/record/turned-away-store.ts'
import { makeTransfer } from '#server/payments/release/payment-release.ts'
import { paymentById, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** An operation has this long to settle by its own job before the reconciliation takes over. */
const QUIET_MINUTES = 15
/** A hosted page lives for 24 hours; one more hour allows for clock skew. */
const PAGE_LIFE_HOURS = 25

/** The result of comparing one payment with the provider's books. */
export interface Comparison {
  /** Fixed in this pass. */
  healed: Difference[]
  /** For a person. */
  open: Difference[]
}

/**
 * Compares one payment with everything the provider has for it, in both directions. What a lost event or a dead job
 * left undone is done now, by the same code that the event or job would have run; the rest is reported.
 */
export async function comparePayment(deps: Deps, payment: PaymentRow): Promise<Comparison> {
  const comparison: Comparison = { healed: [], open: [] }
  const before = await movementsOf(deps, payment.id)
  const records = await deps.payments.recordsOf(`payment_${payment.id}`)
  await catchUpPage(deps, payment, comparison)
  await catchUpCharges(deps, payment, records, comparison)
  await catchUpOperation(deps, payment.id, comparison)
  await catchUpDisputes(deps, payment.id, records, comparison)
  await catchUpCameBack(deps, payment.id, records, comparison)
  await bookFees(deps, payment.id, records.charges)
  const now = (await paymentById(deps.pool, payment.id)) ?? payment
  const after = await movementsOf(deps, payment.id)
  comparison.open.push(
    ...(await unbooked(deps, now, records, after)),
    ...missing(payment.id, records, before, after),
  )
  return comparison
}

/** Applies the end of a page that was not reported to us. */
async function catchUpPage(deps: Deps, payment: PaymentRow, comparison: Comparison): Promise<void> {
  const sessionId = payment.checkout_session_id
  if (sessionId === null || !['pending', 'failed'].includes(payment.status)) return
  const session = await deps.payments.retrieveCheckout(sessionId)
  if (session === null || session.status === 'open') return
  await inTransaction(deps.pool, (tx) => applyCheckout(tx, deps, session))
  const now = await paymentById(deps.pool, payment.id)
  if (now?.status !== payment.status)
    comparison.healed.push(difference('event_lost', payment.id, sessionId, `now ${now?.status}`))
}

/** Applies charges that were not reported to us: they are held, or sent back when the deal wants no (further) money. */
async function catchUpCharges(
  deps: Deps,
  payment: PaymentRow,
  { charges }: ProviderRecords,
  comparison: Comparison,
): Promise<void> {
  const isBooked = async (chargeId: string) =>
    (await maybeRow(
      deps.pool,
      sql`select 1 from ledger_movements where kind in ('hold', 'duplicate') and reference = ${chargeId}`,
    )) !== null
  for (const { chargeId, paymentIntentId, amountCents, succeeded } of charges) {
    if (!succeeded || paymentIntentId === null || (await isBooked(chargeId))) continue
    const paid = await deps.payments.retrievePayment(paymentIntentId)
    if (paid?.chargeId !== chargeId) continue
    const charge = { payment_id: payment.id, charge_id: chargeId, amount_cents: amountCents }
    const held = await inTransaction(deps.pool, async (tx) => {
      await applyPayment(tx, deps, paid)
      if ((await lockArrived(tx, payment.id))?.stripe_charge_id === chargeId) return true
      // Noted before it leaves, so that an older read of it does not hold anything.
      await noteTurnedAway(tx, charge, 'refunded', deps.clock())
      return false
    })
    if (!held) await returnDuplicate(deps, charge)
    const outcome = held ? 'now held' : 'sent back'
    if (await isBooked(chargeId))
      comparison.healed.push(difference('event_lost', payment.id, chargeId, `a charge, ${outcome}`))
  }
}

/**
 * A movement whose job is gone or gave up: the same call is made under the same key, or the existing movement is
 * adopted when the key is too old.
 */
async function catchUpOperation(
  deps: Deps,
  paymentId: string,
  comparison: Comparison,
): Promise<void> {
  const payment = await paymentById(deps.pool, paymentId)
  if (payment === null) return
  if (payment.moving === null && !isCharging(payment))
    return giveUpLostPage(deps, payment, comparison)
  // Nothing is lost: its wait has not ended.
  if (payment.release_after !== null) return
  const since = new Date(deps.clock().getTime() - QUIET_MINUTES * 60_000)
  const op = await maybeRow<{ idempotency_key: string }>(
    deps.pool,
    sql`select idempotency_key from money_ops where payment_id = ${paymentId} and attempt = ${payment.attempt}
      and state = 'intended' and created_at < ${since}`,
  )
  if (op === null) return
  const found = difference('outcome_unknown', paymentId, op.idempotency_key, 'settled now')
  try {
    if (payment.moving === 'release') await makeTransfer(deps, paymentId)
    else if (payment.moving !== null) await makeRefund(deps, paymentId)
    else await chargeCard(deps, { payment_id: paymentId, attempt: payment.attempt })
    comparison.healed.push(found)
  } catch (error) {
    comparison.open.push({
      ...found,
      detail: error instanceof Error ? error.message : String(error),
    })
  }
}

/** A page whose request got no response: after its lifetime of 24 hours, no one can pay on it. */
async function giveUpLostPage(
  deps: Deps,
  payment: PaymentRow,
  comparison: Comparison,
): Promise<void> {
  if (payment.status !== 'pending' || payment.checkout_session_id !== null) return
  const opId = opOf('fund', payment)
  const gone = new Date(deps.clock().getTime() - PAGE_LIFE_HOURS * 3_600_000)
  const op = await intended(deps.pool, opId)
  if (Date.parse(op.created_at) >= gone.getTime()) return
  await inTransaction(deps.pool, async (tx) => {
    await lockArrived(tx, payment.id)
    await settle(tx, opId, { state: 'failed', failure: 'the page was never opened' }, deps.clock())
    await failAttempt(tx, payment, null)
  })
  comparison.healed.push(difference('outcome_unknown', payment.id, op.key, 'a page nobody opened'))
}

async function catchUpDisputes(
  deps: Deps,
  paymentId: string,
  { disputes }: ProviderRecords,
  comparison: Comparison,
): Promise<void> {
  for (const dispute of disputes) {
    const state = async () =>
      JSON.stringify([
        (await paymentById(deps.pool, paymentId))?.dispute_outcome,
        await movementsOf(deps, paymentId),
      ])
    const before = await state()
    await inTransaction(deps.pool, (tx) => applyDispute(tx, deps, dispute))
    if ((await state()) !== before)
      comparison.healed.push(
        difference('event_lost', paymentId, dispute.disputeId, `a dispute, ${dispute.outcome}`),
      )
  }
}

/** Handles money that had left and came back without our knowledge. */
async function catchUpCameBack(
  deps: Deps,
  paymentId: string,
  { refunds, transfers }: ProviderRecords,
  comparison: Comparison,
): Promise<void> {
  const back = async (providerId: string, apply: (tx: Tx) => Promise<void>) => {
    const before = (await movementsOf(deps, paymentId)).length
    await inTransaction(deps.pool, apply)
    if ((await movementsOf(deps, paymentId)).length > before)
      comparison.healed.push(
        difference('event_lost', paymentId, providerId, 'money that came back'),
      )
  }
  if ((await paymentById(deps.pool, paymentId))?.moving !== null) return
  for (const refund of refunds)
    if (!refund.standing) await back(refund.refundId, (tx) => refundCameBack(tx, deps, refund))
  for (const { transferId, amountCents, reversedCents } of transfers)
    if (reversedCents > 0) {
      const taken = { transferId, paymentId, amountCents, backCents: reversedCents }
      await back(transferId, (tx) => transferCameBack(tx, deps, taken))
    }
}

/** Books what the provider kept of each charge; no event reports it. */
async function bookFees(deps: Deps, paymentId: string, charges: ChargeRecord[]): Promise<void> {
  for (const { feeCents, balanceId, succeeded } of charges) {
    if (!succeeded || feeCents === null || feeCents === 0 || balanceId === null) continue
    await inTransaction(deps.pool, (tx) =>
      book(tx, {
        paymentId,
        kind: 'provider_fee',
        reference: balanceId,
        entries: feeEntries(feeCents),
      }),
    )
  }
}
