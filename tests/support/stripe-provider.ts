import { keyed } from './keyed.ts'
import {
  cardSetupRequest,
  checkoutRequest,
  customerRequest,
  payoutAccountRequest,
} from '#server/providers/stripe/requests.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { TEST_KEYS, startTestSandbox } from '#sandbox/stripe/test-support.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import type { HostedPage, SavedCard } from '#server/providers/stripe/provider-objects.ts'
import { createStripeProvider } from '#server/providers/stripe/stripe-provider.ts'

/** A sandbox, the provider connected to it, and the steps most tests begin with. */
export interface ProviderBench {
  sandbox: StripeSandbox
  provider: PaymentProvider
  /** A word not used before, for ids and keys. */
  next(word: string): string
  openCheckout(
    paymentId?: string,
    extra?: { customerId?: string; expiresAt?: Date },
  ): Promise<HostedPage>
  /** Types a card on an open page. */
  pay(sessionId: string, cardNumber?: string): ReturnType<StripeSandbox['controls']['pay']>
  newCustomer(): Promise<string>
  saveCard(customerId: string, cardNumber?: string): Promise<{ sessionId: string; card: SavedCard }>
  readyAccount(): Promise<string>
  /** The id of a charge of 540 USD that succeeded. */
  paidCharge(): Promise<string>
}

/** Starts a bench on a free port; close its sandbox when done. */
export async function startBench(): Promise<ProviderBench> {
  const sandbox = await startTestSandbox()
  const provider = createStripeProvider({ ...TEST_KEYS, apiBase: sandbox.url })
  let serial = 0
  const bench: ProviderBench = {
    sandbox,
    provider,
    next: (word) => `${word}-${(serial += 1)}`,
    openCheckout: (paymentId = bench.next('payment'), extra = {}) =>
      provider.createCheckout(
        keyed(checkoutRequest, {
          paymentId,
          projectId: 'project-1',
          applicationId: 'application-1',
          attempt: 1,
          amountCents: 54_000,
          title: 'Spring reel',
          successUrl: 'http://127.0.0.1:9/paid?session={CHECKOUT_SESSION_ID}',
          cancelUrl: 'http://127.0.0.1:9/back',
          idempotencyKey: `fund:${paymentId}:1`,
          ...extra,
        }),
      ),
    pay: (sessionId, card_number = '4242424242424242') =>
      sandbox.controls.pay(sessionId, { card_number, expiry: '12/34', cvc: '123' }),
    async newCustomer() {
      const input = { email: 'ada@x.example', name: 'Ada', userId: 'user-1' }
      return (
        await provider.createCustomer(
          keyed(customerRequest, { ...input, idempotencyKey: bench.next('customer') }),
        )
      ).customerId
    },
    async saveCard(customerId, cardNumber) {
      const { sessionId } = await provider.createCardSetup(
        keyed(cardSetupRequest, {
          customerId,
          successUrl: 'http://127.0.0.1:9/saved',
          cancelUrl: 'http://127.0.0.1:9/back',
          idempotencyKey: bench.next('setup'),
        }),
      )
      const step = bench.pay(sessionId, cardNumber)
      if (step?.kind === 'confirm') sandbox.controls.authenticate(sessionId, true)
      const card = (await provider.retrieveCheckout(sessionId))?.savedCard
      if (card === undefined) throw new Error('no card was saved')
      return { sessionId, card }
    },
    async readyAccount() {
      const input = { userId: 'user-2', email: 'maya@x.example', name: 'Maya', country: 'US' }
      const { accountId } = await provider.createPayoutAccount(keyed(payoutAccountRequest, input))
      sandbox.controls.finishOnboarding(accountId, 'complete')
      return accountId
    },
    async paidCharge() {
      const { sessionId } = await bench.openCheckout()
      bench.pay(sessionId)
      const chargeId = (await provider.retrieveCheckout(sessionId))?.chargeId
      if (chargeId === null || chargeId === undefined) throw new Error('nothing was charged')
      return chargeId
    },
  }
  return bench
}
