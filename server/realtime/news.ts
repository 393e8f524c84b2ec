import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'

/** The channel of PostgreSQL on which processes tell each other what their sockets should hear. */
export const NEWS_CHANNEL = 'realtime'

/** A notification holds less than 8,000 bytes; longer news are sent in parts. */
export const NEWS_BYTES = 7_500

/**
 * What happened, as it travels: ids, never copies of rows. A message, and rows that changed, are told in the
 * transaction that made them, so they are news exactly when they are true. The rest is of the moment and
 * nowhere stored.
 */
export type News =
  | { kind: 'insert' | 'update'; message_id: string; people: string[] }
  | { kind: 'changed'; people: string[]; topics: string[]; project_id: string | null }
  | { kind: 'typing'; conversation_id: string; user_id: string }
  /** Who is here? Whoever has them says so. */
  | { kind: 'ask' | 'here' | 'left'; people: string[] }
  /** A session of theirs ended, or whom it speaks for changed; told by triggers (migration 0019). */
  | { kind: 'access'; people: string[] }

/** Tells every process, at the commit of the caller's transaction (at once outside of one). */
export async function tell(db: Queryable, news: readonly News[]): Promise<void> {
  for (const text of inParts(news))
    await execute(db, sql`select pg_notify(${NEWS_CHANNEL}, ${text})`)
}

/** As few notifications as hold the news, in their order. Every single one of ours fits by far. */
export function inParts(news: readonly News[]): string[] {
  const parts: string[][] = []
  let room = 0
  for (const text of news.flatMap(split).map((one) => JSON.stringify(one))) {
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

function split(news: News): News[] {
  if (!('people' in news) || news.people.length <= MANY) return [news]
  const pieces: News[] = []
  for (let at = 0; at < news.people.length; at += MANY)
    pieces.push({ ...news, people: news.people.slice(at, at + MANY) })
  return pieces
}

/** What a notification says; empty for one that is not ours. */
export function newsOf(payload: string | undefined): News[] {
  try {
    const news: unknown = JSON.parse(payload ?? '[]')
    return Array.isArray(news) ? (news as News[]) : []
  } catch {
    return []
  }
}
