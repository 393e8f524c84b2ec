import { paths } from '#contract/paths.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { ProviderRequest } from '#server/providers/stripe/provider-request.ts'
import { checkoutRequest, savedCardRequest } from '#server/providers/stripe/requests.ts'
import type { FundingFacts } from './payment-funding-store.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

/** The requests for a payment's money, built once per attempt (money-ops.ts stores them). */

const factsOf = (payment: PaymentRow, facts: FundingFacts) => ({
  paymentId: payment.id,
  projectId: payment.project_id,
  applicationId: payment.application_id,
  amountCents: payment.amount,
  title: facts.title,
})

/** The provider's checkout page; both ways out of it return to the project. */
export function pageRequest(deps: Deps, payment: PaymentRow, facts: FundingFacts): ProviderRequest {
  const { publicUrl } = deps.config
  return checkoutRequest({
    ...factsOf(payment, facts),
    attempt: payment.attempt,
    customerId: facts.stripe_customer_id ?? undefined,
    successUrl: publicUrl + paths.paymentReturn(payment.project_id, 'success'),
    cancelUrl: publicUrl + paths.paymentReturn(payment.project_id, 'cancelled'),
  })
}

/** The charge of a saved card. Throws when the seller has no customer: then they have no saved card either. */
export function cardRequest(
  payment: PaymentRow,
  facts: FundingFacts,
  paymentMethodId: string,
): ProviderRequest {
  const { stripe_customer_id: customerId } = facts
  if (customerId === null) throw new Error(`the seller of ${payment.id} has no customer`)
  return savedCardRequest({ ...factsOf(payment, facts), customerId, paymentMethodId })
}
