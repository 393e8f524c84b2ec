import type { Message } from '#contract/conversation-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { conversationRoom, EVERY_LINE, reviewRoom, userRoom, watchersRoom } from './topics.ts'

/** The PostgreSQL channel that every process listens on: triggers and transactions publish on it. */
export const NEWS_CHANNEL = 'realtime'

/** The prefix of each line's own channel (decision 0071). */
export const LINE_CHANNEL = 'realtime_line_'

/** A notification must stay below 8,000 bytes; longer batches are split. */
export const NEWS_BYTES = 7_500

/** Someone's position in a version: ms, and the position of its file. Absent: the page reporting it is an older one. */
export interface WatchedPlace {
  deliverable_id: string
  at_ms: number
  playing: boolean
  file?: number | undefined
}

/**
 * An update on its way to the sockets: ids only, no copies of rows in PostgreSQL. Typing, watching and presence are
 * ephemeral and never stored.
 */
export type News =
  | {
      kind: 'insert' | 'update' | 'cover' | 'uncover'
      message_id: string
      people: string[]
      /** The message as its sender's process stored it; only on direct lines, as a notification has no room for it. */
      message?: Message | undefined
    }
  | { kind: 'changed'; people: string[]; topics: string[]; project_id: string | null }
  | { kind: 'typing'; conversation_id: string; user_id: string }
  | ({ kind: 'watching'; user_id: string } & WatchedPlace)
  /** Asks who is online; the process that holds their sockets answers. */
  | { kind: 'ask' | 'here' | 'left'; people: string[] }
  /**
   * Asks every process whether it published anything for a person in the last `ms`; one that did responds with
   * `missed`.
   */
  | { kind: 'since'; user_id: string; socket: string; ms: number }
  /** These people may have missed something: one socket of theirs, or all of them when it is null. */
  | { kind: 'missed'; people: string[]; socket: string | null }
  /** One of their sessions ended or changed hands; published by triggers on the auth tables. */
  | { kind: 'access'; people: string[] }
  /** One of these two has blocked the other: they leave only what the block ended, and no one is notified. */
  | { kind: 'apart'; people: string[] }
  /** A commit changed the content of these lists; published by triggers. */
  | { kind: 'lists'; lists: string[] }

/**
 * Publishes to every process when the caller's transaction commits (immediately outside of one). Only for rare events:
 * `publishNow` (publisher.ts) would miss a process that subscribes between here and the commit, so this looks up no
 * subscribers.
 */
export async function publish(db: Queryable, news: readonly News[]): Promise<void> {
  for (const text of inParts(news))
    await execute(db, sql`select pg_notify(${NEWS_CHANNEL}, ${text})`)
}

/** The topics whose subscribers need some news. */
export function topicsOf(news: News): string[] {
  switch (news.kind) {
    case 'typing':
      return [conversationRoom(news.conversation_id)]
    case 'watching':
      return [reviewRoom(news.deliverable_id)]
    case 'here':
    case 'left':
      return news.people.map(watchersRoom)
    case 'since':
    case 'access':
    case 'lists':
      return [EVERY_LINE]
    case 'insert':
    case 'update':
    case 'cover':
    case 'uncover':
    case 'changed':
    case 'ask':
    case 'missed':
    case 'apart':
      return news.people.map(userRoom)
  }
}

/** News as it is written into a notification. */
export const notificationText = (news: News): string =>
  JSON.stringify('message' in news ? { ...news, message: undefined } : news)

/** Packs the news into as few notifications as possible, in order. A single item always fits. */
export function inParts(news: readonly News[]): string[] {
  const parts: string[][] = []
  let room = 0
  for (const text of inPieces(news).map(notificationText)) {
    const size = Buffer.byteLength(text) + 1
    if (size > room || parts.length === 0) {
      parts.push([])
      room = NEWS_BYTES
    }
    parts.at(-1)?.push(text)
    room -= size
  }
  return parts.map((part) => `[${part.join(',')}]`)
}

/** A hundred ids are 4 kB. */
const MANY = 100

/** Splits the news into pieces that fit into half a notification each, in order. */
export const inPieces = (news: readonly News[]): News[] => news.flatMap(split)

function split(news: News): News[] {
  if (!('people' in news) || news.people.length <= MANY) return [news]
  const pieces: News[] = []
  for (let at = 0; at < news.people.length; at += MANY)
    pieces.push({ ...news, people: news.people.slice(at, at + MANY) })
  return pieces
}

/** The payload of a notification; empty if it is not ours. */
export function newsOf(payload: string | undefined): News[] {
  try {
    const news: unknown = JSON.parse(payload ?? '[]')
    return Array.isArray(news) ? (news as News[]) : []
  } catch {
    return []
  }
}
