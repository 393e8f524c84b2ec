import { describe, expect, it } from 'vitest'
import { type LicenceTerms, STANDARD_TERMS } from '#contract/licence-rights.ts'
import { NO_BRIEF } from '#web/briefs/brief-draft.ts'
import { ONE_CREATOR } from './hiring-input.ts'
import { waitingWords } from './project-form-words.ts'
import {
  complaintsAbout,
  emptyDraft,
  missingFields,
  readProject,
  type ProjectDraft,
} from './project-input.ts'

const whole: ProjectDraft = {
  title: ' Two candles ',
  category: 'home',
  description: 'Eight stills.',
  product_details: '  ',
  budget: '260',
  deadline: '2026-07-01',
  product_images: ['/storage/public/a.png'],
  brief: NO_BRIEF,
  with_brief: false,
  licence: STANDARD_TERMS,
  with_licence: false,
  ...ONE_CREATOR,
}
const today = '2026-06-18'

describe('the project form', () => {
  it('is complete once the five required fields are not blank', () => {
    expect(missingFields(emptyDraft)).toHaveLength(5)
    expect(missingFields({ ...whole, title: '   ' })).toEqual(['title'])
    expect(missingFields(whole)).toEqual([])
  })

  it('requires no description for a project with a brief', () => {
    const asks = { ...whole, description: ' ', with_brief: true }
    expect(missingFields(asks)).toEqual([])
    expect(complaintsAbout(asks, today)).toEqual({})
    expect(readProject(asks, { publish: true, today }).input).toMatchObject({ description: null })
    expect(missingFields({ ...asks, with_brief: false })).toEqual(['description'])
  })

  it('includes a licence only when that is switched on, with the chosen terms', () => {
    const licence: LicenceTerms = { ...STANDARD_TERMS, scope: ['paid_ads'], term_months: 6 }
    const read = (with_licence: boolean) =>
      readProject({ ...whole, licence, with_licence }, { publish: true, today }).input
    expect(read(false)?.licence).toBeNull()
    expect(read(true)?.licence).toEqual(licence)
  })

  it('says which required fields are missing, or that images are still uploading or failed', () => {
    const words = (draft: ProjectDraft, busy = false, failed = false) =>
      waitingWords(missingFields(draft), { busy, failed })
    expect(words(emptyDraft)).toBe(
      'Still needed: a title, a category, a description, a budget and a deadline.',
    )
    expect(words({ ...whole, budget: '' }, true)).toBe('Still needed: a budget.')
    expect(words(whole, true)).toBe('Images are still on their way.')
    expect(words(whole, false, true)).toBe('A file did not arrive. Try again, or remove it.')
    expect(words(whole)).toBeNull()
  })

  it('reports the errors that posting it would have, empty required fields included', () => {
    expect(complaintsAbout(emptyDraft, today)).toEqual({
      title: 'Give the project a title.',
      category: 'Choose a category.',
      description: 'Describe what you need.',
      budget: 'Enter your budget.',
      deadline: 'Choose the day you need the work.',
    })
    expect(complaintsAbout({ ...whole, title: ' ', budget: '1.234' }, today)).toEqual({
      title: 'Give the project a title.',
      budget: 'Enter the budget with at most two decimals.',
    })
    expect(complaintsAbout({ ...whole, deadline: '2026-06-17' }, today)).toEqual({
      deadline: 'Choose a deadline that is not in the past.',
    })
    expect(complaintsAbout({ ...whole, budget: '' }, today)).toEqual({
      budget: 'Enter your budget.',
    })
    expect(complaintsAbout(whole, today)).toEqual({})
  })

  it('trims its fields and turns blank details into null', () => {
    expect(readProject(whole, { publish: true, today }).input).toEqual({
      title: 'Two candles',
      category: 'home',
      description: 'Eight stills.',
      product_details: null,
      budget: 260,
      deadline: '2026-07-01',
      product_images: ['/storage/public/a.png'],
      brief: null,
      seats: 1,
      hiring_until: null,
      licence: null,
      budget_total: null,
    })
  })

  it('accepts a budget of zero and refuses text that is not an amount', () => {
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

  it('requires a deadline that has not passed for publishing, but not for a draft', () => {
    const late = { ...whole, deadline: '2026-06-17' }
    expect(readProject(late, { publish: true, today }).errors).toEqual({
      deadline: 'Choose a deadline that is not in the past.',
    })
    expect(readProject(late, { publish: false, today }).errors).toBeNull()
    expect(readProject({ ...whole, deadline: today }, { publish: true, today }).errors).toBeNull()
  })
})
