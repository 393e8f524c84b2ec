/** A soak's counters. */
export interface Tally {
  /** Commands that were acknowledged, by call. */
  acknowledged: Map<string, number>
  /** Attempts without a response: cut off, unanswered, too slow. */
  unanswered: number
  /** 503 and 507: the product said that it cannot do it right now. */
  unavailable: number
  /** Responses of 500: an unforeseen failure, as "call: code". */
  failed: Map<string, number>
  /** Everything found lost, repeated or out of balance, in words. */
  losses: string[]
  /** Deals that reached their end, and how: "released", "refunded", "cancelled". */
  ends: Map<string, number>
  heardLive: number
  caughtUp: number
  bytesUploaded: number
}

export const newTally = (): Tally => ({
  acknowledged: new Map(),
  unanswered: 0,
  unavailable: 0,
  failed: new Map(),
  losses: [],
  ends: new Map(),
  heardLive: 0,
  caughtUp: 0,
  bytesUploaded: 0,
})

export const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

export const sum = (counts: Map<string, number>): number =>
  [...counts.values()].reduce((all, one) => all + one, 0)
