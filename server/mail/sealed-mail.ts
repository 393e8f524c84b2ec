import { createAuthSecrets } from '#server/auth/settings/auth-secrets.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'

/**
 * Mails that sign someone in are queued encrypted, under a key that is not in the database: the table, its backups and
 * the queue's log reveal no link and no code.
 */
export interface MailSeal {
  seal(mail: RenderedMail): string
  /** Throws Error when it was sealed with another secret. */
  open(sealed: string): RenderedMail
}

/** The seal of an installation, derived from its one secret. */
export function createMailSeal(secret: string): MailSeal {
  const secrets = createAuthSecrets(secret)
  return {
    seal: (mail) => secrets.seal(JSON.stringify(mail)).toString('base64'),
    open(sealed) {
      const text = secrets.open(Buffer.from(sealed, 'base64'))
      if (text === null) throw new Error('the mail was sealed with another secret')
      return JSON.parse(text) as RenderedMail
    },
  }
}
