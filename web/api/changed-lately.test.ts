import { expect, test } from 'vitest'
import { OWN_CHANGES_MS } from '#contract/replica.ts'
import type * as changedLately from './changed-lately.ts'

/**
 * The module as a newly opened page has it. Imported without `page`, it is shared by all test files of the process, and may
 * remember a change that another file made.
 */
async function justOpened(page: string): Promise<typeof changedLately> {
  const itsOwn = `./changed-lately.ts?page=${page}`
  return (await import(/* @vite-ignore */ itsOwn)) as typeof changedLately
}

test('for ten seconds after it changes something, a page reports how long ago that was', async () => {
  const { msSinceOwnChange, noteOwnChange } = await justOpened('first')
  expect(msSinceOwnChange()).toBeNull()
  const before = performance.now()
  noteOwnChange('notifications.seen')
  const after = performance.now()
  // Rounded down: the reported time is never longer than the actual one.
  expect(Number(msSinceOwnChange(before + 250.9))).toBeLessThanOrEqual(250)
  expect(Number(msSinceOwnChange(after + 250.9))).toBeGreaterThanOrEqual(250)
  expect(msSinceOwnChange(after + OWN_CHANGES_MS)).toBeNull()
})

test('marking notifications as seen does not count as an action, creating a project does', async () => {
  const { hasActedSince, noteOwnChange } = await justOpened('second')
  const before = performance.now()
  noteOwnChange('notifications.seen')
  expect(hasActedSince(before)).toBe(false)
  noteOwnChange('projects.create')
  expect(hasActedSince(before)).toBe(true)
})
