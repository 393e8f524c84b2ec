import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { News } from './news.ts'
import { publishNow } from './publisher.ts'

/** Ephemeral events are batched for this long, in ms: five thousand arrivals become a few notifications. */
const BATCH_MS = 50

/**
 * Publishes events that are true only for a moment (typing, presence) to every process. They are never stored; if
 * publishing fails they are dropped, and clients expire the last ones by their own timers.
 */
export function createEphemeralEvents(
  pool: Pool,
  log: Log,
): { publish(news: News): void; stop(): void } {
  let waiting: News[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    const news = together(waiting)
    waiting = []
    publishNow(pool, news).catch((error: unknown) =>
      log.warn({ err: error }, 'an ephemeral event was not published'),
    )
  }

  return {
    publish(news) {
      waiting.push(news)
      timer ??= setTimeout(flush, BATCH_MS)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

/** Merges consecutive presence events of the same kind. */
function together(all: readonly News[]): News[] {
  const joined: News[] = []
  for (const news of all) {
    const last = joined.at(-1)
    const isPresence = news.kind === 'ask' || news.kind === 'here' || news.kind === 'left'
    if (isPresence && last?.kind === news.kind) last.people = [...last.people, ...news.people]
    else joined.push(isPresence ? { ...news } : news)
  }
  return joined
}
