import type { Keyring } from '#server/keyring/keyring.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'

/**
 * Mails that sign someone in are queued encrypted, under a key that is not in the database: the table, its backups and
 * the queue's log reveal no link and no code.
 */
export interface MailSeal {
  seal(mail: RenderedMail): string
  /** Throws Error if the mail was encrypted with a key that this process lacks. */
  open(sealed: string): RenderedMail
}

/** The encryption of an installation's mails, with its own derived key. */
export function createMailSeal(keys: Keyring): MailSeal {
  return {
    seal: (mail) => keys.seal('mail', JSON.stringify(mail)).toString('base64'),
    open(sealed) {
      const text = keys.open('mail', Buffer.from(sealed, 'base64'))
      if (text === null) throw new Error('the mail was sealed with another secret')
      return JSON.parse(text) as RenderedMail
    },
  }
}
