/**
 * Remembers for whom this process recently saw updates, so that a page that has just connected knows whether to
 * refetch.
 */
export interface MissedUpdates {
  /** The process listens from now on: earlier updates may have been missed. */
  begins(): void
  /** Records an update for these people. */
  heard(people: readonly string[]): void
  /** Whether there was an update for this person here in the last `ms` milliseconds, or slightly earlier. */
  heardSince(userId: string, ms: number): boolean
  /** Everyone who recently had an update. */
  everyone(): string[]
  /** Whether there may have been an update for this person in the last `ms` milliseconds. */
  mayHaveMissed(userId: string, ms: number): boolean
}

/** How far back updates are remembered, in ms: a page connects a few seconds after its first responses. */
const KEPT_MS = 30_000
/** How long a connection may have been under way since it reported its page's age, in ms. */
const ON_ITS_WAY_MS = 5_000

/** Keeps only the time of the last update per person; a page that missed one refetches, so the content is not needed. */
export function createMissedUpdates(now: () => number = () => performance.now()): MissedUpdates {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let rotatedAt = now()
  let listeningSince = Infinity
  const lastFor = (userId: string) => current.get(userId) ?? previous.get(userId) ?? -Infinity
  return {
    begins() {
      listeningSince = now()
    },
    heard(people) {
      if (now() - rotatedAt > KEPT_MS) {
        previous = current
        current = new Map()
        rotatedAt = now()
      }
      for (const id of people) current.set(id, now())
    },
    mayHaveMissed(userId, ms) {
      const from = now() - ms - ON_ITS_WAY_MS
      if (!(ms >= 0) || ms + ON_ITS_WAY_MS > KEPT_MS || from < listeningSince) return true
      return lastFor(userId) >= from
    },
    heardSince: (userId, ms) => lastFor(userId) >= now() - ms - ON_ITS_WAY_MS,
    everyone: () => [...new Set([...previous.keys(), ...current.keys()])],
  }
}
