import { expect, test } from 'vitest'
import { OWN_CHANGES_MS } from '#contract/replica.ts'
import { msSinceOwnChange, noteOwnChange } from './changed-lately.ts'

test('a page says for ten seconds how long ago it changed something', () => {
  expect(msSinceOwnChange()).toBeNull()
  const before = performance.now()
  noteOwnChange()
  const after = performance.now()
  // Rounded down: what it says is never longer ago than it was.
  expect(Number(msSinceOwnChange(before + 250.9))).toBeLessThanOrEqual(250)
  expect(Number(msSinceOwnChange(after + 250.9))).toBeGreaterThanOrEqual(250)
  expect(msSinceOwnChange(after + OWN_CHANGES_MS)).toBeNull()
})
