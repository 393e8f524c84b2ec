import { expect, test } from 'vitest'
import { DEEPEST, parseBody } from './json-body.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('what is nested as deep as allowed is read, and one level more is refused', () => {
  expect(parseBody(nested(DEEPEST))).toEqual(JSON.parse(nested(DEEPEST)))
  expect(() => parseBody(nested(DEEPEST + 1))).toThrow('nested too deep')
  expect(() => parseBody('{"a":'.repeat(100_000))).toThrow('nested too deep')
})

test('brackets that somebody wrote are no nesting', () => {
  const said = { content: `${'['.repeat(500)} "quoted" \\ ${'{'.repeat(500)}`, end: '\\' }
  expect(parseBody(JSON.stringify(said))).toEqual(said)
  expect(parseBody(JSON.stringify([said, [said]]))).toEqual([said, [said]])
})

test.each(['{"__proto__":{}}', '{"a":[{"\\u005f_proto__":1}]}'])('%s is refused', (body) => {
  expect(() => parseBody(body)).toThrow('forbidden property')
})

test.each(['{', '"', '"\\"', '[}', ']', 'nul'])('%s is no JSON', (body) => {
  expect(() => parseBody(body)).toThrow(SyntaxError)
})
