import { z } from 'zod'
import { day, id, timestamp, usdBy } from './field-schemas.ts'
import { EXTENSION_MAKERS, EXTENSION_PRICE_RULE, EXTENSION_STATUSES } from './licence-extensions.ts'
import { TERM_MONTHS } from './licence-rights.ts'
import { SHOWN_LICENCE_STATUSES } from './licence-term.ts'

const extension = z.object({
  id,
  by: z.enum(EXTENSION_MAKERS),
  months: z.number(),
  /** USD. */
  price: z.number(),
  /** USD: the creator's share of it. */
  creator_share: z.number(),
  status: z.enum(EXTENSION_STATUSES),
  created_at: timestamp,
  expires_at: timestamp,
  paid_at: timestamp.nullable(),
  /** Of a paid one: whether its months count. They do not once its money went back. */
  counts: z.boolean(),
  /** Whether its payment is begun and not decided yet. */
  being_paid: z.boolean(),
})

/** The extensions of a deal's licence, for its two sides. */
const extensions = z.object({
  code: z.string(),
  status: z.enum(SHOWN_LICENCE_STATUSES),
  /** Null without an end: then there is nothing to extend. */
  ends_on: day.nullable(),
  application_id: id,
  /** What the terms name for more months, with the last day that taking it now would lead to. USD. */
  priced: z
    .object({
      months: z.literal(TERM_MONTHS),
      price: z.number(),
      creator_share: z.number(),
      until: day,
    })
    .nullable(),
  /** Newest first. */
  extensions: z.array(extension),
})

const idParams = z.object({ id })

export const licenceExtensionSchemas = {
  /** For the two sides of the deal; null until there is a licence. */
  'extensions.of_project': { params: idParams, answer: extensions.nullable() },
  'extensions.make': {
    params: idParams,
    body: z.strictObject({
      /** Chosen by the client: the same request twice is one. */
      id,
      /** Without a price the brand takes what the terms name. */
      months: z.literal(TERM_MONTHS),
      price: usdBy(EXTENSION_PRICE_RULE).optional(),
    }),
    answer: extensions,
  },
  'extensions.accept': { params: idParams, answer: extensions },
  'extensions.decline': { params: idParams, answer: extensions },
  'extensions.withdraw': { params: idParams, answer: extensions },
} as const

export type LicenceExtensions = z.infer<typeof extensions>
export type LicenceExtension = z.infer<typeof extension>
