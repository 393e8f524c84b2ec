import { expect, test } from 'vitest'
import { z } from 'zod'
import { type RouteKey, routes } from '#contract/api.ts'
import { schemas } from '#contract/schemas.ts'
import { answerSerializer } from './serializer.ts'

const nested = z.object({
  id: z.string(),
  seller: z.object({ name: z.string(), avatar_url: z.string().nullable() }).nullable(),
  status: z.enum(['a', 'b']),
  rates: z.record(z.string(), z.number()),
})

const write = (value: unknown, schema: z.ZodType = nested) =>
  JSON.parse(answerSerializer('projects.get', schema)(value)) as unknown

test('what the contract does not name never leaves the server', () => {
  const written = write({
    id: '1',
    stripe_customer_id: 'cus_secret',
    seller: { name: 'E', avatar_url: null, email: 'secret@example.com' },
    status: 'a',
    rates: { reel: 180.5 },
  })
  expect(written).toEqual({
    id: '1',
    seller: { name: 'E', avatar_url: null },
    status: 'a',
    rates: { reel: 180.5 },
  })
})

test('null is written where the contract allows it, also as the whole answer', () => {
  expect(write({ id: '1', seller: null, status: 'b', rates: {} })).toMatchObject({ seller: null })
  expect(write(null, nested.nullable())).toBe(null)
})

test('an answer that lacks what it promises is refused', () => {
  expect(() => write({ id: '1', seller: null, rates: {} })).toThrow('status')
})

test('every answer of the contract can be compiled', () => {
  for (const key of Object.keys(routes) as RouteKey[]) {
    expect(() => answerSerializer(key, schemas[key].answer), key).not.toThrow()
  }
})
