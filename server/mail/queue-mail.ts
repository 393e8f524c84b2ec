import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { RenderedMail } from './mail-layout.ts'

/** Sends a mail when the caller's transaction commits, and only then. */
export async function queueMail(tx: Queryable, to: string, mail: RenderedMail): Promise<void> {
  await enqueue(tx, 'mail.send', { to, ...mail, dedupe_id: randomUUID() })
}
