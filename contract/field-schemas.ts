import { z } from 'zod'
import { amountSentence, type AmountRule, usdProblem } from './amount-text.ts'
import { CURSOR_LIMIT } from './paging.ts'
import { withScheme } from './web-address.ts'
import { linkMessages, linkProblem } from './web-links.ts'

/** Pieces that the domain schemas are made of. */

export const id = z.uuid()
/** RFC 3339, UTC (decision P4). */
export const timestamp = z.string()
/** A calendar day, 'YYYY-MM-DD' (decision P4). */
export const day = z.iso.date({ error: 'Choose a date.' }).refine(hasYear, 'Choose a date.')

/** ISO 8601 has a year 0000, PostgreSQL has not. */
function hasYear(value: string): boolean {
  return !value.startsWith('0000')
}

/** USD on the wire by a rule of its own: a number with at most two decimals, up to MAX_AMOUNT_CENTS (decision P5). */
export const usdBy = (rule?: AmountRule, required = 'Enter an amount.') =>
  z
    .number({ error: ({ input }) => (input == null ? required : amountSentence('no_number')) })
    .superRefine((value, context) => {
      const problem = usdProblem(value, rule)
      if (problem !== null) context.addIssue(amountSentence(problem, rule))
    })

/** USD on the wire: 0 or more. */
export const usd = usdBy()

/** How a price is shared out: `FeeTerms` of contract/money.ts. */
export const feeTerms = z.object({
  /** The creator's share in basis points. */
  creator_bps: z.number().int(),
  /** The least the platform keeps, in cents. */
  minimum_fee_cents: z.number().int(),
})

/** Text a person typed: trimmed, not blank, at most `max` characters, without control characters but line breaks. */
export const text = (max: number, required: string) =>
  z
    .string({ error: required })
    .transform(clean)
    .pipe(z.string().min(1, required).max(max, `Please use at most ${max} characters.`))

/** Like `text`, but one line of what can be seen: what somebody or something is called. */
export const line = (max: number, required: string) =>
  z
    .string({ error: required })
    .transform((value) => clean(oneLine(value)))
    .pipe(z.string().min(1, required).max(max, `Please use at most ${max} characters.`))

// Marks of direction make a name read as another, and its surroundings with it; joiners belong to emoji and Persian.
const DISGUISES = /[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A name on one line, without what disguises it. */
export const oneLine = (value: string): string =>
  value.replace(/[\s\p{Cc}]+/gu, ' ').replace(DISGUISES, '')

/** Like `text`, but blank and absent become null: absent values are stored as null (SPEC §5). */
export const optionalText = (max: number, tooLong = `Please use at most ${max} characters.`) =>
  z
    .string()
    .nullish()
    .transform((value) => (value == null ? null : clean(value) || null))
    .pipe(z.string().max(max, tooLong).nullable())

// NUL cannot be stored by PostgreSQL; the others are invisible and only ever hide something.
// oxlint-disable-next-line no-control-regex -- matching control characters is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

// Half of a pair is no character: PostgreSQL refuses it in JSON.
const HALF = /\p{Surrogate}/gu

function clean(value: string): string {
  return value.replace(CONTROL, '').replace(HALF, '').trim()
}

/** Characters of a link. No browser's address bar takes much more. */
const LINK_LENGTH = 2_048

/** `message` is said of what is no link at all. `paths`: paths of ours that are taken as well. */
const link = (message: string, most: number, paths?: RegExp) =>
  z
    .string()
    .max(most, { error: linkMessages.long, abort: true })
    .superRefine((value, context) => {
      if (paths?.test(value) === true) return
      const problem = linkProblem(value, most)
      if (problem !== null) context.addIssue(problem === linkMessages.invalid ? message : problem)
    })

/** What a link may be instead of absolute, and how long. */
interface LinkOptions {
  most?: number
  paths?: RegExp
}

/** An absolute http(s) link that `linkProblem` finds nothing wrong with; one that begins with its host gets its scheme. */
export const webUrl = (
  message: string = linkMessages.invalid,
  { most = LINK_LENGTH, paths }: LinkOptions = {},
) =>
  z
    .string()
    .transform(withScheme)
    .pipe(link(message, most, paths))

/** Like `webUrl`, blank or absent being null. */
export const optionalWebUrl = (message: string = linkMessages.invalid) =>
  z
    .string()
    .nullish()
    .transform((value) => withScheme(value ?? '') || null)
    .pipe(link(message, LINK_LENGTH).nullable())

/** A path into our own public storage, as uploads answer it. */
export const storedImage = z
  .string()
  .max(300, 'Upload failed')
  .regex(/^\/storage\/public\/[\w./-]+(#[\w-]{8,60})?$/, 'Upload failed')

/** Somebody's address for mail; 254 characters are as long as one can be (RFC 5321). */
export const emailAddress = z
  .email('Enter an e-mail address.')
  .max(254, 'Please use at most 254 characters.')

/**
 * A filter of a list: one that makes no sense is as good as none, because looking for something is never an error.
 */
export const lenient = <Out, In>(schema: z.ZodType<Out, In>) =>
  // What `catch` takes is anything; what callers of ours give is still checked where they are compiled.
  schema.optional().catch(undefined) as z.ZodType as z.ZodOptional<z.ZodType<Out, In>>

/** What is searched for: the first `max` characters of it, without what cannot be seen. */
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

/** Where a page of a list begins: the cursor of the page before (paging.ts). */
export const after = lenient(z.string().max(CURSOR_LIMIT))

/** The query of a list whose answer is its rows; the next page follows `afterPage` of these. */
export const listQuery = z.object({ after })

/** What a page of found things says beside them. */
export const foundPage = {
  /** Matches in all, counted up to COUNTED_TO; null from the second page on, where nobody needs it again. */
  total: z.number().nullable(),
  /** False where counting stopped. */
  total_exact: z.boolean(),
  /** How many at the end of this page do not have what was typed in them, but nearly. */
  near: z.number(),
  /** `after` of the next page; null on the last one. */
  next: z.string().nullable(),
}

/** The `:id` of a path. An id that is no UUID is an unknown id. */
export const idParams = z.object({ id })
