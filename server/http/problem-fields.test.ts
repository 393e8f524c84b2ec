import { expect, test } from 'vitest'
import { z } from 'zod'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'
import { problemFields } from './problem-fields.ts'

const fieldsOf = (schema: z.ZodType, value: unknown) =>
  problemFields(schema.safeParse(value).error?.issues ?? [])

const numbers = z.array(z.number('Enter a number.'))

test('each field reports its first problem, and a problem with the whole input is reported as body', () => {
  const name = z.string().min(5, 'Too short.').regex(/\d/, 'No digit.')
  expect(fieldsOf(z.object({ name }), { name: 'ada' })).toEqual({ name: 'Too short.' })
  expect(fieldsOf(z.number('Enter a number.'), 'x')).toEqual({ body: 'Enter a number.' })
})

test('the number of reported problems is bounded', () => {
  const { problems } = REQUEST_BOUNDS
  const texts = (length: number) => Array.from({ length }, () => 'x')
  expect(Object.keys(fieldsOf(numbers, texts(problems - 1)))).toHaveLength(problems - 1)
  expect(Object.keys(fieldsOf(numbers, texts(problems)))).toHaveLength(problems)
  expect(Object.keys(fieldsOf(numbers, texts(problems + 1)))).toHaveLength(problems)
})

test('caller-supplied names and messages beyond their limit are truncated, others are not', () => {
  const { problemPath, problemText } = REQUEST_BOUNDS
  const map = z.record(z.string(), z.number('Enter a number.'))
  const exact = 'k'.repeat(problemPath)
  expect(fieldsOf(map, { [exact]: 'x' })).toEqual({ [exact]: 'Enter a number.' })
  const [cut = ''] = Object.keys(fieldsOf(map, { [`${exact}k`]: 'x' }))
  expect(cut).toBe(`${'k'.repeat(problemPath - 1)}…`)
  const unknown = fieldsOf(z.strictObject({}), { ['k'.repeat(60_000)]: 1 })
  expect(unknown['body']).toHaveLength(problemText)
})

test('a field named __proto__ is reported like any other', () => {
  const value = JSON.parse('{"__proto__":"x"}') as unknown
  const issue = { code: 'custom', path: ['__proto__'], message: 'Enter a number.', input: value }
  expect(Object.entries(problemFields([issue as z.core.$ZodIssue]))).toEqual([
    ['__proto__', 'Enter a number.'],
  ])
})
