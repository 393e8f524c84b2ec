import { applicationTasks } from '#server/applications/rejection-clock.ts'
import { clockTasks } from './clock-tasks.ts'
import type { Deps } from '#server/deps/deps.ts'
import { sentOnce } from '#server/mail/sent-mails.ts'
import { createMailSeal } from '#server/mail/sealed-mail.ts'
import { licenceTasks } from '#server/licences/licence-certificate.ts'
import { notificationTasks } from '#server/notifications/notification-tasks.ts'
import { paymentTasks } from '#server/payments/payment-tasks.ts'
import { mailTasks } from '#server/mail/mail-tasks.ts'
import type { MediaTools } from '#server/uploads/renditions.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'
import { stillsOf } from '#server/review/stills.ts'
import { trackRecordTasks } from '#server/track-records/track-record-tasks.ts'
import { ringTasks } from '#server/rings/ring-tasks.ts'
import { retentionTasks } from '#server/retention/retention-tasks.ts'
import { savedSearchTasks } from '#server/saved-searches/saved-search-tasks.ts'

/** The handlers of every job, one line per domain. Sockets add theirs: see app.ts. */
export function createTasks(deps: Deps, mailer: Mailer, tools: MediaTools) {
  const stills = (sendingId: string) => stillsOf(deps, tools, sendingId)
  const mails = mailTasks({ mailer, seal: createMailSeal(deps.config.keys), stills })
  return {
    ...applicationTasks(deps),
    ...paymentTasks(deps),
    ...notificationTasks(deps),
    ...clockTasks(deps),
    ...savedSearchTasks(deps),
    ...trackRecordTasks(deps),
    ...ringTasks(deps),
    ...retentionTasks(deps),
    ...licenceTasks(deps),
    'mail.send': sentOnce(deps.pool, mails['mail.send']),
  }
}
