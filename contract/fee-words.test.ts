import { expect, test } from 'vitest'
import { DEFAULT_FEE_TERMS, FEE_LIMITS, feeTerms } from './fees.ts'
import { feeWords, takesMinimum, writeFeeWords } from './fee-words.ts'

const TERMS = [
  DEFAULT_FEE_TERMS,
  feeTerms(FEE_LIMITS.percent.min),
  feeTerms(FEE_LIMITS.percent.max),
  feeTerms(12.25, 200),
]

test('fee placeholders in a page are replaced by the fee terms, and other text is unchanged', () => {
  const page = (say: ReturnType<typeof feeWords>) =>
    `100% ${say('fee')}, ${say('creator')} <i style="${say('columns')}"> ${say('clause')} ${say('share', 54_000)} ${say('kept', 54_000)} %fee:unknown:0%`
  for (const terms of TERMS)
    expect(writeFeeWords(page(feeWords(null)), terms)).toBe(page(feeWords(terms)))
})

test('a minimum fee is said wherever the fee is', () => {
  const say = feeWords(feeTerms(12.25, 200))
  expect(say('fee')).toBe('12.25% but at least $2.00')
  expect(say('creator')).toBe('up to 87.75%')
  expect(say('clause')).toBe(
    'The platform fee is 12.25% of the price, but at least $2.00 and never more than half of the price; the creator receives the rest.',
  )
  expect([say('share', 54_000), say('kept', 54_000)]).toEqual(['$473.85', '$66.15'])
  expect([say('share', 300), say('kept', 300)]).toEqual(['$1.50', '$1.50'])
})

test('the minimum fee applies only where the percentage would be lower', () => {
  const terms = feeTerms(10, 200)
  expect(takesMinimum(2_000, terms)).toBe(false)
  expect(takesMinimum(1_994, terms)).toBe(true)
  expect(takesMinimum(1_994, feeTerms(10))).toBe(false)
})
