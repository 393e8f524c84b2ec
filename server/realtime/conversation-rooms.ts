import { z } from 'zod'
import { TYPING } from '#contract/conversations.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { ConversationSource } from './conversation-source.ts'
import type { News } from './news.ts'
import type { Presence } from './presence.ts'
import { conversationRoom, watchersRoom } from './topics.ts'
import type { ClientSocket } from './socket-protocol.ts'

/** Limits of one socket: a page opens a conversation only occasionally, and reports typing. */
const ASKS = { most: 40, withinMs: 10_000 } as const
/** Conversations one socket may have open at once: a tab shows one, and none of our pages shows more than a few. */
const MOST_ROOMS = 20

const room = z.object({ conversation_id: z.uuid() })
const idOf = (claim: unknown) => room.safeParse(claim).data?.conversation_id ?? null

interface RoomDeps {
  pool: Pool
  conversations: ConversationSource
  presence: Presence
  /** Settles once this process receives events for the rooms its sockets are in. */
  subscribed: () => Promise<void>
  say: (news: News) => void
  log: Log
}

/** Lets a socket join the rooms of its user's own conversations, which carry typing and presence events. */
export function serveRooms(
  socket: ClientSocket,
  { pool, conversations, presence, subscribed, say, log }: RoomDeps,
): void {
  const { viewer } = socket.data
  /** The other person in each joined room. */
  const entered = new Map<string, string>()
  const publishedAt = new Map<string, number>()
  let asks = 0
  let since = Date.now()

  // A socket that joins faster than any page does is disconnected: each join costs a statement.
  socket.use((_event, next) => {
    const now = Date.now()
    if (now - since > ASKS.withinMs) {
      since = now
      asks = 0
    }
    asks += 1
    if (asks > ASKS.most) socket.disconnect(true)
    else next()
  })

  async function join(id: string | null): Promise<boolean> {
    if (id === null || entered.size >= MOST_ROOMS) return false
    const people = await conversations.participantsFor(pool, viewer.id, id)
    if (people === null || !socket.connected) return false
    const other = people.seller_id === viewer.id ? people.creator_id : people.seller_id
    entered.set(id, other)
    await socket.join([conversationRoom(id), watchersRoom(other)])
    // Joins before querying presence: the response goes only to subscribers.
    await subscribed()
    const online = presence.watch(other)
    if (online !== null) socket.emit('presence', { user_id: other, online })
    return true
  }

  socket.on('join', (claim, done) => {
    join(idOf(claim)).then(
      (ok) => answer(done, ok),
      (error: unknown) => {
        log.warn({ err: error }, 'a conversation could not be joined')
        answer(done, false)
      },
    )
  })
  /** Returns the person the socket no longer watches. */
  function leave(id: string): string | null {
    const other = entered.get(id)
    if (other === undefined) return null
    entered.delete(id)
    void socket.leave(conversationRoom(id))
    if ([...entered.values()].includes(other)) return null
    void socket.leave(watchersRoom(other))
    return other
  }

  socket.data.leaveApart = async (otherId) => {
    for (const [id, other] of entered) {
      if (other !== otherId) continue
      if ((await conversations.participantsFor(pool, viewer.id, id)) !== null) continue
      // To this page they appear to have gone offline, as when anyone goes offline.
      if (leave(id) !== null) socket.emit('presence', { user_id: other, online: false })
    }
  }

  socket.on('leave', (claim) => {
    const id = idOf(claim)
    if (id !== null) leave(id)
  })
  socket.on('typing', (claim) => {
    const id = idOf(claim)
    if (id === null || !entered.has(id)) return
    const now = Date.now()
    // Our page throttles itself; half of its interval leaves room for clock differences.
    if (now - (publishedAt.get(id) ?? 0) < TYPING.everyMs / 2) return
    publishedAt.set(id, now)
    say({ kind: 'typing', conversation_id: id, user_id: viewer.id })
  })
}

function answer(done: unknown, ok: boolean): void {
  if (typeof done === 'function') (done as (answer: { ok: boolean }) => void)({ ok })
}
