import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { News } from './news.ts'
import { tellNow } from './telling.ts'

/** News of the moment are gathered this long, in ms: five thousand arrivals are a few notifications. */
const GATHER_MS = 50

/**
 * Tells every process what is only of the moment: who writes, who is here. Never stored; what cannot be told is
 * dropped, and forgotten by those who would have heard it soon enough.
 */
export function createMoments(pool: Pool, log: Log): { say(news: News): void; stop(): void } {
  let waiting: News[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    const news = together(waiting)
    waiting = []
    tellNow(pool, news).catch((error: unknown) =>
      log.warn({ err: error }, 'a moment was not told to the other processes'),
    )
  }

  return {
    say(news) {
      waiting.push(news)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}

/** News about people that follow each other and say the same become one. */
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
