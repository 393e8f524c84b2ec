import { z } from 'zod'
import { id, idParams, text, timestamp } from './field-schemas.ts'
import { OPERATOR_LIMITS, operatorMessages } from './operator.ts'
import { ROLES } from './profiles.ts'
import { VIEW_AS_REASONS } from './view-as.ts'

export const viewAsSchemas = {
  /**
   * `id` is the person's; they are notified at once. Ends an earlier view by the same operator; repeating the request
   * that began it returns it with `changed: false`.
   */
  'operator.begin_view': {
    params: idParams,
    body: z.strictObject({
      reason_kind: z.enum(VIEW_AS_REASONS),
      reason: text(OPERATOR_LIMITS.reason, operatorMessages.reasonRequired),
    }),
    /** `id` is the view's; it goes into the header of the view's calls. */
    answer: z.object({
      id,
      name: z.string(),
      role: z.enum(ROLES),
      expires_at: timestamp,
      changed: z.boolean(),
    }),
  },
  /** Allowed only for the operator who began it. Idempotent. */
  'operator.end_view': { params: idParams, answer: z.object({ changed: z.boolean() }) },
} as const
