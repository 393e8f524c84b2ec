import { expect, test } from 'vitest'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'
import { DEEPEST, parseBody } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a body nested a hundred levels deep is refused', () => {
  expect(() => parseBody(nested(100))).toThrow('nested too deep')
})

test('the maximum nesting depth is accepted, and one level more is refused', () => {
  expect(parseBody(nested(DEEPEST))).toEqual(JSON.parse(nested(DEEPEST)))
  expect(() => parseBody(nested(DEEPEST + 1))).toThrow('nested too deep')
  expect(() => parseBody('{"a":'.repeat(100_000))).toThrow('nested too deep')
})

test('brackets inside strings are not nesting', () => {
  const body = { content: `${'['.repeat(500)} "quoted" \\ ${'{'.repeat(500)}`, end: '\\' }
  expect(parseBody(JSON.stringify(body))).toEqual(body)
  expect(parseBody(JSON.stringify([body, [body]]))).toEqual([body, [body]])
})

test.each(['{"__proto__":{}}', '{"a":[{"\\u005f_proto__":1}]}'])('%s is refused', (body) => {
  expect(() => parseBody(body)).toThrow('forbidden property')
})

test.each(['{', '"', '"\\"', '[}', ']', 'nul'])('%s is not JSON', (body) => {
  expect(() => parseBody(body)).toThrow(SyntaxError)
})

test('the maximum number of values is accepted, and one more is refused with 413, in lists and objects', () => {
  const most = REQUEST_BOUNDS.bodyValues
  const numbers = (length: number) => Array.from({ length }, (_, at) => at)
  const names = (length: number) => Object.fromEntries(numbers(length).map((at) => [`k${at}`, at]))
  // Each list and object counts as one, and each of its members except the first as another.
  for (const fits of [numbers(most), names(most), { a: numbers(most / 2), b: names(most / 2 - 2) }])
    expect(parseBody(JSON.stringify(fits))).toEqual(fits)
  for (const over of [
    numbers(most + 1),
    names(most + 1),
    { a: numbers(most / 2), b: names(most / 2 - 1) },
  ])
    expect(() => parseBody(JSON.stringify(over))).toThrow(
      expect.objectContaining({ statusCode: 413 }) as Error,
    )
  const written = { text: `"${'[{,'.repeat(most)}` }
  expect(parseBody(JSON.stringify(written))).toEqual(written)
})
