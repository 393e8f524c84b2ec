import { z } from 'zod'
import { id, timestamp } from './field-schemas.ts'

/** SPEC §3 (table stripe_accounts). The provider's own id stays on the server. */
export const payoutAccount = z.object({
  user_id: id,
  onboarding_complete: z.boolean(),
  created_at: timestamp,
})

export const payoutSchemas = {
  'payouts.account': { answer: payoutAccount.nullable() },
  'payouts.onboard': { answer: z.object({ onboarding_url: z.string() }) },
  'payouts.refresh': { answer: payoutAccount },
} as const

export type PayoutAccount = z.infer<typeof payoutAccount>
