import { DOCUMENT_TITLES } from '#contract/document-words.ts'
import { aboutWords } from '#contract/statement-words.ts'
import { formatCents } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { documentById } from '#server/documents/record/document-store.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { notificationMail } from '#server/mail/notification-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { addressOf, wantsMail } from '#server/notifications/reader-store.ts'
import { unsubscribeUrl } from '#server/notifications/unsubscribe-link.ts'
import { presentSummary } from './document-presenter.ts'

/** Enqueues the mails about a new document, in its transaction: to those of its readers who asked for them. */
export async function orderMails(
  tx: Tx,
  id: string,
  readers: readonly (string | null)[],
): Promise<void> {
  for (const reader of readers)
    if (reader !== null && (await wantsMail(tx, reader, 'documents')))
      await enqueue(tx, 'documents.mail', { document_id: id, user_id: reader })
}

/**
 * The job: queues the mail about a document, once per reader, which the mail's name ensures. The document is not
 * attached: its page shows it.
 */
export async function mailDocument(deps: Deps, id: string, userId: string): Promise<void> {
  const document = await documentById(deps.pool, id)
  if (document === null) return
  const { brandName, publicUrl: siteUrl } = deps.config
  const { number, kind, ...summary } = presentSummary(document)
  const subject = `${DOCUMENT_TITLES[kind]} ${number}`
  const url = unsubscribeUrl(deps.config, { userId, kind: 'documents' })
  await inTransaction(deps.pool, async (tx) => {
    const to = await addressOf(tx, userId, deps.clock())
    if (to === null || !(await wantsMail(tx, userId, 'documents'))) return
    const mail = notificationMail(
      { brandName, siteUrl },
      {
        subject,
        heading: subject,
        lines: [`${formatCents(document.total)}: ${aboutWords(summary)}.`],
        action: { label: 'Open the document', url: `${siteUrl}${paths.document(id)}` },
      },
      { kind: 'documents', unsubscribeUrl: url },
    )
    await queueMail(tx, to, mail, { dedupeId: `document-${id}-${userId}`, unsubscribeUrl: url })
  })
}
