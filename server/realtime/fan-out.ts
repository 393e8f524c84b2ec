import { SOCKET_EVENTS } from '#contract/conversations.ts'
import { messagesByIds, type MessageRow } from '#server/conversations/message-store.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { Lately } from './lately.ts'
import type { News } from './news.ts'
import type { Presence } from './presence.ts'
import { createRecent } from './recent.ts'
import { conversationRoom, personOf, type SocketServer, userRoom } from './socket-server.ts'
import { receiptNews, type Said } from './telling.ts'
import { readLately, saidLately } from './untold.ts'

/** How many news are worked in one go: one statement for all their messages. */
const AT_ONCE = 500

type MessageNews = Extract<News, { message_id: string }>
const keyOf = (news: Pick<MessageNews, 'kind' | 'message_id'>) => `${news.kind} ${news.message_id}`
const isMessage = (news: News): news is MessageNews => 'message_id' in news

/** Longer than the sweep looks back, in ms. */
const TOLD_KEPT_MS = 60_000

/** What one process does with the news. */
export interface FanOut {
  heard(news: News[]): void
  /** A message of this process's own, as it was stored. */
  said(said: Said): void
  /** Everybody reads on from where they are. */
  resync(): void
  /** Tells people here of messages and receipts that nobody told of in time. */
  sweep(): Promise<void>
}

/**
 * Tells this process's sockets what all processes hear, in the order in which it was committed. What arrives while
 * one batch is read from the database becomes the next batch, so a burst costs few statements.
 */
export function createFanOut(
  sockets: SocketServer,
  presence: Presence,
  lately: Lately,
  pool: Pool,
  log: Log,
): FanOut {
  const { rooms } = sockets.of('/').adapter
  /** Messages and receipts told here, by `keyOf`: they may come again, from their own process or from the sweep. */
  const told = createRecent(TOLD_KEPT_MS)
  const waiting: News[] = []
  let working = false

  const concernsUs = (people: readonly string[]) => people.some((id) => rooms.has(userRoom(id)))

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE)
      const ids = batch.filter(isMessage).map((news) => news.message_id)
      const messages = await read(ids)
      for (const news of inOrder(batch, messages)) tellSockets(news, messages)
    }
  }

  async function read(ids: string[]): Promise<Map<string, MessageRow>> {
    if (ids.length === 0) return new Map()
    try {
      const found = await messagesByIds(pool, ids)
      return new Map(found.map((message) => [message.id, message]))
    } catch (error) {
      log.warn({ err: error }, 'messages could not be read for their sockets')
      // They are stored and nobody was told: whoever is connected reads on from where they are.
      resync()
      return new Map()
    }
  }

  function tellSockets(news: News, messages: ReadonlyMap<string, MessageRow>): void {
    if (isMessage(news)) {
      const message = messages.get(news.message_id)
      if (message === undefined) return
      sockets.to(news.people.map(userRoom)).emit(SOCKET_EVENTS[news.kind], message)
    } else if (news.kind === 'changed') {
      const { topics, project_id } = news
      sockets.to(news.people.map(userRoom)).emit(SOCKET_EVENTS.changed, { topics, project_id })
    } else if (news.kind === 'typing') {
      const { conversation_id, user_id } = news
      const room = conversationRoom(conversation_id)
      sockets.to(room).emit(SOCKET_EVENTS.typing, { conversation_id, user_id })
    } else if (news.kind !== 'access') presence.heard(news)
  }

  function resync(): void {
    sockets.emit(SOCKET_EVENTS.resync)
  }

  const fanOut: FanOut = {
    heard(news) {
      for (const one of news) {
        if (isMessage(one) || one.kind === 'changed') lately.heard(one.people)
        if (isMessage(one) && !concernsUs(one.people)) continue
        if (isMessage(one) && !told.add(keyOf(one))) continue
        waiting.push(one)
      }
      if (working) return
      working = true
      void work().finally(() => {
        working = false
      })
    },
    said({ message, people }) {
      // What comes back by the line may be later than a connection, and is known by then.
      lately.heard(people)
      if (concernsUs(people) && told.add(keyOf({ kind: 'insert', message_id: message.id })))
        sockets.to(people.map(userRoom)).emit(SOCKET_EVENTS.insert, message)
    },
    resync,
    async sweep() {
      const people = [...rooms.keys()].flatMap((room) => personOf(room) ?? [])
      if (people.length === 0) return
      const [said, read] = await Promise.all([saidLately(pool, people), readLately(pool, people)])
      fanOut.heard(said.map((message) => ({ kind: 'insert', ...message })))
      const untold = read.filter(
        ({ message_id }) => !told.has(keyOf({ kind: 'update', message_id })),
      )
      fanOut.heard(untold.flatMap(receiptNews))
    },
  }
  return fanOut
}

/**
 * The news with the messages of each conversation in its order: two processes may tell of theirs in another one.
 * What still comes late, after another batch, the page puts where it belongs.
 */
function inOrder(batch: News[], messages: ReadonlyMap<string, MessageRow>): News[] {
  const seqOf = (news: News) => (isMessage(news) ? (messages.get(news.message_id)?.seq ?? 0) : 0)
  const inserts = batch.filter((news) => news.kind === 'insert')
  return [
    ...inserts.toSorted((a, b) => seqOf(a) - seqOf(b)),
    ...batch.filter((news) => news.kind !== 'insert'),
  ]
}
