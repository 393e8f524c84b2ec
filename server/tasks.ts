import { clockTasks } from './clocks/clock-tasks.ts'
import type { Deps } from './deps.ts'
import { sentOnce } from './mail/sent-mails.ts'
import { createMailSeal } from './mail/sealed-mail.ts'
import { notificationTasks } from './notifications/notification-tasks.ts'
import { paymentTasks } from './payments/payment-tasks.ts'
import { mailTasks } from './providers/mail/mail-tasks.ts'
import type { Mailer } from './providers/mail/mailer.ts'
import { savedSearchTasks } from './saved-searches/saved-search-tasks.ts'

/** The work behind every job, one line a domain. Sockets bring theirs: see app.ts. */
export function createTasks(deps: Deps, mailer: Mailer) {
  const mails = mailTasks({ mailer, seal: createMailSeal(deps.config.fileLinkSecret) })
  return {
    ...paymentTasks(deps),
    ...notificationTasks(deps),
    ...clockTasks(deps),
    ...savedSearchTasks(deps),
    'mail.send': sentOnce(deps.pool, mails['mail.send']),
  }
}
