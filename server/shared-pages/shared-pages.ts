import { OWN_CHANGES_MS } from '#contract/replica.ts'
import { type RecentWriters, saidMsSinceChange } from '#server/replica/recent-writers.ts'

/**
 * How long a page is served from the cache, in ms from the start of its read: no reader gets anything older, even if
 * the invalidation is lost or late (decision 0084).
 */
export const SHARED_PAGE_MS = 100

/** The number of pages that a process caches. Each is a page of a list, 25 kB at most; the oldest is evicted first. */
export const MOST_SHARED_PAGES = 400

/** A page as served to almost everyone. */
export interface SharedPage {
  /** The whole response. */
  json: Buffer
  /**
   * Ids of people who have a block with someone on the page, and therefore read a page of their own. Null: too many to
   * store, so everyone reads their own.
   */
  exceptFor: ReadonlySet<string> | null
}

/** The page of a list that someone requests. */
export interface SharedRead {
  /** The list's name in the triggers that announce changes (migration 0062). */
  list: string
  /** Everything that distinguishes two pages of the list. */
  key: string
  viewerId: string
  request: { headers: Readonly<Record<string, unknown>> }
}

/** A per-process cache of first pages that are the same for almost everyone, as bytes. */
export interface SharedPages {
  /**
   * Returns the page from the cache, or from a read shared by all concurrent callers. Null for someone who must read by
   * themselves: they changed something a moment ago, or a block hides someone on the page. Throws what the read throws.
   */
  page(read: SharedRead, make: () => Promise<SharedPage>): Promise<Buffer | null>
  /** Call it when a commit changed these lists: evicts their pages, and does not cache a read that is in progress. */
  changed(lists: readonly string[]): void
  /** The numbers of pages served from the cache and of pages read, since the start. */
  counts(): Readonly<{ kept: number; read: number }>
}

/**
 * Creates an empty cache. `elapsed` is a monotonic clock in ms, and `fromReplica` says whether pages are read from a
 * replica. Someone who changed something reads by themselves for 100 ms: a read that is cached after that began after
 * the change and shows it, unless a replica served it.
 */
export function createSharedPages(
  writers: RecentWriters,
  {
    elapsed = () => performance.now(),
    fromReplica = false,
  }: { elapsed?: () => number; fromReplica?: boolean } = {},
): SharedPages {
  const ownChangesMs = fromReplica ? OWN_CHANGES_MS : SHARED_PAGE_MS
  const pages = new Map<string, { list: string; begunAt: number; page: Promise<SharedPage> }>()
  const counts = { kept: 0, read: 0 }

  function current({ list, key }: SharedRead, make: () => Promise<SharedPage>) {
    const name = `${list} ${key}`
    const kept = pages.get(name)
    if (kept !== undefined && elapsed() - kept.begunAt < SHARED_PAGE_MS) {
      counts.kept += 1
      return kept.page
    }
    counts.read += 1
    const begun = { list, begunAt: elapsed(), page: make() }
    // Deleted and re-inserted, so that the map stays ordered by age.
    pages.delete(name)
    pages.set(name, begun)
    begun.page.catch(() => pages.get(name) === begun && pages.delete(name))
    if (pages.size > MOST_SHARED_PAGES) pages.delete([...pages.keys()][0] ?? name)
    return begun.page
  }

  return {
    async page(read, make) {
      const changed = Math.min(writers.msSinceWrite(read.viewerId), saidMsSinceChange(read.request))
      if (changed < ownChangesMs) return null
      const { json, exceptFor } = await current(read, make)
      return exceptFor === null || exceptFor.has(read.viewerId) ? null : json
    },
    changed(lists) {
      for (const [name, { list }] of pages) if (lists.includes(list)) pages.delete(name)
    },
    counts: () => ({ ...counts }),
  }
}
