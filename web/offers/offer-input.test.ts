import { expect, test } from 'vitest'
import { draftName } from './offer-input.ts'

test('each offer has a draft of its counter-offer, apart from the draft of a first offer', () => {
  const names = [
    draftName('a', undefined),
    draftName('a', { id: 'one' }),
    draftName('a', { id: 'two' }),
    draftName('b', { id: 'one' }),
  ]
  expect(new Set(names).size).toBe(names.length)
})

test('the draft of a counter-offer keeps its name while the same offer is open', () => {
  // Its id is kept under that name: sending it again after a reload repeats the request (decision 0118).
  expect(draftName('a', { id: 'one' })).toBe(draftName('a', { id: 'one' }))
  expect(draftName('a', undefined)).toBe(draftName('a', undefined))
})
