import { z } from 'zod'
import type Stripe from 'stripe'
import { apiRoute } from './api-route.ts'
import type { TestCard } from './cards.ts'
import { emitThin } from './events.ts'
import { StripeFailure, cannot, noAccess, wrongParameter } from '#sandbox/stripe/state/failures.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { listPage } from './lists.ts'
import { expand, page, paramsOf, text } from './params.ts'
import { fingerprintOf } from './payment-methods.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

type Account = Stripe.V2.Core.Account

/** The progress of an account owner's onboarding, and the provider's verdict. */
export type OnboardingOutcome = 'complete' | 'unfinished' | 'restricted' | 'rejected' | 'closed'

/** The account with an id, or a v2 failure. */
export function account(sandbox: Sandbox, id: string): Account {
  const found = sandbox.state.accounts[id]
  if (found === undefined) {
    throw new StripeFailure(
      404,
      { type: 'invalid_request_error', code: 'not_found', message: `No such account: '${id}'` },
      { kept: false },
    )
  }
  return found
}

/** Whether transfers can be sent to the account. */
export function canReceiveTransfers(found: Account): boolean {
  return (
    found.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status ===
    'active'
  )
}

/** Ends an owner's onboarding with a given outcome. */
export function finishOnboarding(sandbox: Sandbox, id: string, outcome: OnboardingOutcome): void {
  const found = account(sandbox, id)
  const capability = found.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  if (capability === undefined || outcome === 'unfinished') return
  const before = JSON.stringify([capability, found.requirements])
  if (outcome === 'complete') {
    capability.status = 'active'
    capability.status_details = []
    found.requirements = { entries: [] }
  } else {
    const resolution = outcome === 'restricted' ? 'contact_stripe' : 'no_resolution'
    capability.status = 'restricted'
    capability.status_details = [{ code: 'restricted_other', resolution }]
    found.requirements = { entries: [entry('identity.individual.documents.primary_verification')] }
  }
  if (outcome === 'closed' && found.closed !== true) {
    found.closed = true
    emitThin(sandbox, 'v2.core.account.closed', id)
  }
  if (JSON.stringify([capability, found.requirements]) === before) return
  emitThin(sandbox, 'v2.core.account[requirements].updated', id)
  emitThin(sandbox, 'v2.core.account[configuration.recipient].capability_status_updated', id, {
    updated_capability: 'stripe_balance.stripe_transfers',
  })
}

const INCLUDES = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
] as const

/**
 * The countries where a platform in the United States may open recipients without an agreement of its own; Stripe
 * writes them in lower case.
 */
const REACHED: ReadonlySet<string> = new Set(
  (
    'us ca ch gb at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk ' +
    'is li no'
  ).split(' '),
)

const include = z.array(z.enum(INCLUDES)).optional()
const requested = z.strictObject({ requested: z.boolean() })

const create = apiRoute(
  'POST /v2/core/accounts',
  paramsOf<Stripe.V2.Core.AccountCreateParams>()({
    contact_email: z.email(),
    display_name: text.optional(),
    dashboard: z.enum(['express', 'full', 'none']).optional(),
    identity: z.strictObject({
      country: text,
      entity_type: z.enum(['individual', 'company']).optional(),
    }),
    configuration: z.strictObject({
      recipient: z.strictObject({
        capabilities: z.strictObject({
          stripe_balance: z.strictObject({ stripe_transfers: requested }),
        }),
      }),
    }),
    defaults: z.strictObject({
      currency: z.literal('usd').optional(),
      responsibilities: z.strictObject({
        fees_collector: z.enum(['application', 'stripe']),
        losses_collector: z.enum(['application', 'stripe']),
      }),
    }),
    metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
    include,
  }),
  (sandbox, { params }) => {
    const { responsibilities } = params.defaults
    if (!REACHED.has(params.identity.country))
      throw wrongParameter(
        `${params.identity.country} is not currently supported by Stripe for this platform.`,
        'identity.country',
        'country_unsupported',
      )
    const created: Account = {
      id: newId('acct', 16),
      object: 'v2.core.account',
      applied_configurations: ['recipient'],
      closed: false,
      configuration: {
        recipient: {
          applied: true,
          capabilities: {
            stripe_balance: {
              stripe_transfers: {
                status: 'restricted',
                status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
              },
            },
          },
        },
      },
      contact_email: params.contact_email,
      created: sandbox.now().toISOString(),
      dashboard: params.dashboard ?? 'none',
      defaults: {
        currency: params.defaults.currency ?? 'usd',
        // With the Express dashboard Stripe asks the owner for what is required.
        responsibilities: { ...responsibilities, requirements_collector: 'stripe' },
      },
      display_name: params.display_name ?? params.contact_email,
      identity: { country: params.identity.country, entity_type: params.identity.entity_type },
      livemode: false,
      metadata: params.metadata ?? {},
      requirements: {
        entries: [
          entry('identity.individual.given_name'),
          entry('identity.attestations.terms_of_service'),
        ],
      },
    }
    sandbox.state.accounts[created.id] = created
    emitThin(sandbox, 'v2.core.account.created', created.id)
    return shown(created, params.include)
  },
)

const retrieve = apiRoute(
  'GET /v2/core/accounts/:id',
  paramsOf<Stripe.V2.Core.AccountRetrieveParams>()({ include }),
  (sandbox, { id, params }) => shown(account(sandbox, id), params.include),
)

/** v2 returns the larger parts only on request; otherwise they are null, which is not the same as empty. */
function shown(found: Account, asked: readonly (typeof INCLUDES)[number][] = []): object {
  const { configuration, defaults, identity, requirements, future_requirements, ...rest } = found
  const wants = (part: (typeof INCLUDES)[number]) => asked.includes(part)
  const anyConfiguration = asked.some((part) => part.startsWith('configuration.'))
  return {
    ...rest,
    configuration: anyConfiguration
      ? {
          customer: null,
          merchant: null,
          recipient: wants('configuration.recipient') ? (configuration?.recipient ?? null) : null,
        }
      : null,
    defaults: wants('defaults') ? defaults : null,
    future_requirements: wants('future_requirements')
      ? (future_requirements ?? { entries: [] })
      : null,
    identity: wants('identity') ? identity : null,
    requirements: wants('requirements') ? requirements : null,
  }
}

function entry(
  description: string,
): NonNullable<NonNullable<Account['requirements']>['entries']>[number] {
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: [
        {
          capability: 'stripe_balance.stripe_transfers',
          configuration: 'recipient',
          deadline: { status: 'currently_due' },
        },
      ],
    },
    minimum_deadline: { status: 'currently_due' },
    requested_reasons: [{ code: 'routine_onboarding' }],
  }
}

/** The link to the owner's own pages at Stripe; requested by the account's v1 path, whichever API opened it. */
const logIn = apiRoute(
  'POST /v1/accounts/:id/login_links',
  paramsOf<Stripe.AccountCreateLoginLinkParams>()({ expand }),
  (sandbox, { id }) => {
    const found = sandbox.state.accounts[id]
    if (found === undefined || found.closed === true) throw noAccess(id)
    if (!canReceiveTransfers(found))
      throw cannot('Cannot create a login link for an account that has not completed onboarding.')
    const token = newId('login', 32)
    sandbox.state.login_links[token] = { account: id, used: false }
    return {
      object: 'login_link',
      created: sandbox.seconds(),
      url: `${sandbox.publicUrl()}/connect/express/${token}`,
    } satisfies Stripe.LoginLink
  },
)

/** Makes payouts of an account go to a debit card, as its owner chose while onboarding. */
export function addPayoutCard(
  sandbox: Pick<Sandbox, 'state'>,
  accountId: string,
  card: TestCard,
): void {
  const cards = (sandbox.state.payout_cards[accountId] ??= [])
  cards.push({
    id: newId('card'),
    object: 'card',
    account: accountId,
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: null,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: null,
    allow_redisplay: 'unspecified',
    available_payout_methods: ['standard'],
    brand: card.brand === 'visa' ? 'Visa' : card.brand,
    country: 'US',
    currency: 'usd',
    customer: null,
    cvc_check: 'pass',
    default_for_currency: true,
    dynamic_last4: null,
    exp_month: 12,
    exp_year: 2050,
    fingerprint: fingerprintOf(card),
    funding: 'debit',
    last4: card.number.slice(-4),
    metadata: {},
    name: null,
    regulated_status: 'unregulated',
    status: 'new',
    tokenization_method: null,
  })
}

const payoutCards = apiRoute(
  'GET /v1/accounts/:id/external_accounts',
  paramsOf<Stripe.AccountListExternalAccountsParams>()({ ...page, object: z.literal('card') }),
  (sandbox, { id, params }) => {
    if (sandbox.state.accounts[id] === undefined) throw noAccess(id)
    const cards = sandbox.state.payout_cards[id] ?? []
    return listPage(cards, params, `/v1/accounts/${id}/external_accounts`)
  },
)

/** Connected accounts (Accounts v2): create, retrieve, log in; and the cards that their payouts go to. */
export const accountRoutes = [create, retrieve, logIn, payoutCards]
