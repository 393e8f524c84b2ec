import { OWN_CHANGES_MS } from '#contract/replica.ts'

/** When this page last changed something: what it reads next must show it. In ms of `performance.now`. */
let changedAt = -Infinity

export function noteOwnChange(): void {
  changedAt = performance.now()
}

/** How long ago that was, as the header says it; null when it was too long ago to matter. */
export function msSinceOwnChange(now = performance.now()): string | null {
  const ms = Math.floor(now - changedAt)
  return ms < OWN_CHANGES_MS ? String(ms) : null
}
