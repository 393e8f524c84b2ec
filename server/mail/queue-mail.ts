import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/db/pool.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'

/** A mail's properties other than its words. */
interface MailOptions {
  /** The mail's name: only one mail of a name is sent. Without it, every call sends a mail of its own. */
  dedupeId?: string
  /** Where one click switches mails of this kind off (RFC 8058). */
  unsubscribeUrl?: string
  /** The sending of review notes whose stills the mail shows. */
  sendingId?: string
}

/** Sends a mail when the caller's transaction commits, and only then. Without an address nothing is sent. */
export async function queueMail(
  tx: Queryable,
  to: string,
  mail: RenderedMail,
  { dedupeId = randomUUID(), unsubscribeUrl, sendingId }: MailOptions = {},
): Promise<void> {
  // Deals keep only the name of a deleted person (decision P31).
  if (to === '') return
  const unsubscribe = unsubscribeUrl === undefined ? {} : { unsubscribe_url: unsubscribeUrl }
  const stills = sendingId === undefined ? {} : { sending_id: sendingId }
  await enqueue(tx, 'mail.send', { to, ...mail, dedupe_id: dedupeId, ...unsubscribe, ...stills })
}

/** The same for a sealed mail, whose link or code signs someone in. */
export async function queueSealedMail(tx: Queryable, to: string, sealed: string): Promise<void> {
  await enqueue(tx, 'mail.send', { to, sealed, dedupe_id: randomUUID() })
}
