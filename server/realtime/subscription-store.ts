import type { Queryable } from '#server/db/pool.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { inParts, inPieces, LINE_CHANNEL, type News, notificationText, topicsOf } from './news.ts'
import { EVERY_LINE } from './topics.ts'

/** The application name of a line's connection in pg_stat_activity: rows of a line that is not listed there are stale. */
export const LINE_NAME = 'cartwright line '

/**
 * Pieces that begin within this many bytes share a notification: with the last one (4.3 kB at most) it stays below
 * 8,000.
 */
const PART_BYTES = 3_500

/**
 * Notifies the lines that need these news, except `own`, in one statement. If there is no such line, nothing is sent
 * and no process wakes up. The statement begins after the announced commit: anyone who subscribes later reads the
 * committed state.
 */
export async function notifySubscribers(
  db: Queryable,
  news: readonly News[],
  own: string | null,
): Promise<void> {
  const pieces = inPieces(news)
  const { topics, numbers } = topicsByNumber(pieces)
  await execute(
    db,
    sql`with addressed as (
        select distinct line, number
        from unnest(${topics}::text[], ${numbers}::bigint[]) as told (topic, number)
        join realtime_subscriptions using (topic)
        where line <> ${own ?? ''}
      ), worded as (
        select line, number, text
        from unnest(${pieces.map(notificationText)}::text[]) with ordinality as piece (text, number)
        join addressed using (number)
      ), placed as (
        select line, number, text,
          (sum(octet_length(text) + 1) over (partition by line order by number) - octet_length(text) - 1) / ${PART_BYTES}::int as part
        from worded
      )
      select set_config('synchronous_commit', 'off', true),
        pg_notify(${LINE_CHANNEL} || line, '[' || string_agg(text, ',' order by number) || ']')
      from placed group by line, part order by line, part`,
  )
}

/** The topics of some news, each with the position of its news, counted from 1. */
function topicsByNumber(pieces: readonly News[]): { topics: string[]; numbers: number[] } {
  const of = pieces.map(topicsOf)
  return { topics: of.flat(), numbers: of.flatMap((topics, at) => topics.map(() => at + 1)) }
}

/**
 * A line that needs some of the news: their positions, counted from 1, and the address of its process if it can be
 * reached.
 */
interface SubscribedLine {
  line: string
  address: string | null
  secret: string | null
  numbers: number[]
}

/** The lines that need these news, except `own`. */
export function subscribedLines(
  db: Queryable,
  pieces: readonly News[],
  own: string | null,
): Promise<SubscribedLine[]> {
  const { topics, numbers } = topicsByNumber(pieces)
  return rows<SubscribedLine>(
    db,
    sql`select subscribed.line, reached_at as address, reached_with as secret, array_agg(distinct number order by number) as numbers
      from unnest(${topics}::text[], ${numbers}::int[]) as told (topic, number)
      join realtime_subscriptions subscribed using (topic)
      left join realtime_lines on realtime_lines.line = subscribed.line
      where subscribed.line <> ${own ?? ''}
      group by subscribed.line, reached_at, reached_with`,
  )
}

/** Notifies some lines. Sends nothing for none. */
export async function notifyLines(
  db: Queryable,
  lines: readonly { line: string; news: readonly News[] }[],
): Promise<void> {
  const parts = lines.flatMap(({ line, news }) => inParts(news).map((text) => ({ line, text })))
  if (parts.length === 0) return
  await execute(
    db,
    sql`select set_config('synchronous_commit', 'off', true), pg_notify(${LINE_CHANNEL} || line, text)
      from unnest(${parts.map(({ line }) => line)}::text[], ${parts.map(({ text }) => text)}::text[]) as part (line, text)`,
  )
}

/** Stores where a line's process is reached. It runs before the line subscribes to anything. */
export const registering = (
  line: string,
  { address, secret }: { address: string; secret: string },
) =>
  sql`insert into realtime_lines (line, reached_at, reached_with) values (${line}, ${address}, ${secret})`

/** The statements by which a line subscribes and unsubscribes. They run on its own connection. */
export const subscribing = (line: string, topics: readonly string[]) =>
  sql`insert into realtime_subscriptions (topic, line) select unnest(${topics}::text[]), ${line}
    on conflict do nothing`
export const unsubscribing = (line: string, topics: readonly string[]) =>
  sql`delete from realtime_subscriptions where line = ${line} and topic = any(${topics}::text[])`
export const leaving = (line: string) =>
  sql`with reached as (delete from realtime_lines where line = ${line})
    delete from realtime_subscriptions where line = ${line}`

/**
 * Removes lines that are no longer open, and their subscriptions: their process died. Returns the number of removed
 * subscriptions.
 */
export const forgetDeadLines = (db: Queryable): Promise<number> =>
  execute(
    db,
    sql`with dead as materialized (
        select line from realtime_subscriptions where topic = ${EVERY_LINE}
          and not exists (select from pg_stat_activity where application_name = ${LINE_NAME} || line)),
      reached as (delete from realtime_lines where line in (select line from dead))
      delete from realtime_subscriptions where line in (select line from dead)`,
  )
