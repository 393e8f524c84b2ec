import type { Pool } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tasks } from '#server/jobs/runner.ts'

/** How long a sent mail's name is remembered. The queue gives a job up after three days at most. */
const REMEMBERED_DAYS = 30

/**
 * Sends a mail once even if its job runs twice: the name of a mail the server accepted is recorded. A crash between the
 * two sends it again, with the same Message-ID, by which the receiver can recognise it.
 */
export function sentOnce(pool: Pool, send: Tasks['mail.send']): Tasks['mail.send'] {
  return async (mail) => {
    const { dedupe_id: name } = mail
    if (name === undefined) return send(mail)
    if ((await maybeRow(pool, sql`select 1 from sent_mails where dedupe_id = ${name}`)) !== null)
      return
    await send(mail)
    await execute(
      pool,
      sql`insert into sent_mails (dedupe_id) values (${name}) on conflict do nothing`,
    )
  }
}

/** Deletes the names of mails that were sent long ago. */
export function forgetSentMails(pool: Pool, now: Date): Promise<number> {
  const then = new Date(now.getTime() - REMEMBERED_DAYS * 24 * 60 * 60_000)
  return execute(pool, sql`delete from sent_mails where sent_at < ${then}`)
}
