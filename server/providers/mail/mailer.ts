import { createTransport } from 'nodemailer'

/** One mail to one address, rendered. */
export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** The Message-ID's left part: the same for every attempt at the same mail. */
  messageId: string
  /** The address that switches off mails of this kind with one click: mail clients show a button for it (RFC 8058). */
  unsubscribeUrl?: string | undefined
  /** Images that the HTML shows by their content ids. */
  pictures?: readonly { cid: string; name: string; content: Buffer }[]
}

/** Sends a mail: resolves when the server has accepted it, rejects when it may be retried. */
export interface Mailer {
  sendMail(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Sends over SMTP, keeping a few connections. `from` is a header value, such as `Name <address>`. */
export function createMailer(options: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Templates never reference files or addresses to load; a mail that does is not ours.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'localhost'
  return {
    async sendMail({ to, subject, text, html, messageId, unsubscribeUrl, pictures = [] }) {
      await transport.sendMail({
        from: options.from,
        // As an object, the address is a single address, whatever characters it contains.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${domain}>`,
        attachments: pictures.map(({ cid, name, content }) => ({
          cid,
          filename: name,
          content,
          contentType: 'image/jpeg',
          contentDisposition: 'inline',
        })),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...(unsubscribeUrl === undefined
            ? {}
            : {
                'List-Unsubscribe': `<${unsubscribeUrl}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
        },
      })
    },
    close: () => transport.close(),
  }
}
