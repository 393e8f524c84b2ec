import { z } from 'zod'
import { type StripeFailure, wrongParameter } from '#sandbox/stripe/state/failures.ts'

/**
 * Building blocks of the routes' parameter schemas, and the translation of zod's findings into Stripe's sentences.
 * Schemas are strict: an unknown parameter is refused, so that nothing the product sends is silently ignored.
 */

/** Non-empty text. */
export const text = z.string().min(1).max(5000)
/** A whole number written in digits, as form bodies carry it. */
export const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number)
/** `true` or `false`, written out. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
/** The currencies the sandbox speaks; the platform's balance is kept in the first. */
export const currency = z.enum(['usd', 'eur'])
/** Up to 50 pairs; values up to 500 characters (Stripe's limits). */
export const metadata = z.record(z.string().max(40), z.string().max(500))
/** Properties to expand. */
export const expand = z.array(text).optional()
/** An address the browser returns to. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'Not a valid URL' })
/** Cursor parameters of every v1 list. */
export const page = {
  limit: wholeNumber.pipe(z.number().min(1).max(100)).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand,
}

/** A bound of a `created` range, in seconds. */
const bound = wholeNumber.optional()
/** Cursor parameters of a v1 list that can also be filtered by time. */
export const pageByTime = {
  ...page,
  created: z
    .union([wholeNumber, z.strictObject({ gt: bound, gte: bound, lt: bound, lte: bound })])
    .optional(),
}

/**
 * Declares a schema in the official SDK's types: each name must be a parameter of that call, and its output must be a
 * value that parameter accepts.
 */
export function paramsOf<Official>() {
  return <
    Shape extends z.ZodRawShape & {
      [Name in keyof Shape]: Name extends keyof Official
        ? z.ZodType<Official[Name] | undefined>
        : never
    },
  >(
    shape: Shape,
  ) => z.strictObject(shape)
}

/** zod's findings in Stripe's words. Only the first problem is reported, as Stripe does. */
export function parameterFailure(error: z.ZodError, input: unknown): StripeFailure {
  const issue = error.issues[0]
  if (issue === undefined) return wrongParameter('Invalid request', '', 'parameter_invalid')
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return wrongParameter(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
  }
  const param = bracketed(issue.path)
  const given = valueAt(input, issue.path)
  if (given === undefined)
    return wrongParameter(`Missing required param: ${param}.`, param, 'parameter_missing')
  if (given === '') {
    return wrongParameter(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      param,
      'parameter_invalid_empty',
    )
  }
  if (issue.message === 'integer') {
    return wrongParameter(
      `Invalid integer: ${typeof given === 'string' ? given : JSON.stringify(given)}`,
      param,
      'parameter_invalid_integer',
    )
  }
  return wrongParameter(`Invalid ${param}: ${issue.message}`, param, 'parameter_invalid')
}

function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, part)
  }
  return value
}
