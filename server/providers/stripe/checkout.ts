import type Stripe from 'stripe'
import { cardFace, savedCard } from './cards.ts'
import { called, failureOf, found } from './failures.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { PaymentProviderError } from './provider-failure.ts'
import type { CheckoutState, HostedPage } from './provider-objects.ts'
import { paramsOf } from './provider-request.ts'

type Checkout = Pick<
  PaymentProvider,
  'createCheckout' | 'findCheckout' | 'createCardSetup' | 'retrieveCheckout' | 'expireCheckout'
>

/** Stripe's maximum page size; the SDK fetches further pages. */
const PAGE = 100

/** Hosted pages for paying, and for saving a card. */
export function checkoutCalls(stripe: Stripe): Checkout {
  const retrieve = async (sessionId: string): Promise<CheckoutState | null> => {
    const session = await found(
      stripe.checkout.sessions.retrieve(sessionId, {
        expand: ['payment_intent.latest_charge', 'setup_intent.payment_method'],
      }),
    )
    return session === null ? null : checkoutState(session)
  }
  return {
    async createCheckout({ request, idempotencyKey }) {
      const params = paramsOf(request, 'checkout')
      return hostedPage(await called(stripe.checkout.sessions.create(params, { idempotencyKey })))
    },

    async findCheckout({ paymentId, attempt, since }) {
      const opened = stripe.checkout.sessions.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: PAGE,
      })
      const ids: string[] = []
      await called(
        opened.autoPagingEach(({ id, metadata }) => {
          const ours =
            metadata?.['payment_id'] === paymentId && metadata['attempt'] === String(attempt)
          if (ours) ids.push(id)
          return !ours
        }),
      )
      return ids[0] === undefined ? null : retrieve(ids[0])
    },

    async createCardSetup({ request, idempotencyKey }) {
      const params = paramsOf(request, 'card_setup')
      return hostedPage(await called(stripe.checkout.sessions.create(params, { idempotencyKey })))
    },

    retrieveCheckout: retrieve,

    async expireCheckout(sessionId) {
      try {
        return statusOf(await stripe.checkout.sessions.expire(sessionId))
      } catch (error) {
        // Refused because it is no longer open: its current state is the result.
        const failure = failureOf(error)
        const session = failure.definitive
          ? await found(stripe.checkout.sessions.retrieve(sessionId))
          : null
        if (session === null || session.status === 'open')
          throw new PaymentProviderError(failure, { cause: error })
        return statusOf(session)
      }
    },
  }
}

function hostedPage(session: Stripe.Checkout.Session): HostedPage {
  // A replay under an old key can return a session that has ended; such a session has no address.
  if (session.url === null) {
    throw new PaymentProviderError({
      definitive: true,
      reason: `Checkout session ${session.id} is no longer open`,
      code: null,
    })
  }
  return { sessionId: session.id, url: session.url }
}

function checkoutState(session: Stripe.Checkout.Session): CheckoutState {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const setup = typeof session.setup_intent === 'object' ? session.setup_intent : null
  const method =
    setup?.status === 'succeeded' && typeof setup.payment_method === 'object'
      ? setup.payment_method
      : null
  const saved = method === null ? null : savedCard(method)
  const card =
    saved ??
    (charge === null || charge.status === 'failed'
      ? null
      : cardFace(charge.payment_method_details?.card))
  return {
    sessionId: session.id,
    mode: modeOf(session),
    status: statusOf(session),
    paymentStatus: paymentStatusOf(session),
    paymentIntentId: intent?.id ?? null,
    chargeId: charge === null || charge.status === 'failed' ? null : charge.id,
    chargedAt: chargedAt(charge),
    amountCents: session.amount_total,
    currency: session.currency,
    refundedCents: charge?.amount_refunded ?? 0,
    metadata: session.metadata ?? {},
    customerId: idOf(session.customer),
    url: session.url,
    ...(card === null
      ? {}
      : { card: { brand: card.brand, last4: card.last4, fingerprint: card.fingerprint } }),
    ...(saved === null ? {} : { savedCard: saved }),
  }
}

/** When a charge that did not fail was made; null for any other. */
export const chargedAt = (charge: Stripe.Charge | null): Date | null =>
  charge === null || charge.status === 'failed' ? null : new Date(charge.created * 1_000)

/** The id of a field that may be expanded to an object. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : value.id
}

/** The purpose of a session. We open no other modes. */
export function modeOf(session: Stripe.Checkout.Session): CheckoutState['mode'] {
  return session.mode === 'setup' ? 'setup' : 'payment'
}

/** Whether a session's money has arrived. */
export function paymentStatusOf(session: Stripe.Checkout.Session): CheckoutState['paymentStatus'] {
  if (session.payment_status === 'paid') return 'paid'
  return session.payment_status === 'no_payment_required' ? 'not_due' : 'unpaid'
}

function statusOf(session: Stripe.Checkout.Session): CheckoutState['status'] {
  if (session.status === 'complete') return 'complete'
  return session.status === 'expired' ? 'expired' : 'open'
}
