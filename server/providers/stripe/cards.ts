import type Stripe from 'stripe'
import { called, failureOf, found } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { PaymentProviderError } from './provider-failure.ts'
import type { CardFace, SavedCard } from './provider-objects.ts'
import { paramsOf } from './provider-request.ts'

type Cards = Pick<PaymentProvider, 'createCustomer' | 'listCards' | 'retrieveCard' | 'detachCard'>

/** Far above what anyone saves; a longer list is cut. */
const MOST_CARDS = 100

/** Customers and their saved cards. */
export function cardCalls(stripe: Stripe): Cards {
  return {
    async createCustomer({ request, idempotencyKey }) {
      const params = paramsOf(request, 'customer')
      const customer = await called(stripe.customers.create(params, { idempotencyKey }))
      return { customerId: customer.id }
    },

    async listCards(customerId) {
      const methods = await called(
        stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: MOST_CARDS }),
      )
      return methods.data.flatMap((method) => savedCard(method) ?? [])
    },

    async retrieveCard(paymentMethodId) {
      const method = await found(stripe.paymentMethods.retrieve(paymentMethodId))
      return method === null ? null : savedCard(method)
    },

    async detachCard(paymentMethodId) {
      try {
        await stripe.paymentMethods.detach(paymentMethodId)
      } catch (error) {
        const failure = failureOf(error)
        // Stripe refuses to detach a card that is not attached, which is already the state we want.
        const method = failure.definitive
          ? await found(stripe.paymentMethods.retrieve(paymentMethodId))
          : undefined
        if (method === null || method?.customer === null) return
        throw new PaymentProviderError(failure, { cause: error })
      }
    },
  }
}

/** Returns a payment method as a saved card; null when it is not a card. */
export function savedCard(method: Stripe.PaymentMethod): SavedCard | null {
  const { card } = method
  if (card === undefined) return null
  const customerId =
    typeof method.customer === 'string' ? method.customer : (method.customer?.id ?? null)
  return {
    paymentMethodId: method.id,
    customerId,
    brand: card.brand,
    last4: card.last4,
    fingerprint: card.fingerprint ?? null,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  }
}

/** The brand and last digits of a charge's card; null when it was not paid by card. */
export function cardFace(
  card: Stripe.Charge.PaymentMethodDetails.Card | null | undefined,
): CardFace | null {
  if (card === null || card === undefined || card.last4 === null) return null
  return { brand: card.brand ?? 'card', last4: card.last4, fingerprint: card.fingerprint ?? null }
}
