/** Lines per kind and minute; the rest are counted. */
export const LINES_A_MINUTE = 300
const MINUTE_MS = 60_000
/** Kinds remembered at a time: more than the product has. */
const MOST_KINDS = 1_000

/** The outcome for a line: written or not, and the summary of truncated kinds to write first. */
export interface FloodVerdict {
  write: boolean
  leftOut: { of: string; lines: number }[]
}

/** Bounds how much repeated requests can make a process log. */
export interface LogFlood {
  /** Requests permission to write one line of a kind. */
  take(kind: string): FloodVerdict
  /** Lines dropped so far. */
  leftOut(): number
}

/**
 * A budget per minute for each kind of line; the first line after a minute that exceeded it reports how many were
 * dropped.
 */
export function createLogFlood(
  perMinute = LINES_A_MINUTE,
  now: () => number = () => performance.now(),
): LogFlood {
  let counts = new Map<string, number>()
  let since = now()
  let total = 0

  function turn(): FloodVerdict['leftOut'] {
    if (now() - since < MINUTE_MS) return []
    const over = [...counts].filter(([, lines]) => lines > perMinute)
    counts = new Map()
    since = now()
    return over.map(([of, lines]) => ({ of, lines: lines - perMinute }))
  }

  return {
    take(kind) {
      const leftOut = turn()
      const key = counts.has(kind) || counts.size < MOST_KINDS ? kind : 'other lines'
      const lines = (counts.get(key) ?? 0) + 1
      counts.set(key, lines)
      const write = lines <= perMinute
      if (!write) total += 1
      return { write, leftOut }
    },
    leftOut: () => total,
  }
}
