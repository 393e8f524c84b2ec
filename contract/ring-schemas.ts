import { z } from 'zod'
import { after, id, idParams, lenient, text, timestamp } from './field-schemas.ts'
import { OPERATOR_LIMITS, operatorMessages } from './operator.ts'
import { personCard } from './profile-schemas.ts'
import { RING_SIGNALS } from './rings.ts'

/** A brand and a creator who share something, and their deals that are left out because of it. */
const ring = z.object({
  id,
  seller: personCard,
  creator: personCard,
  signals: z.array(z.enum(RING_SIGNALS)),
  /** Whether an operator decided that it is not a ring, so that its deals count. */
  overruled: z.boolean(),
  found_at: timestamp,
  /** The number of their deals; the newest RING_DEALS are named. */
  deal_count: z.number(),
  deals: z.array(z.object({ id, title: z.string() })),
})

export const ringSchemas = {
  /** Newest first: rings whose deals are left out, or (`state` overruled) those that an operator overruled. */
  'operator.rings': {
    query: z.object({ state: lenient(z.enum(['counted_out', 'overruled'])), after }),
    answer: z.object({ rows: z.array(ring), next: z.string().nullable() }),
  },
  /** Its deals count again. Idempotent. */
  'operator.overrule_ring': {
    params: idParams,
    body: z.strictObject({ reason: text(OPERATOR_LIMITS.reason, operatorMessages.reasonRequired) }),
    answer: z.object({ changed: z.boolean(), reason: z.string().nullable() }),
  },
  /** Reverses an overruling: its deals are left out again. Idempotent. */
  'operator.reinstate_ring': {
    params: idParams,
    body: z.strictObject({ reason: text(OPERATOR_LIMITS.reason, operatorMessages.reasonRequired) }),
    answer: z.object({ changed: z.boolean(), reason: z.string().nullable() }),
  },
} as const

export type OperatorRing = z.infer<typeof ring>
