import { oneRow, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { notificationMail } from '../mail/notification-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { InvitationRow } from './invitation-store.ts'

/** To the creator: who invites them to what, in the seller's words. */
export async function mailInvitation(
  tx: Tx,
  deps: Deps,
  about: { invitation: InvitationRow; to: string; projectTitle: string },
): Promise<void> {
  const seller = await oneRow<{ name: string }>(
    tx,
    sql`select coalesce(company_name, name) as name from profiles where id = ${about.invitation.seller_id}`,
  )
  const { brandName, publicUrl: siteUrl } = deps.config
  const subject = `${seller.name} invites you to “${about.projectTitle}”`
  const mail = notificationMail(
    { brandName, siteUrl },
    {
      subject,
      heading: subject,
      lines: [about.invitation.message],
      action: { label: 'View the invitation', url: `${siteUrl}/my-invitations` },
    },
  )
  await queueMail(tx, about.to, mail)
}
