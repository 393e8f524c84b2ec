import { AUTH_RATES } from '#contract/auth.ts'
import type { Pool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { forgetOldLines } from '#server/account-log/account-log-store.ts'
import type { AuthContext } from './auth-context.ts'
import { watchMails } from './mail-watch.ts'

const EVERY_MS = 10 * 60_000
/** Past this a bucket is full again and a sent mail no longer counts. */
const FORGET_AFTER_MS = 2 * AUTH_RATES.mails.seconds * 1_000
/**
 * Links and flows are kept for a while after they expire, so that refusing them can say "expired" instead of "unknown".
 */
const KEEP_ENDED_MS = 3_600_000

/** Deletes rows that can never be used again. Safe to run in several processes concurrently. */
export async function cleanUpAuth(pool: Pool, now: Date): Promise<void> {
  const forget = new Date(now.getTime() - FORGET_AFTER_MS)
  const ended = new Date(now.getTime() - KEEP_ENDED_MS)
  await execute(pool, sql`delete from auth.rate_buckets where refilled_at < ${forget}`)
  await execute(pool, sql`delete from auth.guess_buckets where refilled_at < ${forget}`)
  await execute(pool, sql`delete from auth.mail_sends where sent_at < ${forget}`)
  await execute(pool, sql`delete from auth.flow_states where expires_at < ${ended}`)
  await execute(pool, sql`delete from auth.challenges where expires_at < ${ended}`)
  await execute(pool, sql`delete from auth.passkey_challenges where expires_at < ${ended}`)
  await execute(pool, sql`delete from auth.one_time_tokens where expires_at < ${ended}`)
  await execute(pool, sql`delete from auth.not_me_links where expires_at < ${ended}`)
  await forgetOldLines(pool, now)
}

/** Cleans up periodically until the returned function is called. A failure waits for the next run. */
export function startHousekeeping(ctx: AuthContext): () => void {
  const timer = setInterval(() => {
    watchMails(ctx, ctx.clock()).catch((error: unknown) => {
      ctx.log.warn({ reason: (error as Error).message }, 'auth mails could not be counted')
    })
    cleanUpAuth(ctx.pool, ctx.clock()).catch((error: unknown) => {
      ctx.log.warn({ reason: (error as Error).message }, 'auth tables could not be tidied')
    })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
