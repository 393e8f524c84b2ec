/** The recently seen ids. */
export interface DedupeWindow {
  /** Remembers an id; returns false when it was already known. */
  add(id: string): boolean
  /** Whether the id is known. */
  has(id: string): boolean
}

/** Keeps each id for at least `keepMs` and at most twice that: two rotating sets, instead of a timer per id. */
export function createDedupeWindow(keepMs: number): DedupeWindow {
  let current = new Set<string>()
  let previous = new Set<string>()
  let rotatedAt = performance.now()
  const has = (id: string) => current.has(id) || previous.has(id)
  return {
    has,
    add(id) {
      if (performance.now() - rotatedAt > keepMs) {
        previous = current
        current = new Set()
        rotatedAt = performance.now()
      }
      if (has(id)) return false
      current.add(id)
      return true
    },
  }
}
