import { type OnboardingOutcome, finishOnboarding } from '#sandbox/stripe/objects/accounts.ts'
import type { TypedCard } from '#sandbox/stripe/objects/cards.ts'
import {
  type CheckoutStep,
  confirmCard,
  payWithCard,
  settleSession,
} from '#sandbox/stripe/objects/checkout-payment.ts'
import { expireSession, expireSessions } from '#sandbox/stripe/objects/checkout-sessions.ts'
import { deliveryNamed } from './deliveries.ts'
import { closeDispute, type DisputeOutcome, openDispute } from '#sandbox/stripe/objects/disputes.ts'
import {
  chargePlatform,
  failPayout,
  payOutPlatform,
  runPayouts,
} from '#sandbox/stripe/objects/payouts.ts'
import { settleRefund } from '#sandbox/stripe/objects/refunds.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { setSwitch } from '#sandbox/stripe/state/switches.ts'
import { reverseTransfer } from '#sandbox/stripe/objects/transfers.ts'
import type { WebhookSender } from './webhooks.ts'

/** The number of events that are redelivered out of order. */
const OUT_OF_ORDER = 10

/** What can be triggered without an API call: the buttons of the pages, for tests too. */
export interface Controls {
  /** Each returns false (or null) for an unknown id or an unsuitable state. */
  /** `how` is a name from `deliveries.ts`; absent, the event is sent as Stripe would resend it. */
  redeliver(eventId: string, how?: string): boolean
  /** Resends the last events, newest first. */
  deliverOutOfOrder(): boolean
  expireSession(sessionId: string): boolean
  settleSession(sessionId: string, succeeds: boolean): boolean
  pay(sessionId: string, card: TypedCard): CheckoutStep | null
  authenticate(sessionId: string, succeeds: boolean): CheckoutStep | null
  finishOnboarding(accountId: string, outcome: OnboardingOutcome): boolean
  /** Opens a dispute for the remainder of a charge and returns its id. */
  openDispute(chargeId: string): string | null
  closeDispute(disputeId: string, outcome: DisputeOutcome): boolean
  /** Completes a pending refund, or makes a finished one fail. */
  settleRefund(refundId: string, succeeds: boolean): boolean
  /** Makes the bank return a payout. */
  failPayout(payoutId: string): boolean
  /** Pays cents of the platform's balance out to its bank. */
  payOutPlatform(cents: number): { id: string }
  /** Debits the platform by some cents without a payment. */
  chargePlatform(cents: number): boolean
  /** Reverses a transfer, completely or by some cents. */
  reverseTransfer(transferId: string, cents?: number): boolean
  setSwitch(name: string, times: number, target?: string): boolean
  /** Advances the sandbox's clock; everything due by then happens now. */
  advanceClock(ms: number): void
}

/** The controls of a running sandbox. `changed` is called after each, to store the state and send what is due. */
export function createControls(
  sandbox: Sandbox,
  webhooks: WebhookSender,
  changed: () => void,
): Controls {
  const session = (id: string) => sandbox.state.checkout_sessions[id]
  const after = <Result>(result: Result): Result => {
    changed()
    return result
  }
  return {
    redeliver(eventId, how = 'again') {
      const delivery = deliveryNamed(how)
      return delivery !== undefined && after(webhooks.redeliver(eventId, delivery))
    },
    deliverOutOfOrder() {
      webhooks.sendInTurn(Object.keys(sandbox.state.events).slice(-OUT_OF_ORDER).toReversed())
      return true
    },
    expireSession(id) {
      const stored = session(id)
      if (stored === undefined || stored.session.status !== 'open') return false
      expireSession(sandbox, stored)
      return after(true)
    },
    settleSession(id, succeeds) {
      const stored = session(id)
      return stored !== undefined && after(settleSession(sandbox, stored, succeeds))
    },
    pay(id, card) {
      const stored = session(id)
      return stored === undefined ? null : after(payWithCard(sandbox, stored, card))
    },
    authenticate(id, succeeds) {
      const stored = session(id)
      return stored === undefined ? null : after(confirmCard(sandbox, stored, succeeds))
    },
    finishOnboarding(id, outcome) {
      if (sandbox.state.accounts[id] === undefined) return false
      finishOnboarding(sandbox, id, outcome)
      return after(true)
    },
    openDispute: (chargeId) => after(openDispute(sandbox, chargeId)?.id ?? null),
    closeDispute: (id, outcome) => after(closeDispute(sandbox, id, outcome)),
    settleRefund: (id, succeeds) => after(settleRefund(sandbox, id, succeeds)),
    failPayout: (id) => after(failPayout(sandbox, id)),
    payOutPlatform: (cents) => after({ id: payOutPlatform(sandbox, cents).id }),
    chargePlatform(cents) {
      chargePlatform(sandbox, cents)
      return after(true)
    },
    reverseTransfer: (id, cents) => after(reverseTransfer(sandbox, id, cents)),
    setSwitch: (name, times, target) => after(setSwitch(sandbox.state, name, times, target)),
    advanceClock(ms) {
      sandbox.state.clock_offset_ms += ms
      expireSessions(sandbox)
      runPayouts(sandbox)
      after(undefined)
    },
  }
}
