/** How fast a file goes is judged by the last seconds: connections of phones change. */
const WINDOW_MS = 8_000
/** Sooner nothing can be said that will still be true a second later. */
const JUDGED_AFTER_MS = 1_000

/** Watches one upload and says how long it still takes. Times in ms, sizes in bytes. */
export interface Pace {
  /** Whole seconds left after `sent` bytes at `now`; null while nothing can be said. */
  secondsLeft(sent: number, size: number, now: number): number | null
}

export function createPace(): Pace {
  let marks: { at: number; sent: number }[] = []
  return {
    secondsLeft(sent, size, now) {
      const last = marks.at(-1)
      // Less than before: the client begins a piece again, and so does the judging.
      if (last && sent < last.sent) marks = []
      marks.push({ at: now, sent })
      while (marks.length > 2 && now - (marks[1]?.at ?? now) > WINDOW_MS) marks.shift()
      const first = marks[0]
      if (!first || now - first.at < JUDGED_AFTER_MS || sent <= first.sent) return null
      return Math.ceil(((size - sent) * (now - first.at)) / (sent - first.sent) / 1_000)
    },
  }
}
