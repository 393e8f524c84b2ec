import { OWN_CHANGES_HEADER, OWN_CHANGES_MS } from '#contract/replica.ts'

/** Who changed something through this process in the last ten seconds: they read what others may see a moment later. */
export interface RecentWriters {
  /** Someone (a user's id) changes something. */
  wrote(id: string): void
  wroteLately(id: string | undefined): boolean
}

/** How many are remembered before those whose time is over are removed. */
const MANY = 1_000

export function createRecentWriters(): RecentWriters {
  const until = new Map<string, number>()
  return {
    wrote(id) {
      if (until.size >= MANY) forgetOld(until)
      until.set(id, performance.now() + OWN_CHANGES_MS)
    },
    wroteLately: (id) => id !== undefined && (until.get(id) ?? 0) > performance.now(),
  }
}

function forgetOld(until: Map<string, number>): void {
  for (const [id, end] of until) if (end < performance.now()) until.delete(id)
}

/** Whether the page that asks changed something a moment ago, through whichever process. */
export const saysOwnChanges = ({
  headers,
}: {
  headers: Readonly<Record<string, unknown>>
}): boolean => headers[OWN_CHANGES_HEADER] !== undefined
