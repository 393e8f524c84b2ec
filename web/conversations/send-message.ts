import type { Session } from '@supabase/auth-js'
import type { Message } from '#contract/conversation-schemas.ts'
import { callWith } from '#web/api/client.ts'
import { mayPass } from '#web/api/errors.ts'
import { storageKeyFor } from '#web/api/stored-session.ts'
import { checkReach, whenReached } from '#web/connection/reach.ts'

/** A message is sent, or reported as failed, within this time, in ms: no one should wait longer than ten seconds. */
const GIVE_UP_MS = 9_000
/** Pauses between attempts, in ms: they double from the first. A restarting server is back by then. */
const FIRST_PAUSE_MS = 500

/** Whether the message's writer has signed out, or someone else has signed in, before it could be sent. */
export function hasLeft(writer: string): boolean {
  try {
    const stored = localStorage.getItem(storageKeyFor(window.location.hostname))
    return stored === null || (JSON.parse(stored) as Session).user.id !== writer
  } catch {
    // Storage is disabled: only the auth library knows the session.
    return false
  }
}

/**
 * Sends a message of `writer`, in as many attempts as fit into GIVE_UP_MS. It waits while the browser is offline. The
 * id makes every attempt the same message, so one whose response was lost is not duplicated. Throws the last failure,
 * an AbortError when the time is up, or another Error once the writer has left: no attempt is made after that.
 */
export async function sendMessage(
  conversationId: string,
  message: Pick<Message, 'id' | 'content'> & { file_ids?: string[] },
  writer: string,
): Promise<Message> {
  if (!navigator.onLine && !(await checkReach())) await whenReached()
  const end = new AbortController()
  const giveUp = end.signal
  const timer = setTimeout(() => end.abort(), GIVE_UP_MS)
  const input = { params: { id: conversationId }, body: message }
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      if (hasLeft(writer)) throw new Error('its writer has left')
      try {
        return await orGiveUp(callWith('messages.send', input, giveUp), giveUp)
      } catch (error) {
        if (giveUp.aborted || !mayPass(error)) throw error
        await orGiveUp(new Promise((resolve) => setTimeout(resolve, pause)), giveUp)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Steps before the request, such as a token refresh, ignore the signal. */
function orGiveUp<Result>(work: Promise<Result>, giveUp: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    giveUp.addEventListener('abort', () => reject(giveUp.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}
