import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'

/** What a mail carries beside its words. */
interface MailOptions {
  /** Names the mail: one of a name is sent once. Absent, every call is a mail of its own. */
  dedupeId?: string
  /** Where one click stops mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** Sends a mail when the caller's transaction commits, and only then. Nobody is written to at no address. */
export async function queueMail(
  tx: Queryable,
  to: string,
  mail: RenderedMail,
  { dedupeId = randomUUID(), unsubscribeUrl }: MailOptions = {},
): Promise<void> {
  // Of somebody who is gone a deal keeps the name alone (DECISIONS 31).
  if (to === '') return
  const unsubscribe = unsubscribeUrl === undefined ? {} : { unsubscribe_url: unsubscribeUrl }
  await enqueue(tx, 'mail.send', { to, ...mail, dedupe_id: dedupeId, ...unsubscribe })
}

/** The same for a mail that was sealed, because its link or code lets somebody in. */
export async function queueSealedMail(tx: Queryable, to: string, sealed: string): Promise<void> {
  await enqueue(tx, 'mail.send', { to, sealed, dedupe_id: randomUUID() })
}
