import { call } from '#web/api/client.ts'
import { whenReached } from '#web/connection/reach.ts'
import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'
import type { OutboxMessage } from '#web/conversations/outbox.ts'

/** The key of a conversation's outbox in this tab's storage (web/conversations/outbox.ts). */
const OUTBOX = /^cartwright-draft:([^:]+):(outbox-(.+))$/

/**
 * Sends what this tab was sending when its page was reloaded or could not be loaded, in conversations that are not
 * open: each message under its own id, because it may have arrived. A message that has files, that failed, or that is
 * refused now waits for its conversation to be opened. Nothing is sent after `signal` aborts: its writer has signed
 * out.
 */
export async function resumeOutbox(me: string, signal: AbortSignal): Promise<void> {
  for (const key of outboxKeys()) {
    const [, writer, form = '', conversation = ''] = OUTBOX.exec(key) ?? []
    // An open conversation sends its own messages.
    if (writer !== me || window.location.pathname.endsWith(conversation)) continue
    for (const { id, content } of waitingIn(me, form)) {
      await whenReached()
      if (signal.aborted) return
      await call('messages.send', { params: { id: conversation }, body: { id, content } })
      const left = messagesIn(me, form).filter((message) => message.id !== id)
      keepDraft(me, form, left.length === 0 ? null : { messages: left })
    }
  }
}

function outboxKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => OUTBOX.test(key))
  } catch {
    // Storage is disabled: nothing is kept.
    return []
  }
}

const messagesIn = (me: string, form: string): readonly OutboxMessage[] =>
  restoreDraft<{ messages: OutboxMessage[] }>(me, form, { messages: [] }).messages

const waitingIn = (me: string, form: string) =>
  messagesIn(me, form).filter(({ failed, files }) => !failed && files.length === 0)
