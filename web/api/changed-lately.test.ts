import { expect, test } from 'vitest'
import { OWN_CHANGES_MS } from '#contract/replica.ts'
import { changedLately, noteOwnChange } from './changed-lately.ts'

test('a page says for a while that it changed something', () => {
  expect(changedLately()).toBe(false)
  noteOwnChange()
  expect(changedLately()).toBe(true)
  expect(changedLately(performance.now() + OWN_CHANGES_MS - 1_000)).toBe(true)
  expect(changedLately(performance.now() + OWN_CHANGES_MS)).toBe(false)
})
