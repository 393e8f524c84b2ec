import { OWN_CHANGES_MS } from '#contract/replica.ts'

/** When this page last changed something: what it reads next must show it. In ms of `performance.now`. */
let changedAt = -Infinity

export function noteOwnChange(): void {
  changedAt = performance.now()
}

export const changedLately = (now = performance.now()): boolean => now - changedAt < OWN_CHANGES_MS
