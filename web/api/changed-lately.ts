import type { RouteKey } from '#contract/api.ts'
import { OWN_CHANGES_MS } from '#contract/replica.ts'

/** When this page last changed something: what it reads next must show it. In ms of `performance.now`. */
let changedAt = -Infinity
let actedAt = -Infinity

export function noteOwnChange(key: RouteKey): void {
  changedAt = performance.now()
  // By that a page only says that it is shown.
  if (key !== 'notifications.seen') actedAt = changedAt
}

/** Whether anything was done on this page since then: what came with it may no longer be so. */
export const hasActedSince = (ms: number): boolean => actedAt >= ms

/** How long ago that was, as the header says it; null when it was too long ago to matter. */
export function msSinceOwnChange(now = performance.now()): string | null {
  const ms = Math.floor(now - changedAt)
  return ms < OWN_CHANGES_MS ? String(ms) : null
}
