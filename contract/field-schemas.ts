import { z } from 'zod'
import { amountSentence, type AmountRule, usdProblem } from './amount-text.ts'
import { CURSOR_LIMIT } from './paging.ts'
import { withScheme } from './web-address.ts'
import { linkMessages, linkProblem } from './web-links.ts'

/** Building blocks of the domain schemas. */

export const id = z.uuid()
/** RFC 3339, UTC (decision P4). */
export const timestamp = z.string()
/** A calendar day, 'YYYY-MM-DD' (decision P4). */
export const day = z.iso.date({ error: 'Choose a date.' }).refine(hasYear, 'Choose a date.')

/** ISO 8601 has a year 0000, PostgreSQL does not. */
function hasYear(value: string): boolean {
  return !value.startsWith('0000')
}

/**
 * USD in requests and responses with an additional rule: a number with at most two decimals, up to MAX_AMOUNT_CENTS
 * (decision P5).
 */
export const usdBy = (rule?: AmountRule, required = 'Enter an amount.') =>
  z
    .number({ error: ({ input }) => (input == null ? required : amountSentence('no_number')) })
    .superRefine((value, context) => {
      const problem = usdProblem(value, rule)
      if (problem !== null) context.addIssue(amountSentence(problem, rule))
    })

/** USD in requests and responses: 0 or more. */
export const usd = usdBy()

/** How a price is split: `FeeTerms` of contract/money.ts. */
export const feeTerms = z.object({
  /** The creator's share in basis points. */
  creator_bps: z.number().int(),
  /** The platform's minimum, in cents. */
  minimum_fee_cents: z.number().int(),
})

/** Text a person typed: trimmed, not blank, at most `max` characters, no control characters except line breaks. */
export const text = (max: number, required: string) =>
  z
    .string({ error: required })
    .transform(clean)
    .pipe(z.string().min(1, required).max(max, `Please use at most ${max} characters.`))

/** Like `text`, but blank and absent become an empty text. */
export const textOrNone = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => clean(value ?? ''))
    .pipe(z.string().max(max, `Please use at most ${max} characters.`))

/** Like `text`, but one line of visible characters: a name or a title. */
export const line = (max: number, required: string) =>
  z
    .string({ error: required })
    .transform((value) => clean(oneLine(value)))
    .pipe(z.string().min(1, required).max(max, `Please use at most ${max} characters.`))

// Direction marks make a name and its surroundings read differently; emoji and Persian need joiners.
const DISGUISES = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A name on one line, without disguising characters. */
export const oneLine = (value: string): string =>
  value.replace(/[\s\p{Cc}]+/gu, ' ').replace(DISGUISES, '')

/** Like `text`, but blank and absent become null: absent values are stored as null (SPEC §5). */
export const optionalText = (max: number, tooLong = `Please use at most ${max} characters.`) =>
  z
    .string()
    .nullish()
    .transform((value) => (value == null ? null : clean(value) || null))
    .pipe(z.string().max(max, tooLong).nullable())

// PostgreSQL cannot store NUL; the others are invisible and only ever hide something.
// oxlint-disable-next-line no-control-regex -- matching control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

// An unpaired surrogate is not a character: PostgreSQL refuses it in JSON.
const HALF = /\p{Surrogate}/gu

function clean(value: string): string {
  return value.replace(CONTROL, '').replace(HALF, '').trim()
}

/** Maximum characters of a link. No browser's address bar accepts much more. */
const LINK_LENGTH = 2_048

/** `message` is the sentence for text that is not a link at all. `paths`: our own paths are accepted as well. */
const link = (message: string, most: number, paths?: RegExp) =>
  z
    .string()
    .max(most, { error: linkMessages.long, abort: true })
    .superRefine((value, context) => {
      if (paths?.test(value) === true) return
      const problem = linkProblem(value, most)
      if (problem !== null) context.addIssue(problem === linkMessages.invalid ? message : problem)
    })

/** Other accepted forms of a link, and its maximum length. */
interface LinkOptions {
  most?: number
  paths?: RegExp
}

/** An absolute http(s) link in which `linkProblem` finds no fault; one that starts with its host gets its scheme. */
export const webUrl = (
  message: string = linkMessages.invalid,
  { most = LINK_LENGTH, paths }: LinkOptions = {},
) =>
  z
    .string()
    .transform(withScheme)
    .pipe(link(message, most, paths))

/** Like `webUrl`, with blank or absent as null. */
export const optionalWebUrl = (
  message: string = linkMessages.invalid,
  most: number = LINK_LENGTH,
) =>
  z
    .string()
    .nullish()
    .transform((value) => withScheme(value ?? '') || null)
    .pipe(link(message, most).nullable())

/** A path into our own public storage, as uploads return it. */
export const storedImage = z
  .string()
  .max(300, 'Upload failed')
  .regex(/^\/storage\/public\/[\w./-]+(#[\w-]{8,60})?$/, 'Upload failed')

/** An email address; RFC 5321 limits it to 254 characters. */
export const emailAddress = z
  .email('Enter an email address.')
  .max(254, 'Please use at most 254 characters.')

/** A list's filter: an invalid one is ignored, because a search must never be an error. */
export const lenient = <Out, In>(schema: z.ZodType<Out, In>) =>
  // `catch` accepts any input type; the values of our own callers are still checked at compile time.
  schema.optional().catch(undefined) as z.ZodType as z.ZodOptional<z.ZodType<Out, In>>

/** A search text: its first `max` characters, without invisible ones. */
export const searchText = (max: number) =>
  lenient(
    z
      .string()
      .transform((typed) =>
        clean(
          Array.from(typed.slice(0, 2 * max))
            .slice(0, max)
            .join(''),
        ),
      )
      .pipe(z.string().max(2 * max)),
  )

/** Where a page of a list begins: the previous page's cursor (paging.ts). */
export const after = lenient(z.string().max(CURSOR_LIMIT))

/** The query of a list whose response consists of its rows; the next page follows from their `afterPage`. */
export const listQuery = z.object({ after })

/** The fields of a page of search results besides its rows. */
export const foundPage = {
  /** Total matches, counted up to COUNTED_TO; null from the second page on. */
  total: z.number().nullable(),
  /** False when counting stopped at its limit. */
  total_exact: z.boolean(),
  /** How many rows at the end of this page are only near matches. */
  near: z.number(),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
}

/** The `:id` of a path. An id that is not a UUID is treated as unknown. */
export const idParams = z.object({ id })
