import type { z } from 'zod'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'

/** A value that costs much more to process than to send, and its description. */
export interface HeavyShape {
  what: string
  value: unknown
}

/** Leaves room for the braces and the field's name around it. */
const ROOM = REQUEST_BOUNDS.bodyBytes - 500

/** Units that make a careless pattern backtrack at every character of a long text. */
const UNITS = [
  'a',
  ' ',
  '\t\n',
  '0',
  '-',
  '.',
  'a.',
  '1,',
  '%20',
  'a@',
  '漢',
  '\u202e',
  '=',
  '/../',
  '\\',
  '"',
  '<b>',
]

/** Prefixes that get a text past the first check, and a suffix that fails it. */
const FRAMES: readonly [string, string][] = [
  ['', ''],
  ['', '\n!'],
  ['https://', ' x'],
  ['https://a.example/', ' x'],
  ['a@', '@'],
]

const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/** Texts that take `room` bytes in JSON. */
export function heavyTexts(room = ROOM, frames = FRAMES): HeavyShape[] {
  return frames.flatMap(([before, after]) =>
    UNITS.map((unit) => ({
      what: `${JSON.stringify(before)} ${JSON.stringify(unit)}… ${JSON.stringify(after)}`,
      value:
        before +
        unit.repeat(Math.trunc((room - bytes(before) - bytes(after)) / bytes(unit))) +
        after,
    })),
  )
}

const list = (length: number, one: (at: number) => unknown) =>
  Array.from({ length }, (_, at) => one(at))
const map = (length: number, name: (at: number) => string, value: unknown) =>
  Object.fromEntries(list(length, (at) => [name(at), value]) as [string, unknown][])

/** Lists and maps with far too many members, with as many as fit, and with as many as are accepted. */
export function heavyCollections(): HeavyShape[] {
  const read = REQUEST_BOUNDS.bodyValues - 10
  const link = `https://${'a.'.repeat(990)} x`
  return [
    { what: '60,000 names', value: map(60_000, (at) => `k${at}`, 1) },
    { what: '6,000 names', value: map(6_000, (at) => `k${at}`, 1) },
    { what: 'as many names as are read', value: map(read, (at) => `k${at}`.padEnd(55, 'x'), 1) },
    {
      what: 'as many links as are read',
      value: map(read, (at) => `k${at}`, 'https://a.example/x y'),
    },
    { what: 'blank names', value: map(read, (at) => ' '.repeat(at % 60), {}) },
    { what: '30 hostile links', value: map(30, (at) => `k${at}`, link) },
    { what: 'a list of hostile links', value: list(30, () => link) },
    { what: 'a list of 30,000 numbers', value: list(30_000, () => 1) },
    { what: 'as many empty objects as are read', value: list(read, () => ({})) },
    { what: 'as many texts as are read', value: list(read, () => 'x'.repeat(60)) },
    { what: 'lists in lists', value: list(16, () => nested(60)) },
  ]
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Names that a body may have, found in its schema. */
export function namesOf(schema: z.ZodType | undefined): string[] {
  const {
    type,
    shape,
    in: before,
    innerType,
  } = (schema?.def ?? {}) as unknown as {
    type?: string
    shape?: Record<string, z.ZodType>
    in?: z.ZodType
    innerType?: z.ZodType
  }
  if (type === 'object') return Object.keys(shape ?? {})
  if (before !== undefined) return namesOf(before)
  return innerType === undefined ? [] : namesOf(innerType)
}

/** A body as it is sent, and its description. */
export interface HeavyBody {
  what: string
  json: string
}

const asJson = (shapes: readonly HeavyShape[]): HeavyBody[] =>
  shapes.map(({ what, value }) => ({ what, json: JSON.stringify(value) }))

// Serialized once: doing it for every name of every call took up to a fifth of the time the server spends on them.
const COLLECTIONS = asJson(heavyCollections())
const VALUES = [...asJson(heavyTexts()), ...COLLECTIONS]

/** Bodies for one call: each name with each heavy value, and heavy values as the whole body. */
export function* heavyBodies(schema: z.ZodType | undefined): Generator<HeavyBody> {
  for (const { what, json } of COLLECTIONS) yield { what: `body: ${what}`, json }
  for (const name of namesOf(schema))
    for (const { what, json } of VALUES)
      yield { what: `${name}: ${what}`, json: `{${JSON.stringify(name)}:${json}}` }
}

/** All headers together may take 16 KiB; this is within it. */
const HEADER_ROOM = 15_000

/** Queries for one call: each name with each heavy text, one name thousands of times, and thousands of names. */
export function* heavyQueries(schema: z.ZodType | undefined): Generator<HeavyShape> {
  const names = namesOf(schema)
  for (const name of [...names, 'unknown']) {
    for (const { what, value } of heavyTexts(HEADER_ROOM / 3, FRAMES.slice(0, 1))) {
      const text = encodeURIComponent((value as string).replaceAll('\u202e', ' ')).slice(
        0,
        HEADER_ROOM,
      )
      yield { what: `?${name}: ${what}`, value: `?${name}=${text.replace(/%[0-9A-F]?$/, '')}` }
    }
    yield {
      what: `?${name} many times`,
      value: `?${`${name}=1&`.repeat(HEADER_ROOM / (name.length + 3))}`,
    }
  }
  yield { what: 'many names', value: `?${list(2_500, (at) => `a${at}`).join('&')}` }
}

/** Headers that the server reads. */
export function heavyHeaders(): { what: string; headers: Record<string, string> }[] {
  const long = (unit: string) => unit.repeat(HEADER_ROOM / unit.length)
  const pairs: [string, string][] = [
    ['authorization', `Bearer ${long('a')}`],
    ['authorization', `Bearer ${long('a.')}`],
    ['authorization', `Bearer${long(' ')}`],
    ['authorization', `Bearer ${long('a')}.e30.x`],
    ['cookie', long('a=1; ')],
    ['accept-encoding', long('br;q=0,')],
    ['if-none-match', long('"a",')],
    ['range', `bytes=${long('0-1,')}`],
    ['x-forwarded-for', long('1.2.3.4, ')],
    ['content-type', `application/json; ${long('a=b; ')}`],
    ['referer', `http://${long('a.')}`],
    ['origin', `http://${long('a.')}`],
    ['upload-metadata', long('filename YQ==,')],
    ['upload-metadata', `filename ${long('YQ')}`],
    ['stripe-signature', `t=1,${long('v1=0,')}`],
  ]
  return pairs.map(([name, value]) => ({
    what: `${name}: ${value.slice(0, 20)}…`,
    headers: { [name]: value },
  }))
}
