import type { BankEvidence } from '#contract/bank-dispute-schemas.ts'
import { CURRENCY } from '#contract/money.ts'
import { BANK_EVIDENCE_FIELDS } from '#contract/bank-disputes.ts'
import {
  paramsOf,
  type ProviderCallName,
  type ProviderRequest,
  type RequestParams,
} from './provider-request.ts'

/**
 * The content that each creating call sends, built only from the product's terms: no clock, no configuration, no
 * database. Amounts are integer cents of USD.
 */

/** A payment's purpose, as stored on the provider's objects. */
interface PaidFor {
  paymentId: string
  projectId: string
  applicationId: string
  amountCents: number
  title: string
}

/** Serialized as JSON, so that the request hashed and sent first equals the copy stored for later. */
const requestOf = <Call extends ProviderCallName>(
  call: Call,
  params: RequestParams[Call],
): ProviderRequest => ({
  call,
  params: JSON.parse(JSON.stringify(params)) as Record<string, unknown>,
})

/** Everything that belongs to one payment is found by this group. */
export const transferGroupOf = (paymentId: string): string => `payment_${paymentId}`

const idsOf = (input: PaidFor) => ({
  payment_id: input.paymentId,
  project_id: input.projectId,
  application_id: input.applicationId,
})

/** A hosted page to pay on. The provider fills in `{CHECKOUT_SESSION_ID}` in the success address. */
export const checkoutRequest = (
  input: PaidFor & {
    /** Passed to the provider, so that an attempt's page can be found again. */
    attempt: number
    customerId?: string | undefined
    successUrl: string
    cancelUrl: string
    /** Between 30 minutes and 24 hours from now; 24 hours when absent. */
    expiresAt?: Date
  },
): ProviderRequest =>
  requestOf('checkout', {
    mode: 'payment',
    client_reference_id: input.paymentId,
    // Payment methods whose money arrives days later, or can be reclaimed for weeks, are not offered (decision 0027).
    allowed_payment_method_types: ['card'],
    customer: input.customerId,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: CURRENCY,
          unit_amount: input.amountCents,
          product_data: { name: input.title },
        },
      },
    ],
    metadata: { ...idsOf(input), attempt: String(input.attempt) },
    payment_intent_data: {
      transfer_group: transferGroupOf(input.paymentId),
      description: input.title,
      metadata: idsOf(input),
    },
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    expires_at:
      input.expiresAt === undefined ? undefined : Math.floor(input.expiresAt.getTime() / 1000),
  })

/** Charges a saved card immediately, off session. */
export const savedCardRequest = (
  input: PaidFor & { customerId: string; paymentMethodId: string },
): ProviderRequest =>
  requestOf('saved_card', {
    amount: input.amountCents,
    currency: CURRENCY,
    customer: input.customerId,
    payment_method: input.paymentMethodId,
    allowed_payment_method_types: ['card'],
    confirm: true,
    // The buyer is present, but this page cannot show the bank's challenge; hosted Checkout can.
    error_on_requires_action: true,
    description: input.title,
    transfer_group: transferGroupOf(input.paymentId),
    metadata: idsOf(input),
    expand: ['latest_charge'],
  })

/** Sends a charge's money to a payout account. */
export const transferRequest = (input: {
  paymentId: string
  amountCents: number
  destination: string
  sourceCharge: string
}): ProviderRequest =>
  requestOf('transfer', {
    amount: input.amountCents,
    currency: CURRENCY,
    destination: input.destination,
    source_transaction: input.sourceCharge,
    transfer_group: transferGroupOf(input.paymentId),
    metadata: { payment_id: input.paymentId },
  })

/** The country of a stored `payoutAccountRequest`, two capital letters. */
export const accountCountryOf = ({ params }: ProviderRequest): string =>
  (params as { identity: { country: string } }).identity.country.toUpperCase()

/** Returns a charge's money to its card; the whole remaining amount when none is given. */
export const refundRequest = (input: {
  chargeId: string
  amountCents?: number | undefined
  paymentId?: string
}): ProviderRequest =>
  requestOf('refund', {
    charge: input.chargeId,
    amount: input.amountCents,
    ...(input.paymentId === undefined ? {} : { metadata: { payment_id: input.paymentId } }),
  })

/** Evidence for the bank that disputes a payment's charge; empty fields are not sent. */
export const disputeEvidenceRequest = (
  paymentId: string,
  evidence: BankEvidence,
): ProviderRequest =>
  requestOf('dispute_evidence', {
    evidence: Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== '')),
    submit: true,
    // Marks a submission as ours, as opposed to a manual one in the provider's dashboard.
    metadata: { payment_id: paymentId },
  })

/** Returns the evidence in a stored request, every field of it. */
export function evidenceOfRequest(request: ProviderRequest): BankEvidence {
  const { evidence = {} } = paramsOf(request, 'dispute_evidence')
  const fields = BANK_EVIDENCE_FIELDS.map((name) => [name, evidence[name] ?? ''])
  return Object.fromEntries(fields) as BankEvidence
}

/** A customer, whose cards can be saved. */
export const customerRequest = (input: {
  email: string
  name: string
  userId: string
}): ProviderRequest =>
  requestOf('customer', {
    email: input.email,
    name: input.name,
    metadata: { user_id: input.userId },
  })

/** A hosted page that saves a card for a customer. */
export const cardSetupRequest = (input: {
  customerId: string
  successUrl: string
  cancelUrl: string
}): ProviderRequest =>
  requestOf('card_setup', {
    mode: 'setup',
    customer: input.customerId,
    allowed_payment_method_types: ['card'],
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
  })

/**
 * A creator's payout account, whose country (two letters) is permanent. It can receive nothing until its owner has
 * completed onboarding.
 */
export const payoutAccountRequest = (input: {
  userId: string
  email: string
  name: string
  country: string
}): ProviderRequest =>
  requestOf('payout_account', {
    contact_email: input.email,
    display_name: input.name,
    dashboard: 'express',
    identity: { country: input.country.toLowerCase() },
    configuration: {
      recipient: {
        capabilities: { stripe_balance: { stripe_transfers: { requested: true } } },
      },
    },
    defaults: {
      currency: CURRENCY,
      responsibilities: { fees_collector: 'application', losses_collector: 'application' },
    },
    metadata: { user_id: input.userId },
  })
