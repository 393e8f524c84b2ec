import { describe, expect, it } from 'vitest'
import { emptyDraft, isComplete, readProject, type ProjectDraft } from './project-input.ts'

const whole: ProjectDraft = {
  title: ' Two candles ',
  category: 'home',
  description: 'Eight stills.',
  product_details: '  ',
  budget: '260',
  deadline: '2026-07-01',
  product_images: ['/storage/public/a.png'],
}
const today = '2026-06-18'

describe('the project form', () => {
  it('is complete once the five required fields hold something', () => {
    expect(isComplete(emptyDraft)).toBe(false)
    expect(isComplete({ ...whole, title: '   ' })).toBe(false)
    expect(isComplete(whole)).toBe(true)
  })

  it('makes trimmed fields, blank details being null', () => {
    expect(readProject(whole, { publish: true, today }).input).toEqual({
      title: 'Two candles',
      category: 'home',
      description: 'Eight stills.',
      product_details: null,
      budget: 260,
      deadline: '2026-07-01',
      product_images: ['/storage/public/a.png'],
    })
  })

  it('accepts a budget of nothing and refuses what is no amount', () => {
    expect(readProject({ ...whole, budget: '0' }, { publish: true, today }).errors).toBeNull()
    expect(
      readProject({ ...whole, budget: '12.345' }, { publish: true, today }).errors?.budget,
    ).toBe('Enter the budget with at most two decimals.')
    expect(readProject({ ...whole, budget: '-5' }, { publish: true, today }).errors?.budget).toBe(
      'The minimum budget is $0.00.',
    )
    expect(
      readProject({ ...whole, budget: 'much' }, { publish: true, today }).errors?.budget,
    ).toMatch(/^Enter an amount/)
    expect(
      readProject({ ...whole, budget: '1,250.5' }, { publish: true, today }).input,
    ).toMatchObject({ budget: 1250.5 })
  })

  it('wants a deadline that has not passed for publishing, not for a draft', () => {
    const late = { ...whole, deadline: '2026-06-17' }
    expect(readProject(late, { publish: true, today }).errors).toEqual({
      deadline: 'Choose a deadline that is not in the past.',
    })
    expect(readProject(late, { publish: false, today }).errors).toBeNull()
    expect(readProject({ ...whole, deadline: today }, { publish: true, today }).errors).toBeNull()
  })
})
