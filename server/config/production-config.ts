import type { ReviewWindowOutcome } from '#contract/deliverables.ts'

/** Variables for which no default can be right, with their descriptions. */
export const REQUIRED: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'the address people open, such as https://market.example',
  STRIPE_SECRET_KEY: 'the secret key of the Stripe account, sk_live_…',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the webhook endpoint at Stripe, whsec_…',
  GOOGLE_CLIENT_ID: 'the OAuth client of the Google project people sign in with',
  GOOGLE_CLIENT_SECRET: 'the secret of that OAuth client',
  SMTP_URL: 'the server that sends mail, such as smtps://user:password@mail.example:465',
  MAIL_FROM: 'the sender of mails, such as Market <hello@market.example>',
  SUPPORT_EMAIL: 'the address people write to when something is wrong',
  FILE_LINK_SECRET:
    'at least 16 random characters (openssl rand -base64 32), unless KEYRING_FILE has the keys',
}

/** A variable that stands in for a required one. */
const INSTEAD: Readonly<Record<string, string>> = { FILE_LINK_SECRET: 'KEYRING_FILE' }

/** The settings that these rules check; a `Config` has all of them. */
interface CheckedSettings {
  stripe: { apiBase: string }
  google: { issuer: string }
  smtpUrl: string
  auth: { autoconfirm: boolean }
  clockOffset: number
  reviewWindowOutcome: ReviewWindowOutcome
  operatorEmails: readonly string[]
}

/**
 * Returns what prevents a production start, one sentence per line, by variable; `given` is the environment without
 * blanks. Production never talks to a sandbox, signs with a built-in secret, or publishes a placeholder address.
 */
export function productionProblems(
  config: CheckedSettings,
  given: Readonly<Record<string, string>>,
): string[] {
  const problems = Object.entries(REQUIRED)
    .filter(([name]) => given[name] === undefined && given[INSTEAD[name] ?? ''] === undefined)
    .map(([name, what]) => `${name} is required in production: ${what}.`)
  for (const [name, url] of [
    ['STRIPE_API_BASE', config.stripe.apiBase],
    ['GOOGLE_ISSUER', config.google.issuer],
    ['SMTP_URL', config.smtpUrl],
  ] as const) {
    if (given[name] !== undefined && isLoopback(url))
      problems.push(`${name} points at a local sandbox, which production must not use.`)
  }
  if (config.auth.autoconfirm)
    problems.push('AUTH_AUTOCONFIRM would let anybody in under any address.')
  if (config.clockOffset !== 0)
    problems.push('CLOCK_OFFSET_SECONDS is for drills; production keeps the time of its machine.')
  // Such a dispute freezes the money, and neither side opened it: only an operator can end it.
  if (config.reviewWindowOutcome === 'escalate' && config.operatorEmails.length === 0)
    problems.push(
      'OPERATOR_EMAILS is required with REVIEW_WINDOW_OUTCOME=escalate: someone has to decide the disputes that it opens.',
    )
  return problems
}

function isLoopback(url: string): boolean {
  const host = new URL(url).hostname
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
