import { expect, test } from 'vitest'
import { isFixed } from './programs.ts'

test.each([
  [[3, 0, 2], false],
  [[2, 1, 9], false],
  [[3, 0, 3], true],
  [[3, 1, 0], true],
  [[4, 0, 0], true],
])('Patroni %j contains the fix: %s', (version, fixed) => {
  expect(isFixed(version)).toBe(fixed)
})
