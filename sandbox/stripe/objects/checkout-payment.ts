import type Stripe from 'stripe'
import { type TypedCard, readCard } from './cards.ts'
import type { StoredSession } from '#sandbox/stripe/state/stored.ts'
import { emit } from './events.ts'
import { newCard, paymentMethod } from './payment-methods.ts'
import { attempt, newIntent, paymentIntent, settleIntent } from './payment-intents.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import { attemptSetup, newSetupIntent } from './setup-intents.ts'

/** The result of a step on the Checkout page. */
export type CheckoutStep =
  | { kind: 'done'; redirectTo: string }
  | { kind: 'confirm' }
  /** Stays on the page with this sentence; the session remains open. */
  | { kind: 'again'; message: string }
  /** The session had already ended. */
  | { kind: 'closed' }

/** Pays, or saves a card, with what was typed on the page. */
export function payWithCard(
  sandbox: Sandbox,
  stored: StoredSession,
  typed: TypedCard,
): CheckoutStep {
  const { session } = stored
  if (session.status === 'complete') return { kind: 'done', redirectTo: successUrl(session) }
  if (session.status !== 'open') return { kind: 'closed' }
  const read = readCard(typed, sandbox.now())
  if (!read.ok) return { kind: 'again', message: read.message }
  return take(sandbox, stored, newCard(sandbox, read.card, read), false)
}

/** The response to the card's authentication challenge. */
export function confirmCard(
  sandbox: Sandbox,
  stored: StoredSession,
  succeeds: boolean,
): CheckoutStep {
  const { session } = stored
  if (session.status === 'complete') return { kind: 'done', redirectTo: successUrl(session) }
  if (session.status !== 'open') return { kind: 'closed' }
  if (stored.confirming === null) return { kind: 'again', message: 'Please enter your card again.' }
  const card = paymentMethod(sandbox, stored.confirming)
  stored.confirming = null
  if (succeeds) return take(sandbox, stored, card, true)
  return {
    kind: 'again',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

/** Ends a completed session's slow payment. False when there is none. */
export function settleSession(sandbox: Sandbox, stored: StoredSession, succeeds: boolean): boolean {
  const { session } = stored
  if (session.status !== 'complete' || typeof session.payment_intent !== 'string') return false
  if (!settleIntent(sandbox, paymentIntent(sandbox, session.payment_intent), succeeds)) return false
  if (succeeds) session.payment_status = 'paid'
  emit(
    sandbox,
    succeeds ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed',
    session,
  )
  return true
}

function take(
  sandbox: Sandbox,
  stored: StoredSession,
  card: Stripe.PaymentMethod,
  authenticated: boolean,
): CheckoutStep {
  const { session } = stored
  const result =
    session.mode === 'setup'
      ? attemptSetup(sandbox, setupOf(sandbox, session), card, { authenticated })
      : attempt(sandbox, intentOf(sandbox, stored), card, { authenticated, saved: false })
  if (result.kind === 'declined') {
    return { kind: 'again', message: 'decline' in result ? result.decline.message : result.message }
  }
  if (result.kind === 'requires_action') {
    stored.confirming = card.id
    return { kind: 'confirm' }
  }
  session.status = 'complete'
  session.url = null
  if (session.mode === 'payment' && result.kind === 'succeeded') session.payment_status = 'paid'
  emit(sandbox, 'checkout.session.completed', session)
  return { kind: 'done', redirectTo: successUrl(session) }
}

/** The session's intent, created at the first attempt as Stripe does. */
function intentOf(sandbox: Sandbox, stored: StoredSession): Stripe.PaymentIntent {
  const { session } = stored
  if (typeof session.payment_intent === 'string')
    return paymentIntent(sandbox, session.payment_intent)
  const intent = newIntent(sandbox, {
    ...stored.intent,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: typeof session.customer === 'string' ? session.customer : undefined,
  })
  session.payment_intent = intent.id
  return intent
}

function setupOf(sandbox: Sandbox, session: Stripe.Checkout.Session): Stripe.SetupIntent {
  const known =
    typeof session.setup_intent === 'string'
      ? sandbox.state.setup_intents[session.setup_intent]
      : undefined
  if (known !== undefined) return known
  const intent = newSetupIntent(
    sandbox,
    typeof session.customer === 'string' ? session.customer : null,
  )
  session.setup_intent = intent.id
  return intent
}

function successUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
