import { z } from 'zod'
import { BRIEF_LIMITS } from './briefs.ts'
import { id, idParams, optionalText, text, timestamp, usd, webUrl } from './field-schemas.ts'
import { ORDER_LIMITS as limits, ORDER_STATUSES, orderMessages as say } from './package-orders.ts'
import { packageTerms } from './package-schemas.ts'
import { PACKAGE_LIMITS, packageMessages } from './packages.ts'
import { personCard } from './profile-schemas.ts'

const packageOrder = z.object({
  id,
  project_id: id,
  seller: personCard,
  creator: personCard,
  /** The package as it was ordered. */
  terms: packageTerms,
  /** Ids of the chosen add-ons. */
  add_ons: z.array(z.string()),
  /** USD, with the add-ons. */
  price: z.number(),
  days: z.number(),
  words: z.string(),
  links: z.array(z.string()),
  question: z.string().nullable(),
  status: z.enum(ORDER_STATUSES),
  created_at: timestamp,
  answer_by: timestamp,
  answered_at: timestamp.nullable(),
  /** Until when an accepted order can be funded; null before. */
  fund_by: timestamp.nullable(),
  /** Whether the brand agreed to a charge of its saved card on acceptance. */
  charges_card: z.boolean(),
})

export const packageOrderSchemas = {
  /** Nothing is charged. Idempotent: repeating it with the same `id` returns the same order. */
  'package_orders.place': {
    params: idParams,
    body: z.strictObject({
      /** Made by the page, so that a second click finds the first. */
      id,
      add_ons: z
        .array(z.string().max(BRIEF_LIMITS.id, packageMessages.addOn))
        .max(PACKAGE_LIMITS.addOns, packageMessages.addOns)
        .transform((all) => [...new Set(all)]),
      words: text(limits.words, say.words),
      links: z
        .array(webUrl(undefined, { most: BRIEF_LIMITS.link }))
        .max(limits.links, say.links)
        .default([]),
      question: optionalText(limits.question),
      /** The total in USD and the days that the brand was shown. */
      price: usd,
      days: z.int(),
      /** The saved card that is charged when the creator accepts; null: it is paid within ORDER_HOURS.fund. */
      payment_method_id: id.nullable(),
    }),
    answer: packageOrder,
  },
  /** Those that wait for an answer, of either side; the first to lapse first, at most fifty. */
  'package_orders.waiting': { answer: z.array(packageOrder) },
  'package_orders.get': { params: idParams, answer: packageOrder },
  'package_orders.accept': { params: idParams, answer: packageOrder },
  'package_orders.decline': { params: idParams, answer: packageOrder },
} as const

export type NewOrder = z.output<(typeof packageOrderSchemas)['package_orders.place']['body']>
export type PackageOrder = z.infer<typeof packageOrder>
