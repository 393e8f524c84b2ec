import type Stripe from 'stripe'
import { z } from 'zod'
import { apiRoute } from './api-route.ts'
import { enterBalance } from './balance.ts'
import { charge } from './charges.ts'
import { emit } from './events.ts'
import { cannot, noSuch, wrongParameter } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, flag, metadata, pageByTime, paramsOf, text } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** Stripe's fee to a US platform for a dispute, in cents; kept whichever side wins. */
const DISPUTE_FEE = 1_500
/** Card networks give a platform about this long to respond. */
const ANSWER_WITHIN_S = 9 * 24 * 60 * 60
const OPEN: readonly string[] = ['needs_response', 'under_review']

/** How a dispute ends: the platform keeps the money, or the card holder does. */
export type DisputeOutcome = 'won' | 'lost'

/**
 * The card holder's bank reverses a charge: the money and a fee leave the balance at once. Returns null for a charge
 * that never succeeded, or already has a dispute.
 */
export function openDispute(sandbox: Sandbox, chargeId: string): Stripe.Dispute | null {
  const disputed = sandbox.state.charges[chargeId]
  if (disputed === undefined || disputed.status !== 'succeeded' || disputed.disputed) return null
  const amount = disputed.amount - disputed.amount_refunded
  if (amount === 0) return null
  const brand = disputed.payment_method_details?.card?.brand ?? 'visa'
  const created: Stripe.Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: chargeId,
    created: sandbox.seconds(),
    currency: disputed.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: sandbox.seconds() + ANSWER_WITHIN_S,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: disputed.payment_intent,
    payment_method_details: {
      type: 'card',
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
  sandbox.state.disputes[created.id] = created
  disputed.disputed = true
  emit(sandbox, 'charge.dispute.created', created)
  created.balance_transactions.push(
    enterBalance(sandbox, {
      type: 'adjustment',
      category: 'dispute',
      amount: -amount,
      currency: disputed.currency,
      fee: DISPUTE_FEE,
      source: created.id,
      description: `Chargeback withdrawal for ${chargeId}`,
    }),
  )
  emit(sandbox, 'charge.dispute.funds_withdrawn', created)
  return created
}

/** The bank decides. A won dispute brings the money back, without the fee. False when it is already over. */
export function closeDispute(sandbox: Sandbox, id: string, outcome: DisputeOutcome): boolean {
  const dispute = sandbox.state.disputes[id]
  if (dispute === undefined || !OPEN.includes(dispute.status)) return false
  dispute.status = outcome
  emit(sandbox, 'charge.dispute.closed', dispute)
  if (outcome === 'lost') return true
  dispute.balance_transactions.push(
    enterBalance(sandbox, {
      type: 'adjustment',
      category: 'dispute_reversal',
      amount: dispute.amount,
      currency: dispute.currency,
      source: dispute.id,
      description: 'Chargeback reversal',
    }),
  )
  emit(sandbox, 'charge.dispute.funds_reinstated', dispute)
  return true
}

/** Refuses, in Stripe's words, operations that are impossible with reversed money. */
export function refuseDisputed(sandbox: Sandbox, chargeId: string): void {
  const taken = Object.values(sandbox.state.disputes).some(
    (dispute) => dispute.charge === chargeId && dispute.status !== 'won',
  )
  if (!taken) return
  throw cannot(`Charge ${chargeId} has been charged back; cannot issue a refund.`, {
    code: 'charge_disputed',
  })
}

function noEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  }
}

function dispute(sandbox: Sandbox, id: string): Stripe.Dispute {
  const found = sandbox.state.disputes[id]
  if (found === undefined) throw noSuch('dispute', id)
  return found
}

const retrieve = apiRoute(
  'GET /v1/disputes/:id',
  paramsOf<Stripe.DisputeRetrieveParams>()({ expand }),
  (sandbox, { id }) => dispute(sandbox, id),
)

const list = apiRoute(
  'GET /v1/disputes',
  paramsOf<Stripe.DisputeListParams>()({
    ...pageByTime,
    charge: text.optional(),
    payment_intent: text.optional(),
  }),
  (sandbox, { params }) => {
    if (params.charge !== undefined) charge(sandbox, params.charge, 'charge')
    const matching = Object.values(sandbox.state.disputes)
      .filter((row) => params.charge === undefined || row.charge === params.charge)
      .filter(
        (row) =>
          params.payment_intent === undefined || row.payment_intent === params.payment_intent,
      )
    return listPage(matching, params, '/v1/disputes')
  },
)

/** Characters of all evidence fields together, and of one (Stripe's limits). */
const EVIDENCE_MOST = 150_000
const evidenceText = z.string().max(20_000).optional()

const update = apiRoute(
  'POST /v1/disputes/:id',
  paramsOf<Stripe.DisputeUpdateParams>()({
    evidence: paramsOf<Stripe.DisputeUpdateParams.Evidence>()({
      access_activity_log: evidenceText,
      customer_email_address: evidenceText,
      customer_name: evidenceText,
      product_description: evidenceText,
      refund_policy_disclosure: evidenceText,
      refund_refusal_explanation: evidenceText,
      service_date: evidenceText,
      uncategorized_text: evidenceText,
    }).optional(),
    metadata: metadata.optional(),
    submit: flag.optional(),
    expand,
  }),
  (sandbox, { id, params }) => {
    const found = dispute(sandbox, id)
    const given = Object.entries(params.evidence ?? {})
    if (given.reduce((sum, [, value]) => sum + (value ?? '').length, 0) > EVIDENCE_MOST)
      throw wrongParameter(
        `The combined length of all evidence must be at most ${EVIDENCE_MOST} characters.`,
        'evidence',
        'parameter_invalid',
      )
    if (params.evidence !== undefined) refuseEvidence(sandbox, found)
    Object.assign(found.metadata, params.metadata)
    for (const [name, value] of given)
      // An empty value clears a field.
      if (value !== undefined)
        Object.assign(found.evidence, { [name]: value === '' ? null : value })
    if (params.evidence !== undefined) stageOrSubmit(found, params.submit ?? true)
    emit(sandbox, 'charge.dispute.updated', found)
    return found
  },
)

/** Evidence is accepted once, until the deadline, and while the bank has not decided. */
function refuseEvidence(sandbox: Sandbox, found: Stripe.Dispute): void {
  const details = found.evidence_details
  if (!OPEN.includes(found.status)) throw cannot('This dispute is already closed.')
  if (details.submission_count > 0)
    throw cannot('Evidence has already been submitted for this dispute.')
  if (details.due_by !== null && details.due_by <= sandbox.seconds()) {
    details.past_due = true
    throw cannot('The deadline to submit evidence for this dispute has passed.')
  }
}

function stageOrSubmit(found: Stripe.Dispute, submit: boolean): void {
  found.evidence_details.has_evidence = true
  if (!submit) return
  found.status = 'under_review'
  found.evidence_details.submission_count += 1
  found.evidence_details.submission_method = 'manual'
}

const close = apiRoute(
  'POST /v1/disputes/:id/close',
  paramsOf<Stripe.DisputeCloseParams>()({ expand }),
  (sandbox, { id }) => {
    const found = dispute(sandbox, id)
    if (!closeDispute(sandbox, id, 'lost')) throw cannot('This dispute is already closed.')
    return found
  },
)

/** Disputes: retrieve, list, update, close (accepting the loss). Card holders open them, not an API call. */
export const disputeRoutes = [retrieve, list, update, close]
