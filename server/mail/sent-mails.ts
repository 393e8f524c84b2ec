import type { Pool } from '#server/db/pool.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tasks } from '#server/jobs/runner.ts'

/**
 * Sends a mail once even if its job runs twice: the name of every mail that the server accepted is recorded. A crash
 * between the two steps sends it again, with the same Message-ID, which lets the receiver recognise it.
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
