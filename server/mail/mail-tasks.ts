import { createHash } from 'node:crypto'
import type { Tasks } from '#server/jobs/runner.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'
import { withPictures } from './mail-layout.ts'
import type { MailSeal } from './sealed-mail.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'

/** A picture that is attached to a mail and shown in it: JPEG. */
export interface MailPicture {
  name: string
  alt: string
  /** The caption below it, which is also read when a mail program hides pictures. */
  caption: string
  /** The width at which it is shown, in px. It may have more pixels, for sharp screens. */
  width: number
  content: Buffer
}

/**
 * Sends queued mails. A mail that the server does not accept is retried by the queue with the same Message-ID, which
 * lets the receiver recognise a duplicate.
 */
export function mailTasks(deps: {
  mailer: Mailer
  seal: MailSeal
  /** The pictures of a review's notes; absent where nothing makes pictures. */
  stills?: ((sendingId: string) => Promise<MailPicture[]>) | undefined
}): Pick<Tasks, 'mail.send'> {
  return {
    'mail.send': async ({ to, dedupe_id, unsubscribe_url, sending_id, ...content }) => {
      const { subject, text, html } = 'sealed' in content ? deps.seal.open(content.sealed) : content
      // Addressed to no one: queued so that a sign-up takes equally long for every address
      // (server/auth/service/pretence.ts).
      if (to === '') return
      const mail = { to, subject, text, html }
      const messageId = dedupe_id ?? contentId(mail)
      // The mail says everything in words, so it does not wait for pictures that cannot be made.
      const stills = sending_id === undefined ? undefined : deps.stills?.(sending_id)
      const pictures = ((await stills?.catch(() => [])) ?? []).map((picture) => ({
        ...picture,
        cid: `${picture.name}@${messageId}`,
      }))
      await deps.mailer.sendMail({
        ...mail,
        html: withPictures(html, pictures),
        messageId,
        unsubscribeUrl: unsubscribe_url,
        pictures,
      })
    },
  }
}

function contentId(mail: RenderedMail & { to: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([mail.to, mail.subject, mail.text]))
    .digest('hex')
    .slice(0, 32)
}
