import { noticeFor } from '#contract/notices.ts'
import type { Config } from '#server/config/config.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { accountMail, notificationMail } from '#server/mail/notification-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import {
  lockUnmailed,
  type MailOutcome,
  notificationOf,
  type NotificationRow,
  settleMail,
} from './notification-store.ts'
import { addressOf, isLookingAt, wantsMail } from './reader-store.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

/**
 * The job: mails a notification unless its reader has seen it, has its page open, switched such mails off or is gone, or
 * unless it is about someone from whom they are apart by now.
 * The decision and the mail's own job share one transaction, so running it again is a no-op.
 */
export async function mailNotification(deps: Deps, notificationId: number): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const notification = await lockUnmailed(tx, notificationId)
    if (notification === null) return
    const now = deps.clock()
    const { user_id: userId, kind } = notification
    const to = await addressOf(tx, userId, now)
    const isAlways = noticeFor(notification.notice, notification.audience)?.always === true
    let outcome: MailOutcome = 'sent'
    if (to === null) outcome = 'gone'
    else if (!isAlways && (await notificationOf(tx, notificationId, userId)) === null)
      outcome = 'gone'
    else if (!isAlways && notification.read_at !== null) outcome = 'read'
    else if (!isAlways && !(await wantsMail(tx, userId, kind))) outcome = 'off'
    else if (!isAlways && (await isLookingAt(tx, userId, notification.page, now)))
      outcome = 'looking'
    await settleMail(tx, notification.id, outcome)
    if (outcome !== 'sent' || to === null) return
    if (isAlways) {
      const mail = mailOf(deps.config, notification, null)
      await queueMail(tx, to, mail, { dedupeId: `notification-${notification.id}` })
      return
    }
    const url = unsubscribeUrl(deps.config, { userId, kind })
    const sendingId = notification.facts.sending_id ?? undefined
    await queueMail(tx, to, mailOf(deps.config, notification, url), {
      dedupeId: `notification-${notification.id}`,
      unsubscribeUrl: url,
      ...(sendingId === undefined ? {} : { sendingId }),
    })
  })
}

function mailOf(
  { brandName, publicUrl }: Pick<Config, 'brandName' | 'publicUrl'>,
  { notice, audience, facts, kind }: NotificationRow,
  /** Null for mails that are always sent. */
  url: string | null,
) {
  const words = noticeFor(notice, audience)
  if (words === null) throw new Error(`${notice} has nothing to say to a ${audience} any more`)
  const subject = words.mail.subject(facts)
  const brand = { brandName, siteUrl: publicUrl }
  const content = {
    subject,
    heading: subject,
    lines: words.mail.lines(facts),
    pictures: facts.sending_id != null,
    action: { label: words.mail.action, url: `${publicUrl}${words.path(facts)}` },
  }
  return url === null
    ? accountMail(brand, content)
    : notificationMail(brand, content, { kind, unsubscribeUrl: url })
}
