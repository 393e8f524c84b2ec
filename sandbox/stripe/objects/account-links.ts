import { z } from 'zod'
import type Stripe from 'stripe'
import { account } from './accounts.ts'
import { apiRoute } from './api-route.ts'
import { newId } from '#sandbox/stripe/state/ids.ts'
import { paramsOf, text, webAddress } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import type { OnboardingFlow } from '#sandbox/stripe/state/stored.ts'

/** Stripe's links live for a few minutes. */
const LINK_LIFE_MS = 5 * 60 * 1000

/** Consumes a link and opens the pages behind it; null when it was used, has expired, or never existed. */
export function openLink(sandbox: Sandbox, token: string): OnboardingFlow | null {
  const link = sandbox.state.account_links[token]
  if (link === undefined || link.used || link.expires_at <= sandbox.now().getTime()) return null
  link.used = true
  const flow: OnboardingFlow = {
    id: newId('flow'),
    account: link.account,
    return_url: link.return_url,
    done: false,
  }
  sandbox.state.onboarding_flows[flow.id] = flow
  return flow
}

const create = apiRoute(
  'POST /v2/core/account_links',
  paramsOf<Stripe.V2.Core.AccountLinkCreateParams>()({
    account: text,
    use_case: z.strictObject({
      type: z.literal('account_onboarding'),
      account_onboarding: z.strictObject({
        refresh_url: webAddress,
        return_url: webAddress,
        collection_options: z
          .strictObject({ fields: z.enum(['currently_due', 'eventually_due']).optional() })
          .optional(),
      }),
    }),
  }),
  (sandbox, { params }) => {
    account(sandbox, params.account)
    const onboarding = params.use_case.account_onboarding
    const now = sandbox.now()
    const token = newId('link', 32)
    sandbox.state.account_links[token] = {
      token,
      account: params.account,
      return_url: onboarding.return_url,
      refresh_url: onboarding.refresh_url,
      expires_at: now.getTime() + LINK_LIFE_MS,
      used: false,
    }
    return {
      object: 'v2.core.account_link',
      account: params.account,
      created: now.toISOString(),
      expires_at: new Date(now.getTime() + LINK_LIFE_MS).toISOString(),
      livemode: false,
      url: `${sandbox.publicUrl()}/connect/onboarding/${token}`,
      use_case: params.use_case,
    } satisfies Stripe.V2.Core.AccountLink
  },
)

/** Account links (v2): create. */
export const accountLinkRoutes = [create]
