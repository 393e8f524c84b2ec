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
