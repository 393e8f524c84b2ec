import type { Queryable } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inPieces, LINE_CHANNEL, type News, topicsOf } from './news.ts'
import { EVERY_LINE } from './topics.ts'

/** The application name of a line's connection in pg_stat_activity: rows of a line that is not listed there are stale. */
export const LINE_NAME = 'cartwright line '

/** Pieces that begin within so many bytes share a notification: with the last one (4.3 kB at most) below 8,000. */
const PART_BYTES = 3_500

/**
 * Notifies the lines that need these news, except `own`, in one statement. Without such a line nothing is sent, and no
 * process wakes up. The statement begins after the commit it announces: anyone who subscribes later reads what was committed.
 */
export async function notifySubscribers(
  db: Queryable,
  news: readonly News[],
  own: string | null,
): Promise<void> {
  const pieces = inPieces(news)
  const topics = pieces.flatMap((one, at) => topicsOf(one).map((topic) => ({ topic, at: at + 1 })))
  await execute(
    db,
    sql`with addressed as (
        select distinct line, number
        from unnest(${topics.map(({ topic }) => topic)}::text[], ${topics.map(({ at }) => at)}::bigint[]) as told (topic, number)
        join realtime_subscriptions using (topic)
        where line <> ${own ?? ''}
      ), worded as (
        select line, number, text
        from unnest(${pieces.map((one) => JSON.stringify(one))}::text[]) with ordinality as piece (text, number)
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

/** The statements by which a line subscribes and unsubscribes. They run on its own connection. */
export const subscribing = (line: string, topics: readonly string[]) =>
  sql`insert into realtime_subscriptions (topic, line) select unnest(${topics}::text[]), ${line}
    on conflict do nothing`
export const unsubscribing = (line: string, topics: readonly string[]) =>
  sql`delete from realtime_subscriptions where line = ${line} and topic = any(${topics}::text[])`
export const leaving = (line: string) =>
  sql`delete from realtime_subscriptions where line = ${line}`

/** Removes the subscriptions of lines that are no longer open: their process died. */
export const forgetDeadLines = (db: Queryable): Promise<number> =>
  execute(
    db,
    sql`delete from realtime_subscriptions where line in (
        select line from realtime_subscriptions where topic = ${EVERY_LINE}
          and not exists (select from pg_stat_activity where application_name = ${LINE_NAME} || line))`,
  )
