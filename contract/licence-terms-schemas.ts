import { z } from 'zod'
import { type AmountProblem, amountSentence } from './amount-text.ts'
import { COUNTRY_CODES } from './countries.ts'
import { EXTENSION_PRICE_RULE, licenceMessages } from './licence-extensions.ts'
import { MAX_AMOUNT_CENTS } from './money.ts'
import {
  HANDLE_DAYS,
  LICENCE_USES,
  type LicenceTerms,
  MOST_COUNTRIES,
  RIVAL_MONTHS,
  TERM_MONTHS,
} from './licence-rights.ts'

/** A list without repetitions, in a fixed order, so that the same terms have one form. */
const set = <T extends string>(of: z.ZodType<T>, most: number) =>
  z
    .array(of)
    .min(1)
    .max(most)
    .transform((given) => [...new Set(given)].toSorted())

/** Terms as they appear in responses. */
export const licenceTerms: z.ZodType<LicenceTerms> = z.object({
  scope: z.union([z.literal('any'), z.array(z.enum(LICENCE_USES))]),
  territory: z.union([z.literal('world'), z.array(z.string())]),
  term_months: z.number().nullable(),
  exclusive: z.boolean(),
  edits: z.union([z.boolean(), z.literal('cut')]),
  ai_training: z.literal(false),
  rivals_months: z.number().optional(),
  raw_footage: z.literal(true).optional(),
  handle_days: z.number().optional(),
  credit: z.literal(true).optional(),
  extend_months: z.number().optional(),
  extend_cents: z.number().optional(),
})

const sentenceOf = (problem: AmountProblem) => amountSentence(problem, EXTENSION_PRICE_RULE)

/** In cents, but refused in the words of every price. */
const extensionPrice = z
  .int({ error: sentenceOf('no_number') })
  .min(EXTENSION_PRICE_RULE.leastCents, sentenceOf('below_minimum'))
  .max(MAX_AMOUNT_CENTS, sentenceOf('above_maximum'))

/** Terms as a brand states them. They never include AI training, which needs a separate written agreement (SPEC §6). */
export const statedTerms: z.ZodType<LicenceTerms> = z
  .strictObject({
    scope: z.union([z.literal('any'), set(z.enum(LICENCE_USES), LICENCE_USES.length)]),
    territory: z.union([z.literal('world'), set(z.enum(COUNTRY_CODES), MOST_COUNTRIES)]),
    term_months: z.literal(TERM_MONTHS).nullable(),
    exclusive: z.boolean(),
    edits: z.union([z.boolean(), z.literal('cut')]),
    ai_training: z.literal(false),
    rivals_months: z.literal(RIVAL_MONTHS).optional(),
    raw_footage: z.literal(true).optional(),
    handle_days: z.literal(HANDLE_DAYS).optional(),
    credit: z.literal(true).optional(),
    extend_months: z.literal(TERM_MONTHS).optional(),
    extend_cents: extensionPrice.optional(),
  })
  .refine((terms) => (terms.extend_months === undefined) === (terms.extend_cents === undefined), {
    path: ['extend_cents'],
    error: licenceMessages.extension,
  })
  .refine((terms) => terms.extend_months === undefined || terms.term_months !== null, {
    path: ['extend_months'],
    error: licenceMessages.extensionOfNoEnd,
  })
