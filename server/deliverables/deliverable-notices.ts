import type { Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { notificationMail } from '../mail/notification-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type DeliverableRow, deliveryAddresses } from './deliverable-store.ts'

/** Both parties' open pages fetch the deliverables and what counts them again. */
export async function tellParties(tx: Tx, deliverable: DeliverableRow): Promise<void> {
  await enqueue(tx, 'realtime.changed', {
    user_ids: [deliverable.seller_id, deliverable.creator_id],
    topics: ['deliverables', 'projects', 'dashboard'],
    project_id: deliverable.project_id,
  })
}

/** To the seller: work arrived, and how long it may wait for an answer. */
export async function mailDelivered(
  tx: Tx,
  deps: Deps,
  deliverable: DeliverableRow,
): Promise<void> {
  const { seller_email, creator_name } = await deliveryAddresses(tx, deliverable)
  const again = deliverable.version > 1 ? ` (version ${deliverable.version})` : ''
  await post(tx, deps, deliverable, seller_email, {
    subject: `${creator_name} delivered for “${deliverable.project_title}”${again}`,
    lines: [
      `“${deliverable.file_name}” is waiting for your review.`,
      'Please approve it or request a revision within 7 days.',
    ],
    action: 'Review the delivery',
  })
}

/** To the creator: what should change. */
export async function mailRevisionRequested(
  tx: Tx,
  deps: Deps,
  deliverable: DeliverableRow,
): Promise<void> {
  const { creator_email, seller_name } = await deliveryAddresses(tx, deliverable)
  await post(tx, deps, deliverable, creator_email, {
    subject: `${seller_name} requested a revision for “${deliverable.project_title}”`,
    lines: [`About “${deliverable.file_name}”:`, deliverable.reviewer_notes ?? ''],
    action: 'Open the project',
  })
}

/** To the creator: the work is approved. */
export async function mailApproved(tx: Tx, deps: Deps, deliverable: DeliverableRow): Promise<void> {
  const { creator_email, seller_name } = await deliveryAddresses(tx, deliverable)
  await post(tx, deps, deliverable, creator_email, {
    subject: `${seller_name} approved your work for “${deliverable.project_title}”`,
    lines: [`“${deliverable.file_name}” is approved.`],
    action: 'Open the project',
  })
}

async function post(
  tx: Tx,
  deps: Deps,
  about: DeliverableRow,
  to: string,
  letter: { subject: string; lines: string[]; action: string },
): Promise<void> {
  const { brandName, publicUrl: siteUrl } = deps.config
  const mail = notificationMail(
    { brandName, siteUrl },
    {
      subject: letter.subject,
      heading: letter.subject,
      lines: letter.lines,
      action: { label: letter.action, url: `${siteUrl}/projects/${about.project_id}` },
    },
  )
  await queueMail(tx, to, mail)
}
