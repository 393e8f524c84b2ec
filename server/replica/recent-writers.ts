import { OWN_CHANGES_HEADER, OWN_CHANGES_MS } from '#contract/replica.ts'

/**
 * People who changed something through this process in the last ten seconds: they read their own changes before others
 * do.
 */
export interface RecentWriters {
  /** Records that someone (a user's id) changes something. */
  wrote(id: string): void
  /** Ms since someone's last change; Infinity when there was none in the last ten seconds. */
  msSinceWrite(id: string): number
  wroteLately(id: string | undefined): boolean
}

/** The number of people remembered before those whose time is over are removed. */
const MANY = 1_000

/** `elapsed` is a clock in ms that never goes back. */
export function createRecentWriters(
  elapsed: () => number = () => performance.now(),
): RecentWriters {
  const wroteAt = new Map<string, number>()
  const msSinceWrite = (id: string) => {
    const ms = elapsed() - (wroteAt.get(id) ?? -Infinity)
    return ms < OWN_CHANGES_MS ? ms : Infinity
  }
  return {
    wrote(id) {
      if (wroteAt.size >= MANY)
        for (const one of wroteAt.keys()) if (msSinceWrite(one) === Infinity) wroteAt.delete(one)
      wroteAt.set(id, elapsed())
    },
    msSinceWrite,
    wroteLately: (id) => id !== undefined && msSinceWrite(id) < OWN_CHANGES_MS,
  }
}

type Headers = Readonly<Record<string, unknown>>

/** Whether the requesting page changed something a moment ago, through any process. */
export const saysOwnChanges = ({ headers }: { headers: Headers }): boolean =>
  headers[OWN_CHANGES_HEADER] !== undefined

/**
 * Ms since the last change by the requesting page, as it reports it; Infinity when it reports nothing, 0 when the value
 * is invalid.
 */
export function saidMsSinceChange({ headers }: { headers: Headers }): number {
  const said = headers[OWN_CHANGES_HEADER]
  if (said === undefined) return Infinity
  return typeof said === 'string' && /^\d{1,6}$/.test(said) ? Number(said) : 0
}
