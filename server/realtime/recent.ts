/** Ids of the last while. */
export interface Recent {
  /** Remembers an id; false when it was known. */
  add(id: string): boolean
  /** Whether it is remembered. */
  has(id: string): boolean
}

/** Keeps ids for `keepMs` at least and for twice that at most. */
export function createRecent(keepMs: number): Recent {
  let young = new Set<string>()
  let old = new Set<string>()
  let since = performance.now()
  const has = (id: string) => young.has(id) || old.has(id)
  return {
    has,
    add(id) {
      if (performance.now() - since > keepMs) {
        old = young
        young = new Set()
        since = performance.now()
      }
      if (has(id)) return false
      young.add(id)
      return true
    },
  }
}
