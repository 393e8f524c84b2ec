import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Attachment } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { linksIn } from './message-links.ts'
import type { MessageStore } from './message-store.ts'

const MAX_BYTES = 10 * 1024 * 1024

/** Failures on demand: the start of an address decides what happens to its mail. */
export const FAILING_ADDRESSES = {
  bounce: { code: 550, says: 'No such mailbox', effect: 'is refused for good (550)' },
  defer: { code: 451, says: 'Try again later', effect: 'is refused for now (451)' },
} as const

/** An SMTP server that accepts mail to anyone and stores one message per recipient. Not listening yet. */
export function smtpReceiver(store: MessageStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onRcptTo(address, _session, callback) {
      const failure = Object.entries(FAILING_ADDRESSES).find(([start]) =>
        address.address.toLowerCase().startsWith(start),
      )?.[1]
      if (failure) callback(Object.assign(new Error(failure.says), { responseCode: failure.code }))
      else callback()
    },
    onData(stream, session, callback) {
      buffer(stream)
        .then(async (raw) => {
          const mail = await PostalMime.parse(raw)
          const text = mail.text ?? ''
          const html = mail.html ?? ''
          const pictures = picturesOf(mail.attachments)
          for (const receiver of session.envelope.rcptTo) {
            store.add({
              id: randomUUID(),
              from: mail.from?.address ?? '',
              to: receiver.address,
              subject: mail.subject ?? '',
              text,
              html,
              links: linksIn(html, text),
              ...(pictures === null ? {} : { pictures }),
              received_at: new Date().toISOString(),
            })
          }
        })
        .then(
          () => callback(),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        )
    },
  })
}

/** The parts that a mail's HTML names as `cid:`. */
function picturesOf(parts: readonly Attachment[]): Record<string, string> | null {
  const named = parts.flatMap(({ contentId, mimeType, content }) =>
    contentId === undefined || typeof content === 'string'
      ? []
      : [
          [
            contentId.replace(/^<|>$/g, ''),
            `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`,
          ] as const,
        ],
  )
  return named.length === 0 ? null : Object.fromEntries(named)
}
