import type { RouteKey } from '#contract/api.ts'
import { OWN_CHANGES_MS } from '#contract/replica.ts'

/** When this page last changed something, in ms of `performance.now`: the next read must reflect it. */
let changedAt = -Infinity
let actedAt = -Infinity

export function noteOwnChange(key: RouteKey): void {
  changedAt = performance.now()
  // With that call a page only reports that it is shown.
  if (key !== 'notifications.seen') actedAt = changedAt
}

/** Whether anything was done on this page since then: the data that came with it may no longer be current. */
export const hasActedSince = (ms: number): boolean => actedAt >= ms

/** How long ago that was, in the format of the header; null when it was too long ago to matter. */
export function msSinceOwnChange(now = performance.now()): string | null {
  const ms = Math.floor(now - changedAt)
  return ms < OWN_CHANGES_MS ? String(ms) : null
}
