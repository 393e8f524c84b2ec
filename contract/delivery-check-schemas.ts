import { z } from 'zod'
import { BRIEF_LIMITS, CHECK_KINDS, ITEM_KINDS } from './briefs.ts'
import { LISTED_UPLOADS, LISTED_UPLOADS_LENGTH } from './delivered-pieces.ts'
import {
  type DeliveryCheck,
  DELIVERY_CHECK_LIMITS as limits,
  deliveryCheckMessages as say,
} from './delivery-checks.ts'
import { id, idParams, optionalText } from './field-schemas.ts'

/** As briefs name their checks. */
const checkId = z
  .string({ error: say.checks })
  .max(BRIEF_LIMITS.id, say.checks)
  .regex(/^[a-z0-9-]+$/, say.checks)

/** The creator's statements about the checks at hand-in; a check that is missing is not ticked. */
export const handedInChecks = z
  .array(
    z.strictObject({
      check_id: checkId,
      ticked: z.boolean(),
      reason: optionalText(limits.reason),
    }),
  )
  .max(BRIEF_LIMITS.checks, say.checks)
  .refine((all) => new Set(all.map((one) => one.check_id)).size === all.length, say.checks)

export const deliveryCheck = z.object({
  check_id: z.string(),
  /** As both sides agreed on it. */
  text: z.string(),
  kind: z.enum(CHECK_KINDS),
  must: z.boolean(),
  /** The result from the files; null for a judged check, and while (or where) the files do not show it. */
  machine: z.boolean().nullable(),
  /** The value found: "34.2 s". */
  found: z.string().nullable(),
  /** The creator's tick; null if the files had decided. */
  ticked: z.boolean().nullable(),
  /** The creator's reason for handing in with this check open. */
  reason: z.string().nullable(),
  /** The brand's answer; null until it is given. */
  holds: z.boolean().nullable(),
  /** What is missing, when the answer is no. */
  note: z.string().nullable(),
}) satisfies z.ZodType<DeliveryCheck>

const deliveryChecks = z.object({
  /** The version of the agreed brief; null for a delivery without one. */
  brief_version: z.number().nullable(),
  /** The brand's answers are no longer a draft: both sides can read them. */
  answers_shown: z.boolean(),
  /** In the brief's order. */
  checks: z.array(deliveryCheck),
})

/** A delivery's checks: filled in at hand-in, answered by the brand. Neither side can write the other's column. */
export const deliveryCheckSchemas = {
  /**
   * The machine's results for the creator's own uploads before hand-in: for `file`, or for `files`, a list of up to 20
   * ids, each with its item after "~" ("<id>~<item>,<id>"). Without them only the list of checks.
   */
  'checks.before': {
    params: idParams,
    query: z.object({
      file: id.optional(),
      files: z.string().max(LISTED_UPLOADS_LENGTH).regex(LISTED_UPLOADS).optional(),
    }),
    answer: z.object({
      brief_version: z.number().nullable(),
      /** The requested items, in the brief's order: each file is handed in for one of these. */
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          what: z.enum(ITEM_KINDS),
          count: z.number(),
        }),
      ),
      /** A file is still being read: its results for some checks follow shortly. */
      reading: z.boolean(),
      checks: z.array(
        deliveryCheck.pick({
          check_id: true,
          text: true,
          kind: true,
          must: true,
          machine: true,
          found: true,
        }),
      ),
    }),
  },
  'checks.of_delivery': { params: idParams, answer: deliveryChecks },
  /**
   * Sets the brand's yes or no, or null to take it back, while the version is waiting for its answer. A no with a note
   * becomes a change in the review room when a revision is requested. The creator can read the answers from then on, or
   * from the approval; in a dispute at once.
   */
  'checks.answer': {
    params: idParams,
    body: z.strictObject({
      check_id: checkId,
      holds: z.boolean().nullable(),
      note: optionalText(limits.note),
    }),
    answer: deliveryChecks,
  },
} as const

export type HandedInChecks = z.infer<typeof handedInChecks>
export type DeliveryChecks = z.infer<typeof deliveryChecks>
export type ChecksBefore = z.infer<(typeof deliveryCheckSchemas)['checks.before']['answer']>
