import { useEffect, useSyncExternalStore } from 'react'
import { alsoForget, keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'

/** A message that has not been sent: its text, and the keys of its files (attachments.ts). */
export interface MessageDraft {
  text: string
  files: readonly string[]
}

const EMPTY: MessageDraft = { text: '', files: [] }

/**
 * Unsent messages by conversation. They are restored on return, even after a reload, and deleted with the tab and on
 * sign-out.
 */
const drafts = new Map<string, MessageDraft>()
/** Restored drafts that have not been cleared since. */
const returned = new Map<string, MessageDraft>()
const listeners = new Set<() => void>()

alsoForget(() => {
  drafts.clear()
  returned.clear()
  for (const listener of listeners) listener()
})

/** Identifies a draft by its person and conversation. */
interface Line {
  me: string
  conversation: string
}

function keyOf({ me, conversation }: Line): string {
  return `${me} ${conversation}`
}

function formOf({ conversation }: Line): string {
  return `message-${conversation}`
}

function read(line: Line): MessageDraft {
  const key = keyOf(line)
  const known = drafts.get(key)
  if (known !== undefined) return known
  const draft = restoreDraft<MessageDraft>(line.me, formOf(line), EMPTY)
  drafts.set(key, draft)
  return draft
}

function write(line: Line, draft: MessageDraft) {
  if (isSameDraft(read(line), draft)) return
  drafts.set(keyOf(line), draft)
  keepDraft(line.me, formOf(line), isSameDraft(draft, EMPTY) ? null : draft)
  for (const listener of listeners) listener()
}

/** Whether two drafts would be the same message. */
export const isSameDraft = (a: MessageDraft, b: MessageDraft): boolean =>
  a.text === b.text &&
  a.files.length === b.files.length &&
  a.files.every((key, at) => key === b.files[at])

/**
 * The composer's message. A message that could not be sent is restored unless something else was begun meanwhile, and
 * removed again if it was sent after all.
 */
export function useDraft(
  me: string,
  conversation: string,
  failed: MessageDraft | null,
): {
  draft: MessageDraft
  change: (changes: Partial<MessageDraft>) => void
  replacesFailed: () => boolean
} {
  const line = { me, conversation }
  const key = keyOf(line)
  const draft = useSyncExternalStore(
    subscribe,
    () => read(line),
    () => EMPTY,
  )
  useEffect(() => {
    const line = { me, conversation }
    const key = keyOf(line)
    const before = returned.get(key)
    const isUntouched = before !== undefined && isSameDraft(read(line), before)
    if (failed === null) {
      if (isUntouched) write(line, EMPTY)
      returned.delete(key)
    } else if (isUntouched || [EMPTY, failed].some((one) => isSameDraft(read(line), one))) {
      returned.set(key, failed)
      write(line, failed)
    }
  }, [me, conversation, failed])
  return {
    draft,
    change(changes) {
      const next = { ...read(line), ...changes }
      // Clearing the draft and starting over makes it another message.
      if (isSameDraft(next, EMPTY)) returned.delete(key)
      write(line, next)
    },
    replacesFailed: () => returned.has(key),
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
