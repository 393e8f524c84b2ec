import { setTimeout as pause } from 'node:timers/promises'
import type { ReceivedMessage } from '#sandbox/mail/message-store.ts'

/** Limits the wait for a mail that never comes; leaves a busy machine enough time, in ms. */
const DEADLINE_MS = 300_000

/** The mails a person has received so far, newest first. */
export async function mailsTo(inboxUrl: string, to: string): Promise<ReceivedMessage[]> {
  const answer = await fetch(`${inboxUrl}/messages?to=${encodeURIComponent(to)}`)
  if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`)
  return (await answer.json()) as ReceivedMessage[]
}

/**
 * Returns the newest mail to an address whose subject matches, and waits for it if necessary. `after` leaves out
 * earlier ones, for a mail that is sent twice. Throws with the mails that did arrive if none comes in time.
 */
export async function waitForMail(
  inboxUrl: string,
  to: string,
  subject: RegExp,
  after: Date = new Date(0),
): Promise<ReceivedMessage> {
  const end = performance.now() + DEADLINE_MS
  for (;;) {
    const mails = await mailsTo(inboxUrl, to)
    const found = mails.find(
      (mail) => subject.test(mail.subject) && new Date(mail.received_at) >= after,
    )
    if (found) return found
    if (performance.now() > end) {
      const others = mails.map((mail) => `"${mail.subject}"`).join(', ') || 'nothing'
      throw new Error(`no mail ${subject} came for ${to}; there is ${others}`)
    }
    await pause(50)
  }
}
