import type { BankDispute, BankEvidence } from '#contract/bank-dispute-schemas.ts'
import type { BankDisputeState } from '#contract/bank-disputes.ts'
import { usdFromCents } from '#contract/money.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { keepSentEvidence, settleEvidence } from '#server/payments/dispute/bank-evidence.ts'
import { paymentById } from '#server/payments/record/payment-store.ts'
import { callOnce, callUnderWay } from '#server/payments/ledger/provider-calls.ts'
import { refusalOf } from '#server/payments/ledger/provider-refusals.ts'
import { PaymentProviderError } from '#server/providers/stripe/provider-failure.ts'
import type { DisputeRecord } from '#server/providers/stripe/provider-objects.ts'
import { type ProviderRequest, requestHash } from '#server/providers/stripe/provider-request.ts'
import { disputeEvidenceRequest, evidenceOfRequest } from '#server/providers/stripe/requests.ts'
import { evidenceText } from './bank-evidence-text.ts'
import type { Acted } from '#server/operator/acts/operator-acts.ts'

/**
 * What a bank says about a payment, and the evidence draft, ready to edit. While a response is outstanding the draft is
 * the text that was sent. Throws 404, bank_dispute.none, bank_dispute.provider_unavailable.
 */
export async function bankDispute(deps: Deps, paymentId: string, now: Date): Promise<BankDispute> {
  const { payment, disputeId } = await disputed(deps, paymentId)
  const dispute = await atProvider(deps, disputeId)
  // Its event may be late or lost.
  await inTransaction(deps.pool, (tx) => settleEvidence(tx, deps, payment, dispute))
  const underWay = await callUnderWay(deps, { purpose: 'dispute_evidence', subject: disputeId })
  const state = underWay === null ? stateOf(dispute, now) : 'unanswered'
  return {
    provider_id: disputeId,
    state,
    reason: dispute.reason,
    outcome: dispute.outcome,
    amount: usdFromCents(dispute.amountCents),
    due_by: dispute.evidenceDueBy?.toISOString() ?? null,
    sent: await sentFromHere(deps, paymentId, disputeId),
    evidence:
      underWay === null
        ? state === 'open'
          ? await evidenceText(deps, payment, now)
          : null
        : evidenceOfRequest(underWay),
  }
}

/**
 * Sends the evidence to the bank, once. While a call's response is outstanding only the same evidence is accepted, and
 * the call is retried under its key, so the bank receives it once. Throws 404 and every bank_dispute error.
 */
export async function sendBankEvidence(
  deps: Deps,
  asked: {
    viewer: Viewer
    paymentId: string
    evidence: BankEvidence
    reason: string
    now: Date
  },
): Promise<Acted> {
  const { viewer, paymentId, evidence, reason, now } = asked
  const { payment, disputeId } = await disputed(deps, paymentId)
  const call = { purpose: 'dispute_evidence', subject: disputeId } as const
  const request = disputeEvidenceRequest(paymentId, evidence)
  const underWay = await callUnderWay(deps, call)
  if (underWay === null) refuseUnlessOpen(stateOf(await atProvider(deps, disputeId), now))
  else refuseOther(underWay, request)
  try {
    const made = await callOnce(
      deps,
      { ...call, request, askedBy: viewer.id, why: reason, atMostOnce: true },
      async (keyed) => {
        // With two concurrent operators, only the call that was stored first is made.
        refuseOther(keyed.request, request)
        await deps.payments.sendDisputeEvidence(disputeId, keyed)
        return disputeId
      },
      (tx) => keepSentEvidence(tx, deps, payment, disputeId),
    )
    // A call from another click has succeeded since the dispute was read.
    if (!made) throw new AppError('bank_dispute.sent')
    return { changed: true, reason }
  } catch (error) {
    if (error instanceof AppError) throw error
    // The dispute may have been decided or answered elsewhere since it was read.
    if (error instanceof PaymentProviderError && error.definitive)
      refuseUnlessOpen(stateOf(await atProvider(deps, disputeId), now))
    throw refusalOf(error, 'bank_dispute')
  }
}

async function disputed(deps: Deps, paymentId: string) {
  const payment = foundOr404(await paymentById(deps.pool, paymentId))
  if (payment.dispute_id === null) throw new AppError('bank_dispute.none')
  return { payment, disputeId: payment.dispute_id }
}

async function atProvider(deps: Deps, disputeId: string): Promise<DisputeRecord> {
  try {
    const dispute = await deps.payments.retrieveDispute(disputeId)
    if (dispute !== null) return dispute
  } catch (error) {
    throw refusalOf(error, 'bank_dispute')
  }
  throw new AppError('bank_dispute.none')
}

/** Whether the bank accepts evidence at a moment. First check for a call of ours without a response. */
function stateOf(dispute: DisputeRecord, now: Date): BankDisputeState {
  if (dispute.outcome !== 'open') return 'closed'
  if (dispute.evidence !== 'wanted') return dispute.evidence
  return dispute.evidenceDueBy !== null && dispute.evidenceDueBy <= now ? 'past_due' : 'open'
}

function refuseUnlessOpen(state: BankDisputeState): void {
  if (state !== 'open' && state !== 'unanswered') throw new AppError(`bank_dispute.${state}`)
}

function refuseOther(stored: ProviderRequest, asked: ProviderRequest): void {
  if (requestHash(stored) !== requestHash(asked)) throw new AppError('bank_dispute.other_sent')
}

const sentFromHere = (deps: Deps, paymentId: string, disputeId: string) =>
  maybeRow<{ at: string; by: string; sha256: string | null }>(
    deps.pool,
    sql`select operator_acts.at, profiles.name as by, sha256 from operator_acts
      left join bank_evidence_seals on act_id = operator_acts.id
      join profiles on profiles.id = operator_acts.actor_id
      where act = 'send_bank_evidence' and subject = 'payment' and subject_id = ${paymentId}
        and split_part(subject_name, ' ', 1) = ${disputeId}
      order by number desc limit 1`,
  )
