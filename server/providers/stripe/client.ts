import Stripe from 'stripe'

/** Where Stripe is and how we prove who we are; `config.stripe`. */
export interface StripeSettings {
  /** `https://api.stripe.com`, or a local sandbox. */
  apiBase: string
  secretKey: string
  /** One signing secret, or several separated by commas: while one is replaced, or one per event destination. */
  webhookSecret: string
}

/** A request that takes longer has an unknown outcome and is repeated under its key. */
const TIMEOUT_MS = 10_000
/** Within one call; longer outages are the job queue's to wait out. */
const RETRIES = 1

/** The official SDK, pointed at the address given. Throws TypeError for an address that is none. */
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
