import { createHash } from 'node:crypto'
import type { JobPayloads } from '#server/jobs/job-payloads.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import type { Mailer } from './mailer.ts'

/**
 * The work behind queued mails. A mail the server does not take is tried again later by the queue, with the same
 * Message-ID, by which a receiver recognises one that arrived twice.
 */
export function mailTasks(deps: { mailer: Mailer }): Pick<Tasks, 'mail.send'> {
  return {
    'mail.send': async ({ dedupe_id, ...mail }) => {
      await deps.mailer.sendMail({ ...mail, messageId: dedupe_id ?? contentId(mail) })
    },
  }
}

function contentId(mail: Omit<JobPayloads['mail.send'], 'dedupe_id'>): string {
  return createHash('sha256')
    .update(JSON.stringify([mail.to, mail.subject, mail.text]))
    .digest('hex')
    .slice(0, 32)
}
