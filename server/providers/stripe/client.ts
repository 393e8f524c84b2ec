import Stripe from 'stripe'

/** Stripe's address and our credentials; from `config.stripe`. */
export interface StripeSettings {
  /** `https://api.stripe.com`, or a local sandbox. */
  apiBase: string
  secretKey: string
  /** One signing secret, or several separated by commas: during a rotation, or one per event destination. */
  webhookSecret: string
}

/** A longer request has an unknown outcome and is retried under its key. */
const TIMEOUT_MS = 10_000
/** Retries within one call; longer outages are left to the job queue. */
const RETRIES = 1

/** The official SDK, pointed at the given address. Throws TypeError for an invalid address. */
export function createStripeClient(settings: StripeSettings, timeoutMs = TIMEOUT_MS): Stripe {
  const base = new URL(settings.apiBase)
  const secure = base.protocol === 'https:'
  return new Stripe(settings.secretKey, {
    host: base.hostname,
    port: base.port === '' ? (secure ? 443 : 80) : Number(base.port),
    protocol: secure ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Cartwright' },
  })
}
