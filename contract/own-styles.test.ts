import { expect, it } from 'vitest'
import { readOwnStyles, writeOwnStyles } from './own-styles.ts'

it.each([
  [[], '7 0'],
  [[false, false], '7 2'],
  [[true], '7 0 1'],
  [[true, true, false, true], '7 0 2 1 1'],
  [[false, true, true, false, false], '7 1 2 2'],
])('writes %j as %j and reads it back', (present, text) => {
  expect(writeOwnStyles({ count: 7, present })).toBe(text)
  expect(readOwnStyles(text)).toEqual({ count: 7, present })
})

it('reads an empty value as a page without styles', () => {
  expect(readOwnStyles('')).toEqual({ count: 0, present: [] })
})
