import { SOCKET_EVENTS } from '#contract/conversations.ts'
import type { Message } from '#contract/conversation-schemas.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { MissedUpdates } from './missed-updates.ts'
import type { News } from './news.ts'
import type { Presence } from './presence.ts'
import type { ConversationSource } from './conversation-source.ts'
import { createDedupeWindow } from './dedupe-window.ts'
import { conversationRoom, personOf, reviewRoom, userRoom } from './topics.ts'
import type { ClientSocket, SocketServer } from './socket-protocol.ts'
import { publishNow, receiptNews, type CommittedMessage } from './publisher.ts'

/** News per batch: one statement reads all their messages. */
const AT_ONCE = 500

type MessageNews = Extract<News, { message_id: string }>
const keyOf = (news: Pick<MessageNews, 'kind' | 'message_id'>) => `${news.kind} ${news.message_id}`
const isMessage = (news: News): news is MessageNews => 'message_id' in news

/** Longer than the sweep looks back, in ms. */
const DEDUPE_MS = 60_000

/** What one process does with published news. */
export interface FanOut {
  heard(news: News[]): void
  /** Handles a message committed by this process. */
  committed(message: CommittedMessage): void
  /** Asks every client to catch up. */
  resync(): void
  /**
   * Handles a socket whose page is `ms` old. It is asked to catch up if anything was published for its user since then:
   * this process knows about its own events, and asks the others (decision 0071).
   */
  connected(socket: ClientSocket, ms: number): void
  /**
   * Call it after the line was broken: processes that asked in the meantime what was published here got no response.
   */
  tellMissed(): void
  /** Delivers messages and receipts that were stored but never published. */
  sweep(): Promise<void>
}

/**
 * Delivers published news to this process's sockets, in commit order. News that arrives while a batch is read from the
 * database becomes the next batch, so a burst costs few statements.
 */
export function createFanOut(
  sockets: SocketServer,
  presence: Presence,
  missedUpdates: MissedUpdates,
  conversations: ConversationSource,
  pool: Pool,
  log: Log,
): FanOut {
  const { rooms } = sockets.of('/').adapter
  /** Messages already delivered here, by `keyOf`: the publisher or the sweep may send one again. */
  const delivered = createDedupeWindow(DEDUPE_MS)
  const waiting: News[] = []
  let working = false
  /** Sockets still waiting to learn whether they missed something; each gets one response. */
  const asking = new Set<string>()

  const concernsUs = (people: readonly string[]) => people.some((id) => rooms.has(userRoom(id)))

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE)
      const messages = await messagesOf(batch.filter(isMessage))
      for (const news of inOrder(batch, messages)) emitToSockets(news, messages)
    }
  }

  /** Messages that came with the news (direct-lines.ts), and the others from the database. */
  async function messagesOf(batch: MessageNews[]): Promise<Map<string, Message>> {
    const ids = batch.flatMap(({ message, message_id }) => (message ? [] : [message_id]))
    const found = ids.length === 0 ? [] : await read(ids)
    const sent = batch.flatMap(({ message }) => message ?? [])
    return new Map([...sent, ...found].map((message) => [message.id, message]))
  }

  async function read(ids: string[]): Promise<readonly Message[]> {
    try {
      return await conversations.messagesByIds(pool, ids)
    } catch (error) {
      log.warn({ err: error }, 'messages could not be read for their sockets')
      // They are stored but undelivered: connected clients catch up from the last message they are certain of.
      resync()
      return []
    }
  }

  function emitToSockets(news: News, messages: ReadonlyMap<string, Message>): void {
    if (isMessage(news)) {
      const message = messages.get(news.message_id)
      if (message === undefined) return
      const event = news.kind === 'insert' ? SOCKET_EVENTS.insert : SOCKET_EVENTS.update
      sockets.to(news.people.map(userRoom)).emit(event, message)
    } else if (news.kind === 'changed') {
      const { topics, project_id } = news
      sockets.to(news.people.map(userRoom)).emit(SOCKET_EVENTS.changed, { topics, project_id })
    } else if (news.kind === 'typing') {
      const { conversation_id, user_id } = news
      const room = conversationRoom(conversation_id)
      sockets.to(room).emit(SOCKET_EVENTS.typing, { conversation_id, user_id })
    } else if (news.kind === 'watching') {
      const { kind: _, ...where } = news
      sockets.to(reviewRoom(where.deliverable_id)).emit(SOCKET_EVENTS.watching, where)
    } else if (news.kind === 'missed') {
      const { people, socket } = news
      if (socket === null) sockets.to(people.map(userRoom)).emit(SOCKET_EVENTS.resync)
      else if (asking.delete(socket)) sockets.to(socket).emit(SOCKET_EVENTS.resync)
    } else if (news.kind === 'since') answer(news)
    else if (news.kind !== 'access' && news.kind !== 'apart' && news.kind !== 'lists')
      presence.heard(news)
  }

  function answer({ user_id, socket, ms }: Extract<News, { kind: 'since' }>): void {
    if (!missedUpdates.heardSince(user_id, ms)) return
    tell([{ kind: 'missed', people: [user_id], socket }])
  }

  function tell(news: News[]): void {
    publishNow(pool, news).catch((error: unknown) =>
      log.warn({ err: error }, 'what pages may have missed could not be published'),
    )
  }

  function resync(): void {
    sockets.emit(SOCKET_EVENTS.resync)
  }

  const fanOut: FanOut = {
    heard(news) {
      for (const one of news) {
        if (isMessage(one) || one.kind === 'changed') missedUpdates.heard(one.people)
        if (isMessage(one) && !concernsUs(one.people)) continue
        if (isMessage(one) && !delivered.add(keyOf(one))) continue
        waiting.push(one)
      }
      if (working) return
      working = true
      void work().finally(() => {
        working = false
      })
    },
    committed({ message, people }) {
      // The notification that comes back may arrive after a new connection; by then it is a duplicate.
      missedUpdates.heard(people)
      if (concernsUs(people) && delivered.add(keyOf({ kind: 'insert', message_id: message.id })))
        sockets.to(people.map(userRoom)).emit(SOCKET_EVENTS.insert, message)
    },
    resync,
    connected(socket, ms) {
      const user_id = socket.data.viewer.id
      if (missedUpdates.mayHaveMissed(user_id, ms)) return void socket.emit(SOCKET_EVENTS.resync)
      asking.add(socket.id)
      socket.on('disconnect', () => asking.delete(socket.id))
      publishNow(pool, [{ kind: 'since', user_id, socket: socket.id, ms }]).catch(() => {
        if (asking.delete(socket.id)) socket.emit(SOCKET_EVENTS.resync)
      })
    },
    tellMissed() {
      const people = missedUpdates.everyone()
      if (people.length > 0) tell([{ kind: 'missed', people, socket: null }])
    },
    async sweep() {
      const people = [...rooms.keys()].flatMap((room) => personOf(room) ?? [])
      if (people.length === 0) return
      const [messages, read] = await Promise.all([
        conversations.unpublishedMessages(pool, people),
        conversations.unpublishedReceipts(pool, people),
      ])
      fanOut.heard(messages.map((message) => ({ kind: 'insert', ...message })))
      const unpublished = read.filter(
        ({ message_id }) => !delivered.has(keyOf({ kind: 'update', message_id })),
      )
      fanOut.heard(unpublished.flatMap(receiptNews))
    },
  }
  return fanOut
}

/**
 * Sorts each conversation's messages by sequence number: two processes may publish theirs out of order. A message that
 * arrives late, in a later batch, is sorted in by the page.
 */
function inOrder(batch: News[], messages: ReadonlyMap<string, Message>): News[] {
  const seqOf = (news: News) => (isMessage(news) ? (messages.get(news.message_id)?.seq ?? 0) : 0)
  const inserts = batch.filter((news) => news.kind === 'insert')
  return [
    ...inserts.toSorted((a, b) => seqOf(a) - seqOf(b)),
    ...batch.filter((news) => news.kind !== 'insert'),
  ]
}
