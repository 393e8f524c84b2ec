/** The speed of a file is measured over the last seconds: phone connections vary. */
const WINDOW_MS = 8_000
/** Any earlier estimate would no longer be true a second later. */
const JUDGED_AFTER_MS = 1_000

/** Watches one upload and estimates how long it still takes. Times in ms, sizes in bytes. */
export interface Pace {
  /** Whole seconds left after `sent` bytes at `now`; null while no estimate is possible. */
  secondsLeft(sent: number, size: number, now: number): number | null
}

export function createPace(): Pace {
  let marks: { at: number; sent: number }[] = []
  return {
    secondsLeft(sent, size, now) {
      const last = marks.at(-1)
      // Less than before: the client restarts a chunk, so the measurement restarts too.
      if (last && sent < last.sent) marks = []
      marks.push({ at: now, sent })
      while (marks.length > 2 && now - (marks[1]?.at ?? now) > WINDOW_MS) marks.shift()
      const first = marks[0]
      if (!first || now - first.at < JUDGED_AFTER_MS || sent <= first.sent) return null
      return Math.ceil(((size - sent) * (now - first.at)) / (sent - first.sent) / 1_000)
    },
  }
}
