import { z } from 'zod'
import { isUsdAmount } from './money.ts'

/** Pieces that the domain schemas are made of. */

export const id = z.uuid()
/** RFC 3339, UTC (DECISIONS 4). */
export const timestamp = z.string()
/** A calendar day, 'YYYY-MM-DD' (DECISIONS 4). */
export const day = z.iso.date({ error: 'Choose a date.' }).refine(hasYear, 'Choose a date.')
/** A moment somebody names in a query: UTC like every timestamp of an answer. */
export const moment = z.iso.datetime().refine(hasYear)

/** ISO 8601 has a year 0000, PostgreSQL has not. */
function hasYear(value: string): boolean {
  return !value.startsWith('0000')
}

/** USD on the wire: a number with at most two decimals, 0 to 1,000,000 (DECISIONS 5). */
export const usd = z.number({ error: 'Enter an amount.' }).refine(isUsdAmount, {
  error: 'Enter an amount between 0 and 1,000,000 with at most two decimals.',
})

/** Text a person typed: trimmed, not blank, at most `max` characters, without control characters but line breaks. */
export const text = (max: number, required: string) =>
  z
    .string({ error: required })
    .transform(clean)
    .pipe(z.string().min(1, required).max(max, `Please use at most ${max} characters.`))

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

function clean(value: string): string {
  return value.replace(CONTROL, '').trim()
}

/** scheme, then a host with a dot and neither user name nor backslash in it, then anything but white space. */
const WEB_URL = /^https?:\/\/[^\s/@?#\\]+\.[^\s/@?#\\]+([/?#][^\s\\]*)?$/i

/** Whether a text is an absolute http(s) address without user name or password in it. */
export const isWebUrl = (value: string): boolean => WEB_URL.test(value)

/** An absolute http(s) link, at most 2,048 characters. */
export const webUrl = (message = 'Invalid URL') =>
  z
    .string()
    .transform((value) => value.trim())
    .pipe(z.string().max(2_048, message).refine(isWebUrl, message))

/** Like `webUrl`, blank or absent being null. */
export const optionalWebUrl = (message = 'Invalid URL') =>
  z
    .string()
    .nullish()
    .transform((value) => value?.trim() || null)
    .pipe(z.string().max(2_048, message).refine(isWebUrl, message).nullable())

/** A path into our own public storage, as uploads answer it. */
export const storedImage = z
  .string()
  .max(300)
  .regex(/^\/storage\/public\/[\w./-]+$/, 'Upload failed')

/** The `:id` of a path. An id that is no UUID is an unknown id. */
export const idParams = z.object({ id })
