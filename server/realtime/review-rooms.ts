import { z } from 'zod'
import { DELIVERY_FILES_MOST } from '#contract/delivered-pieces.ts'
import { MOST_MS, WATCHING } from '#contract/review-notes.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { News } from './news.ts'
import type { ReviewSource } from './review-source.ts'
import type { ClientSocket } from './socket-protocol.ts'
import { reviewRoom } from './topics.ts'

/** Versions one socket may have open at once: a tab shows two beside each other. */
const MOST_ROOMS = 10

const room = z.object({ deliverable_id: z.uuid() })
const place = room.extend({
  at_ms: z.int().min(0).max(MOST_MS),
  playing: z.boolean(),
  file: z.int().min(1).max(DELIVERY_FILES_MOST).optional(),
})

interface ReviewRoomDeps {
  pool: Pool
  reviews: ReviewSource
  /** Settles once this process receives news published for the rooms its sockets are in. */
  subscribed: () => Promise<void>
  say: (news: News) => void
  log: Log
}

/**
 * Lets a socket join the review rooms of its user's own deals, which carry the other person's position in the video.
 */
export function serveReviewRooms(
  socket: ClientSocket,
  { pool, reviews, subscribed, say, log }: ReviewRoomDeps,
): void {
  const { viewer } = socket.data
  const entered = new Set<string>()
  const publishedAt = new Map<string, number>()

  async function join(claim: unknown): Promise<boolean> {
    const id = room.safeParse(claim).data?.deliverable_id
    if (id === undefined || entered.size >= MOST_ROOMS) return false
    if (!(await reviews.isParty(pool, viewer.id, id)) || !socket.connected) return false
    entered.add(id)
    await socket.join(reviewRoom(id))
    await subscribed()
    return true
  }

  socket.on('review:join', (claim, done) => {
    const answer = (ok: boolean) => {
      if (typeof done === 'function') (done as (answer: { ok: boolean }) => void)({ ok })
    }
    join(claim).then(answer, (error: unknown) => {
      log.warn({ err: error }, 'a review room could not be joined')
      answer(false)
    })
  })
  socket.on('review:leave', (claim) => {
    const id = room.safeParse(claim).data?.deliverable_id
    if (id === undefined || !entered.delete(id)) return
    publishedAt.delete(id)
    void socket.leave(reviewRoom(id))
  })
  socket.on('review:at', (claim) => {
    const at = place.safeParse(claim).data
    if (at === undefined || !entered.has(at.deliverable_id)) return
    const now = Date.now()
    // Our page throttles itself; half of its interval leaves room for clock differences.
    if (now - (publishedAt.get(at.deliverable_id) ?? 0) < WATCHING.everyMs / 2) return
    publishedAt.set(at.deliverable_id, now)
    say({ kind: 'watching', ...at, user_id: viewer.id })
  })
}
