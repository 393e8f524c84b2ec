import { describe, expect, it } from 'vitest'
import { againstBudget, dotPlaces, median, medianSentence } from './price-facts.ts'

describe('proposed prices', () => {
  it('are described as under, at or over the budget', () => {
    expect(againstBudget(54_000, 60_000)).toBe('$60.00 under')
    expect(againstBudget(60_000, 60_000)).toBe('at budget')
    expect(againstBudget(64_050, 60_000)).toBe('$40.50 over')
  })

  it('have a median', () => {
    expect(median([])).toBeNull()
    expect(median([3, 1, 2])).toBe(2)
    expect(median([100, 201])).toBe(150.5)
  })

  it('have a sentence that compares their median with the budget', () => {
    expect(medianSentence(54_000, 60_000)).toBe(
      'Median $540.00, which is $60.00 under your budget.',
    )
    expect(medianSentence(60_000, 60_000)).toBe('Median $600.00, which is exactly your budget.')
  })

  it('are stacked where they would overlap', () => {
    expect(dotPlaces([64, 48, 64], 48, 64)).toEqual([
      { x: 0, level: 0 },
      { x: 1, level: 0 },
      { x: 1, level: 1 },
    ])
  })
})
