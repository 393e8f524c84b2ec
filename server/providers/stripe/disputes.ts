import type Stripe from 'stripe'
import { idOf } from './checkout.ts'
import { called, found } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { DisputeRecord } from './provider-objects.ts'
import { paramsOf } from './provider-request.ts'

type Disputes = Pick<PaymentProvider, 'retrieveDispute' | 'sendDisputeEvidence'>

/** A dispute by a card's bank, and our evidence. */
export function disputeCalls(stripe: Stripe): Disputes {
  return {
    async retrieveDispute(disputeId) {
      const dispute = await found(stripe.disputes.retrieve(disputeId))
      return dispute === null ? null : disputeRecord(dispute)
    },

    async sendDisputeEvidence(disputeId, { request, idempotencyKey }) {
      const params = paramsOf(request, 'dispute_evidence')
      await called(stripe.disputes.update(disputeId, params, { idempotencyKey }))
    },
  }
}

/** A dispute in our terms. The amounts taken and returned are in our balance's movements, not in the status. */
export function disputeRecord(dispute: Stripe.Dispute): DisputeRecord {
  const moved = dispute.balance_transactions
  const dueBy = dispute.evidence_details.due_by
  return {
    disputeId: dispute.id,
    chargeId: idOf(dispute.charge),
    paymentIntentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    outcome: outcomeOf(dispute.status),
    withdrawnCents: -sum(moved.filter(({ amount }) => amount < 0)),
    reinstatedCents: sum(moved.filter(({ amount }) => amount > 0)),
    feeCents: moved.reduce((total, { fee }) => total + fee, 0),
    reason: dispute.reason,
    evidenceDueBy: dueBy === null || dueBy === 0 ? null : new Date(dueBy * 1000),
    evidence: evidenceOf(dispute),
    evidencePaymentId:
      dispute.evidence_details.submission_count > 0
        ? (dispute.metadata['payment_id'] ?? null)
        : null,
  }
}

const sum = (moved: Stripe.BalanceTransaction[]) =>
  moved.reduce((total, { amount }) => total + amount, 0)

/** An unknown status counts as open: frozen money can be released later, but released money cannot be frozen. */
function outcomeOf(status: Stripe.Dispute.Status): DisputeRecord['outcome'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

const WAITING: readonly string[] = ['needs_response', 'warning_needs_response']
const REVIEWED: readonly string[] = ['under_review', 'warning_under_review']

/** Evidence can be sent once. Stripe's deadline of 0 means that the bank accepts none. */
function evidenceOf({ status, evidence_details }: Stripe.Dispute): DisputeRecord['evidence'] {
  if (evidence_details.submission_count > 0 || REVIEWED.includes(status)) return 'sent'
  return WAITING.includes(status) && evidence_details.due_by !== 0 ? 'wanted' : 'not_taken'
}
