import type { Queryable } from '#server/db/pool.ts'
import { parsePeerAddress } from '#server/config/peer-address.ts'
import type { DirectLines } from './direct-lines.ts'
import { inPieces, type News } from './news.ts'
import { notifyLines, subscribedLines } from './subscription-store.ts'

/**
 * Sends news to the processes that need them, except `own`: directly to those that can be reached, and by a
 * notification to all others. PostgreSQL's result reflects the state after the announced commit, as in
 * `notifySubscribers`.
 */
export async function publishDirectly(
  db: Queryable,
  direct: DirectLines,
  news: readonly News[],
  own: string | null,
): Promise<void> {
  const pieces = inPieces(news)
  const rest: { line: string; news: News[] }[] = []
  for (const { line, address, secret, numbers } of await subscribedLines(db, pieces, own)) {
    const theirs = numbers.flatMap((number) => pieces[number - 1] ?? [])
    const peer = address === null ? null : parsePeerAddress(address)
    const isSent =
      peer !== null && direct.send({ line, address: peer, secret: secret ?? '' }, theirs)
    if (!isSent) rest.push({ line, news: theirs })
  }
  await notifyLines(db, rest)
}
