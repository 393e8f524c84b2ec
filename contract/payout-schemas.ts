import { z } from 'zod'
import { COUNTRY_CODES } from './countries.ts'
import { id, timestamp } from './field-schemas.ts'

/** SPEC §3 (table stripe_accounts). The provider's own id stays on the server. */
export const payoutAccount = z.object({
  user_id: id,
  onboarding_complete: z.boolean(),
  /** The provider closed or rejected it permanently: it can be replaced. */
  closed: z.boolean(),
  /**
   * It replaced another account: nothing is sent to it before this time. Null once the time has passed, and for a first
   * account.
   */
  receives_from: timestamp.nullable(),
  /** Two letters; the provider never changes it. */
  country: z.string(),
  created_at: timestamp,
})

export const payoutSchemas = {
  'payouts.account': { answer: payoutAccount.nullable() },
  'payouts.onboard': {
    /** The project whose application waits for the account: onboarding then returns to it. */
    body: z.strictObject({
      project_id: id.optional(),
      /** The country where a new account is opened; an existing account must already be in it. */
      country: z.enum(COUNTRY_CODES).optional(),
    }),
    answer: z.object({ onboarding_url: z.string() }),
  },
  'payouts.refresh': { answer: payoutAccount },
  'payouts.dashboard': { answer: z.object({ dashboard_url: z.string() }) },
} as const

export type PayoutAccount = z.infer<typeof payoutAccount>
