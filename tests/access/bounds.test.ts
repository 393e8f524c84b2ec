import { expect, test } from 'vitest'
import type { z } from 'zod'
import { boundsOf, fullest } from '#tests/support/bounds.ts'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'

const calls = (Object.keys(routes) as RouteKey[]).map((key) => ({
  key,
  schema: schemas[key] as CallSchema,
  writes: routeParts(key).method !== 'GET',
}))

/** zod's default sentence. */
const WITHOUT_A_SENTENCE = /^(Too (big|small)|Invalid (input|string|option)|expected)/

const refusalOf = (schema: z.ZodType, value: unknown): string | null =>
  schema.safeParse(value).error?.issues[0]?.message ?? null

test('every text input has a maximum length, and every list a maximum size', () => {
  const unbounded = calls.flatMap(({ key, schema }) =>
    [schema.body, schema.query].flatMap((part) =>
      part === undefined
        ? []
        : boundsOf(part)
            .filter((bound) => bound.most === null)
            .map((bound) => `${key}.${bound.path}`),
    ),
  )
  expect(unbounded).toEqual([])
})

test('one character or entry too many is refused with a sentence; the maximum is accepted', () => {
  const fields = calls
    .filter(({ writes }) => writes)
    .flatMap(({ key, schema }) =>
      schema.body === undefined ? [] : boundsOf(schema.body).map((bound) => ({ key, ...bound })),
    )
    .filter((field) => !field.fixed)
  // The walk itself must have found every kind: names, texts, links, lists, maps.
  expect(fields.length).toBeGreaterThan(20)

  for (const { key, path, schema, most, sample } of fields) {
    const where = `${key}.${path}`
    expect(refusalOf(schema, sample(most ?? 0)), `${where} at ${most}`).toBeNull()
    const refusal = refusalOf(schema, sample((most ?? 0) + 1))
    expect(refusal, `${where} at ${(most ?? 0) + 1}`).not.toBeNull()
    expect(refusal, `${where} at ${(most ?? 0) + 1}`).not.toMatch(WITHOUT_A_SENTENCE)
  }
})

/** Two hundred notes, each answered at full length, are refused as too large: no one writes that much into one form. */
const LARGER: readonly RouteKey[] = ['deliverables.submit']

test('every form but a delivery’s, filled with three-byte letters, fits into one request', () => {
  let largest = 0
  for (const { key, schema, writes } of calls) {
    if (!writes || schema.body === undefined || LARGER.includes(key)) continue
    const body = fullest(schema.body)
    const json = JSON.stringify(body)
    expect(Buffer.byteLength(json), key).toBeLessThanOrEqual(REQUEST_BOUNDS.bodyBytes)
    expect(json.split(/[,[{]/).length, key).toBeLessThanOrEqual(REQUEST_BOUNDS.bodyValues)
    largest = Math.max(largest, Buffer.byteLength(json))
  }
  // The filled values must be accepted, in the largest of the forms.
  const profile = schemas['profiles.update'].body
  expect(refusalOf(profile, fullest(profile))).toBeNull()
  expect(largest).toBeGreaterThan(REQUEST_BOUNDS.bodyBytes / 2)
})
