import { once } from 'node:events'
import { join } from 'node:path'
import { MessageStore, type ReceivedMessage } from '#sandbox/mail/message-store.ts'
import { smtpReceiver } from '#sandbox/mail/smtp-receiver.ts'

/** A mail server that can be taken down. */
export interface MailPost {
  port: number
  open(): Promise<void>
  close(): Promise<void>
  mailsTo(address: string): ReceivedMessage[]
}

/** Opens it on a port; it keeps what it accepted while it is down. */
export async function openMailPost(folder: string, port: number): Promise<MailPost> {
  const store = new MessageStore(join(folder, 'mail.jsonl'))
  let server: ReturnType<typeof smtpReceiver> | null = null
  const post: MailPost = {
    port,
    async open() {
      if (server !== null) return
      server = smtpReceiver(store)
      // A client killed midway is exactly what this tests.
      server.on('error', () => {})
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    async close() {
      const closing = server
      server = null
      if (closing !== null) await new Promise<void>((resolve) => closing.close(() => resolve()))
    },
    mailsTo: (address) => store.list(address),
  }
  await post.open()
  return post
}
