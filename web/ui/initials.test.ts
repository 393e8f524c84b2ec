import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Maya Okafor', 'MO'],
  ['Harrow & Pine', 'HP'],
  ['Tidewell', 'T'],
  ['Lucía de la Herrera', 'LH'],
  ['  ', '?'],
  [null, '?'],
])('the initials of %j are %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
