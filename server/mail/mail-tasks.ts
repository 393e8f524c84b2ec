import { createHash } from 'node:crypto'
import type { Tasks } from '#server/jobs/runner.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'
import type { MailSeal } from './sealed-mail.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'

/**
 * Sends queued mails. A mail the server does not accept is retried by the queue, with the same Message-ID, by which the
 * receiver recognises a duplicate.
 */
export function mailTasks(deps: { mailer: Mailer; seal: MailSeal }): Pick<Tasks, 'mail.send'> {
  return {
    'mail.send': async ({ to, dedupe_id, unsubscribe_url: unsubscribeUrl, ...content }) => {
      const { subject, text, html } = 'sealed' in content ? deps.seal.open(content.sealed) : content
      // To no one: queued so that a sign-up takes equally long for every address (server/auth/service/pretence.ts).
      if (to === '') return
      const mail = { to, subject, text, html }
      const messageId = dedupe_id ?? contentId(mail)
      await deps.mailer.sendMail({ ...mail, messageId, unsubscribeUrl })
    },
  }
}

function contentId(mail: RenderedMail & { to: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([mail.to, mail.subject, mail.text]))
    .digest('hex')
    .slice(0, 32)
}
