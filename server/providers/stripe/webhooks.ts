import type Stripe from 'stripe'
import type { StripeSettings } from './client.ts'
import { idOf, modeOf, paymentStatusOf } from './checkout.ts'
import { type ProviderEvent, type ProviderNews, WebhookSignatureError } from './provider-news.ts'

/** How far a signature's time may differ from ours, in both directions. Stripe's own default for the past. */
const TOLERANCE_S = 300

/** Parses messages of the account `settings` belongs to. */
export function webhookReader(stripe: Stripe, settings: StripeSettings) {
  const secrets = settings.webhookSecret
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
  const livemode = /^[sr]k_live_/.test(settings.secretKey)

  return function verifyWebhook(rawBody: Buffer, signature: string, now: Date): ProviderEvent {
    checkSignature(stripe, secrets, rawBody, signature, now)
    const message = parsed(rawBody)
    if (message === null)
      throw new WebhookSignatureError('malformed', 'the message is signed, but it is no event')
    const { event } = message
    return {
      id: event.id,
      type: event.type,
      createdAt: createdAt(event),
      ...newsOf(event, livemode),
    }
  }
}

/**
 * Throws unless one of our secrets signed exactly these bytes within the tolerance of `now`. The signature is checked
 * first, so that `wrong_time` is only reported for signed bytes: a replay, or a wrong clock.
 */
function checkSignature(
  stripe: Stripe,
  secrets: string[],
  rawBody: Buffer,
  header: string,
  now: Date,
): void {
  const seconds = timestamp(header)
  if (seconds === null)
    throw new WebhookSignatureError('wrong_signature', 'the signature names no time')
  assertSigned(stripe, secrets, rawBody, header)
  // The SDK refuses old messages but accepts future ones, which would stay fresh for as long as they are ahead.
  const age = Math.floor(now.getTime() / 1000) - seconds
  if (Math.abs(age) > TOLERANCE_S) {
    const time = age > 0 ? 'old' : 'from the future'
    throw new WebhookSignatureError('wrong_time', `the signature is ${time}`)
  }
}

/** Throws unless one of our secrets signed exactly these bytes, at any time. */
function assertSigned(stripe: Stripe, secrets: string[], rawBody: Buffer, header: string): void {
  let reason = 'there is no signing secret'
  for (const secret of secrets) {
    try {
      // 0: checking the time is not the SDK's job.
      stripe.webhooks.signature?.verifyHeader(rawBody, header, secret, 0)
      return
    } catch (error) {
      reason = error instanceof Error ? (error.message.split('\n')[0] ?? reason) : reason
    }
  }
  throw new WebhookSignatureError('wrong_signature', reason)
}

/** The time the signature covers: the last `t=`, which is the one the SDK reads. Null when it is not a whole number. */
function timestamp(header: string): number | null {
  const times = header.split(',').filter((part) => part.startsWith('t='))
  const last = times.at(-1)?.slice(2)
  return last !== undefined && /^\d{1,12}$/.test(last) ? Number(last) : null
}

type Message = Stripe.Event | Stripe.V2.Core.EventNotification

function parsed(rawBody: Buffer): { event: Message } | null {
  let value: unknown
  try {
    value = JSON.parse(rawBody.toString('utf8'))
  } catch {
    return null
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    !('object' in value) ||
    !('id' in value) ||
    !('type' in value)
  )
    return null
  if (value.object !== 'event' && value.object !== 'v2.core.event') return null
  if (typeof value.id !== 'string' || typeof value.type !== 'string') return null
  // Signed by Stripe and well-formed: from here on the SDK's types are trusted.
  return { event: value as Message }
}

function createdAt(event: Message): Date {
  return new Date(typeof event.created === 'number' ? event.created * 1000 : event.created)
}

/** An event's content, in the product's own terms. */
export function newsOf(event: Message, livemode: boolean): ProviderNews {
  if (event.livemode !== livemode) return { kind: 'ignored', why: 'wrong_mode' }
  if (event.object === 'v2.core.event') return accountNews(event)
  if (event.account !== undefined) return payoutNews(event, event.account)
  return snapshotNews(event)
}

function accountNews(event: Stripe.V2.Core.EventNotification): ProviderNews {
  switch (event.type) {
    case 'v2.core.account[requirements].updated':
    case 'v2.core.account[configuration.recipient].capability_status_updated':
    case 'v2.core.account.updated':
    case 'v2.core.account.closed':
      return { kind: 'payout_account_changed', accountId: event.related_object.id }
    default:
      return { kind: 'ignored', why: 'not_followed' }
  }
}

/** For a creator's account, only its payouts are followed. */
function payoutNews(event: Stripe.Event, accountId: string): ProviderNews {
  switch (event.type) {
    case 'payout.created':
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
      return { kind: 'payout_changed', accountId, payoutId: event.data.object.id }
    default:
      return { kind: 'ignored', why: 'other_account' }
  }
}

function snapshotNews(event: Stripe.Event): ProviderNews {
  switch (event.type) {
    case 'checkout.session.completed':
      return { kind: 'checkout_completed', ...sessionNews(event.data.object) }
    case 'checkout.session.async_payment_succeeded':
      return { kind: 'checkout_paid_later', ...sessionNews(event.data.object) }
    case 'checkout.session.async_payment_failed':
      return { kind: 'checkout_payment_failed', ...sessionNews(event.data.object) }
    case 'checkout.session.expired':
      return { kind: 'checkout_expired', ...sessionNews(event.data.object) }
    case 'payment_intent.succeeded':
      return { kind: 'payment_succeeded', ...intentNews(event.data.object) }
    case 'payment_intent.payment_failed':
      return { kind: 'payment_failed', ...intentNews(event.data.object) }
    case 'charge.succeeded':
      return { kind: 'charge_succeeded', ...chargeNews(event.data.object) }
    case 'charge.refunded':
      return { kind: 'charge_refunded', ...chargeNews(event.data.object) }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return { kind: 'refund_changed', ...refundNews(event.data.object) }
    case 'transfer.created':
      return { kind: 'transfer_created', ...transferNews(event.data.object) }
    case 'transfer.reversed':
      return { kind: 'transfer_reversed', ...transferNews(event.data.object) }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { kind: 'dispute_changed', ...disputeNews(event.data.object) }
    default:
      return { kind: 'ignored', why: 'not_followed' }
  }
}

function sessionNews(session: Stripe.Checkout.Session) {
  return {
    sessionId: session.id,
    mode: modeOf(session),
    paymentStatus: paymentStatusOf(session),
    metadata: session.metadata ?? {},
  }
}

function intentNews(intent: Stripe.PaymentIntent) {
  return { paymentIntentId: intent.id, metadata: intent.metadata }
}

function chargeNews(charge: Stripe.Charge) {
  return {
    chargeId: charge.id,
    paymentIntentId: idOf(charge.payment_intent),
    transferGroup: charge.transfer_group,
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
  }
}

function refundNews(refund: Stripe.Refund) {
  return {
    refundId: refund.id,
    chargeId: idOf(refund.charge),
    paymentIntentId: idOf(refund.payment_intent),
    amountCents: refund.amount,
    status: refund.status ?? 'pending',
  }
}

function transferNews(transfer: Stripe.Transfer) {
  return {
    transferId: transfer.id,
    transferGroup: transfer.transfer_group,
    amountCents: transfer.amount,
    destination: idOf(transfer.destination),
  }
}

function disputeNews(dispute: Stripe.Dispute) {
  return {
    disputeId: dispute.id,
    chargeId: idOf(dispute.charge),
    paymentIntentId: idOf(dispute.payment_intent),
    amountCents: dispute.amount,
    status: dispute.status,
  }
}
