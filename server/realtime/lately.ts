/** Whom this process heard news for in the last while. */
export interface Lately {
  /** From now on everything is heard. */
  begins(): void
  /** News for these people. */
  heard(people: readonly string[]): void
  /** Whether there may have been news for somebody in the last `ms`. */
  mayHaveMissed(userId: string, ms: number): boolean
}

/** How far back it is known, in ms: a page connects a few seconds after its first answers. */
const KEPT_MS = 30_000
/** How long a connection may have been on its way since it said how old its page is, in ms. */
const ON_ITS_WAY_MS = 5_000

/** Remembers a time for each person there was news for: what they were is asked for again by who missed any. */
export function createLately(now: () => number = () => performance.now()): Lately {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let turned = now()
  let listeningSince = Infinity
  return {
    begins() {
      listeningSince = now()
    },
    heard(people) {
      if (now() - turned > KEPT_MS) {
        old = young
        young = new Map()
        turned = now()
      }
      for (const id of people) young.set(id, now())
    },
    mayHaveMissed(userId, ms) {
      const from = now() - ms - ON_ITS_WAY_MS
      if (!(ms >= 0) || ms + ON_ITS_WAY_MS > KEPT_MS || from < listeningSince) return true
      return (young.get(userId) ?? old.get(userId) ?? -Infinity) >= from
    },
  }
}
