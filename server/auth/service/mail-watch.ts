import type { Pool } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import type { AuthContext } from './auth-context.ts'

const HOUR_MS = 3_600_000

/**
 * Logs an error when mails were requested for more addresses within an hour than this installation expects: someone is
 * mailing strangers in its name, or probing addresses. It refuses no one; otherwise anyone with many networks could
 * switch sign-up and recovery off for everyone.
 */
export async function watchMails(
  { pool, log, settings }: Pick<AuthContext, 'pool' | 'log' | 'settings'>,
  now: Date,
): Promise<void> {
  const addresses = await addressesAsked(pool, now)
  if (addresses <= settings.mailsAlert) return
  log.error(
    { addresses, expected: settings.mailsAlert },
    'auth mails were asked for unusually many addresses within an hour',
  )
}

/** One row per kind and address, known to us or not (`auth.mail_sends` keeps the last request of each). */
async function addressesAsked(pool: Pool, now: Date): Promise<number> {
  const { count } = await oneRow<{ count: number }>(
    pool,
    sql`select count(*)::int as count from auth.mail_sends where sent_at > ${new Date(now.getTime() - HOUR_MS)}`,
  )
  return count
}
