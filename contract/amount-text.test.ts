import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountSentence, centsFromText, readAmount, usdProblem } from './amount-text.ts'
import { usd } from './field-schemas.ts'
import { formatCents, MAX_AMOUNT_CENTS, usdFromCents } from './money.ts'

const PRICE = { called: 'price', leastCents: 100 } as const

describe('a typed amount', () => {
  test('is read in every accepted notation, including the one it is displayed in', () => {
    for (const [typed, cents] of [
      ['540', 54_000],
      ['540.5', 54_050],
      [' 540.50 ', 54_050],
      ['.50', 50],
      ['0.50', 50],
      ['.5', 50],
      ['5.', 500],
      ['1,000', 100_000],
      ['12,345.60', 1_234_560],
      ['$1,000', 100_000],
      ['0007', 700],
    ] as const)
      expect(centsFromText(typed), typed).toBe(cents)
    const amount = fc.oneof(
      fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }),
      fc.constantFrom(0, 1, MAX_AMOUNT_CENTS - 1, MAX_AMOUNT_CENTS),
    )
    fc.assert(
      fc.property(amount, (cents) => {
        expect(centsFromText(formatCents(cents))).toBe(cents)
        expect(centsFromText(String(usdFromCents(cents)))).toBe(cents)
      }),
    )
  })

  test.each([
    ['', 'no_number'],
    ['.', 'no_number'],
    ['$', 'no_number'],
    ['ten', 'no_number'],
    ['1e3', 'no_number'],
    ['1,00', 'no_number'],
    ['1,0000', 'no_number'],
    ['1000,000', 'no_number'],
    ['1 000', 'no_number'],
    ['12,5', 'no_number'],
    ['Infinity', 'no_number'],
    ['1.005', 'too_many_decimals'],
    ['0.99', 'below_minimum'],
    ['-5', 'below_minimum'],
    ['0', 'below_minimum'],
    [formatCents(MAX_AMOUNT_CENTS + 1), 'above_maximum'],
    ['99999999999999999999', 'above_maximum'],
  ] as const)('%j is refused: %s', (typed, problem) => {
    expect(readAmount(typed, PRICE)).toEqual({ cents: null, problem })
  })

  test('may have zeros after the cents, but no other third decimal', () => {
    expect(centsFromText('1.500')).toBe(150)
    expect(centsFromText('1.0010')).toBeNull()
  })
})

test('each problem has its own message, with the limit where there is one', () => {
  const sentences = (
    ['no_number', 'too_many_decimals', 'below_minimum', 'above_maximum'] as const
  ).map((problem) => amountSentence(problem, PRICE))
  expect(sentences).toEqual([
    'Enter an amount like 1,250.00.',
    'Enter the price with at most two decimals.',
    'The minimum price is $1.00.',
    `The maximum price is ${formatCents(MAX_AMOUNT_CENTS)}.`,
  ])
})

test('the API refuses the same amounts with the same messages', () => {
  expect(usdProblem(1.005)).toBe('too_many_decimals')
  expect(usdProblem(-0.01)).toBe('below_minimum')
  expect(usdProblem(0.99, PRICE)).toBe('below_minimum')
  expect(usdProblem(usdFromCents(MAX_AMOUNT_CENTS))).toBeNull()
  expect(usdProblem(usdFromCents(MAX_AMOUNT_CENTS + 1))).toBe('above_maximum')
  for (const value of [1.005, -1, usdFromCents(MAX_AMOUNT_CENTS + 1)]) {
    const problem = usdProblem(value)
    expect(usd.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([
      problem && amountSentence(problem),
    ])
  }
})
