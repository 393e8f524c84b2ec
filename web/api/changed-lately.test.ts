import { expect, test, vi } from 'vitest'
import { OWN_CHANGES_MS } from '#contract/replica.ts'

/** The module as a page that has just been opened has it: whatever other test files of this process have changed. */
function newlyLoaded() {
  vi.resetModules()
  return import('./changed-lately.ts')
}

test('a page says for ten seconds how long ago it changed something', async () => {
  const { msSinceOwnChange, noteOwnChange } = await newlyLoaded()
  expect(msSinceOwnChange()).toBeNull()
  const before = performance.now()
  noteOwnChange('notifications.seen')
  const after = performance.now()
  // Rounded down: what it says is never longer ago than it was.
  expect(Number(msSinceOwnChange(before + 250.9))).toBeLessThanOrEqual(250)
  expect(Number(msSinceOwnChange(after + 250.9))).toBeGreaterThanOrEqual(250)
  expect(msSinceOwnChange(after + OWN_CHANGES_MS)).toBeNull()
})

test('to say that a page is shown is no act: what came with it still holds', async () => {
  const { hasActedSince, noteOwnChange } = await newlyLoaded()
  const before = performance.now()
  noteOwnChange('notifications.seen')
  expect(hasActedSince(before)).toBe(false)
  noteOwnChange('projects.create')
  expect(hasActedSince(before)).toBe(true)
})
