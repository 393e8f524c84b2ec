import { z } from 'zod'
import { COUNTRY_CODES } from './countries.ts'
import { text } from './field-schemas.ts'
import { TAX_LIMITS as limits } from './tax.ts'
import { taxWords as say } from './tax-words.ts'

const profile = z.strictObject({
  legal_name: text(limits.name, say.nameRequired),
  /** As on an envelope, without name and country: one to five lines. */
  address: text(limits.line * limits.lines, say.addressRequired).refine(
    (lines) => lines.split('\n').length <= limits.lines,
    say.addressLines,
  ),
  /** ISO 3166-1, two letters. */
  country: z.enum(COUNTRY_CODES, say.countryRequired),
  /** A registered business, not a private person. */
  business: z.boolean(),
  /** For a business; checked by the format and check digits of its country, without a request to any service. */
  tax_id: z
    .string()
    .trim()
    .max(limits.id, `Please use at most ${limits.id} characters.`)
    .regex(/^[A-Za-z0-9 ./-]*$/, say.idWrong)
    .nullable(),
})

export const taxSchemas = {
  /** The user's own details; null before any were given. */
  'tax.get': { answer: profile.nullable() },
  /** Replaces them. Documents created from then on show the new ones. */
  'tax.save': { body: profile, answer: profile },
} as const

export type TaxProfile = z.infer<typeof profile>
