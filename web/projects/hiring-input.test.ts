import { expect, test } from 'vitest'
import { seatWords } from '#contract/seat-words.ts'
import { hiringDraftOf, ONE_CREATOR, readHiring, seatsFrom } from './hiring-input.ts'
import { hiringFormWords } from './hiring-words.ts'

const today = '2026-06-18'
const several = { ...ONE_CREATOR, with_hiring: true, seats: '5', deadline: '2026-07-10' }
const read = (typed: Partial<typeof several>, publish = true) =>
  readHiring({ ...several, ...typed }, { publish, today })

test('with hiring of several switched off, or for one creator, the other fields are ignored', () => {
  const wrong = { seats: 'many', hiring_until: '2020-01-01', budget_total: 'x' }
  expect(read({ ...wrong, with_hiring: false })).toEqual({
    hiring: { seats: 1, hiring_until: null, budget_total: null },
    errors: {},
  })
  expect(read({ seats: '1', budget_total: '900' }).hiring).toEqual({
    seats: 1,
    hiring_until: null,
    budget_total: null,
  })
})

test('the number of creators is a whole number from 1 to 50', () => {
  expect(['1', '50', ' 8 '].map(seatsFrom)).toEqual([1, 50, 8])
  for (const seats of ['0', '51', '', '1.5', '-2', 'five', '100']) {
    expect(seatsFrom(seats)).toBeNull()
    expect(read({ seats }).errors).toEqual({ seats: hiringFormWords.seatsWrong })
  }
})

test('the last day and the total are optional, and an invalid one is reported at its field', () => {
  expect(read({})).toEqual({
    hiring: { seats: 5, hiring_until: null, budget_total: null },
    errors: {},
  })
  expect(read({ hiring_until: '2026-07-10', budget_total: '1,250' }).hiring).toEqual({
    seats: 5,
    hiring_until: '2026-07-10',
    budget_total: 1_250,
  })
  expect(read({ hiring_until: '2026-06-17' }).errors).toEqual({
    hiring_until: seatWords.untilPassed,
  })
  expect(read({ hiring_until: '2026-06-17' }, false).errors).toEqual({})
  expect(read({ hiring_until: '2026-07-11', budget_total: '1.234' }).errors).toEqual({
    hiring_until: seatWords.untilAfterDeadline,
    budget_total: 'Enter the budget with at most two decimals.',
  })
})

test('a total above the maximum is told how to hire for more', () => {
  expect(read({ budget_total: '999,999.99' }).errors).toEqual({})
  expect(read({ budget_total: '1,000,000' }).errors).toEqual({
    budget_total: 'The maximum budget is $999,999.99. Leave it empty to hire without a maximum.',
  })
})

test('the form is prefilled with the project’s hiring, or with one creator if it has none', () => {
  const hiring = { wanted: 8, hired: 3, until: '2026-07-01' }
  expect(hiringDraftOf({ hiring, hiring_budget: { total: 2_000, committed: 750 } })).toEqual({
    with_hiring: true,
    seats: '8',
    hiring_until: '2026-07-01',
    budget_total: '2000.00',
  })
  expect(hiringDraftOf({})).toEqual(ONE_CREATOR)
})

test('the sum is exact, and warns when the total may not be enough', () => {
  expect(hiringFormWords.sum(5, 25_000)).toBe('5 × $250 = $1,250.00 at your budget')
  expect(hiringFormWords.sum(3, 3_333)).toBe('3 × $33.33 = $99.99 at your budget')
  expect(hiringFormWords.against(5, 25_000, 125_000)).toBe(hiringFormWords.sum(5, 25_000))
  expect(hiringFormWords.against(5, 25_000, 124_999)).toContain('$1,249.99 may not be enough')
})
