import { formatCents } from '#contract/money.ts'
import { oneRow, sql } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { notificationMail } from '../mail/notification-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { ApplicationRow } from './application-store.ts'

/** Who an application's mails speak to and about. */
interface Parties {
  project_title: string
  seller_name: string
  seller_email: string
  creator_name: string
  creator_email: string
}

const partiesOf = (tx: Tx, application: ApplicationRow) =>
  oneRow<Parties>(
    tx,
    sql`select projects.title as project_title, coalesce(seller.company_name, seller.name) as seller_name,
        seller.email as seller_email, creator.name as creator_name, creator.email as creator_email
      from projects
      join profiles seller on seller.id = projects.seller_id
      join profiles creator on creator.id = ${application.creator_id}
      where projects.id = ${application.project_id}`,
  )

interface Letter {
  to: string
  subject: string
  lines: string[]
  action: { label: string; path: string }
}

async function post(tx: Tx, deps: Deps, { to, subject, lines, action }: Letter): Promise<void> {
  const { brandName, publicUrl: siteUrl } = deps.config
  const button = { label: action.label, url: `${siteUrl}${action.path}` }
  const mail = notificationMail(
    { brandName, siteUrl },
    { subject, heading: subject, lines, action: button },
  )
  await queueMail(tx, to, mail)
}

/** To the seller: somebody applied, at which price, in which words. */
export async function mailReceived(tx: Tx, deps: Deps, application: ApplicationRow): Promise<void> {
  const about = await partiesOf(tx, application)
  await post(tx, deps, {
    to: about.seller_email,
    subject: `${about.creator_name} applied to “${about.project_title}”`,
    lines: [
      `${about.creator_name} proposes ${formatCents(application.proposed_price)} and writes:`,
      application.message,
    ],
    action: { label: 'Review the application', path: `/projects/${application.project_id}` },
  })
}

/** To the creator: the work is theirs. */
export async function mailAccepted(tx: Tx, deps: Deps, application: ApplicationRow): Promise<void> {
  const about = await partiesOf(tx, application)
  await post(tx, deps, {
    to: about.creator_email,
    subject: `You were accepted for “${about.project_title}”`,
    lines: [
      `${about.seller_name} accepted your application at ${formatCents(application.proposed_price)}.`,
      'You can message each other now. We will tell you when the money is held in escrow.',
    ],
    action: { label: 'Open the project', path: `/projects/${application.project_id}` },
  })
}

/** Why somebody was not chosen: the owner said no, took another creator, or closed the project. */
export type RejectionReason = 'rejected' | 'filled' | 'closed'

const REJECTION_LINES: Record<RejectionReason, (seller: string) => string> = {
  rejected: (seller) => `${seller} decided not to go ahead with your application.`,
  filled: (seller) => `The project was filled: ${seller} accepted another creator.`,
  closed: (seller) => `${seller} cancelled the project.`,
}

/** To a creator who was not chosen: why, and where the other projects are. */
export async function mailRejected(
  tx: Tx,
  deps: Deps,
  application: ApplicationRow,
  reason: RejectionReason,
): Promise<void> {
  const about = await partiesOf(tx, application)
  await post(tx, deps, {
    to: about.creator_email,
    subject: `Your application to “${about.project_title}”`,
    lines: [REJECTION_LINES[reason](about.seller_name), 'Other projects are waiting for creators.'],
    action: { label: 'Browse Projects', path: '/projects' },
  })
}
