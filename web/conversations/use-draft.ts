import { useEffect, useSyncExternalStore } from 'react'
import { alsoForget, keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'

/** Unsent text by conversation: restored on return, even after a reload. Deleted with the tab and on sign-out. */
const drafts = new Map<string, string>()
/** What was restored and not cleared since. */
const returned = new Map<string, string>()
const listeners = new Set<() => void>()

alsoForget(() => {
  drafts.clear()
  returned.clear()
  for (const listener of listeners) listener()
})

/** Whose draft in which conversation. */
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

function read(line: Line): string {
  const key = keyOf(line)
  const known = drafts.get(key)
  if (known !== undefined) return known
  const { text } = restoreDraft(line.me, formOf(line), { text: '' })
  drafts.set(key, text)
  return text
}

function write(line: Line, text: string) {
  drafts.set(keyOf(line), text)
  keepDraft(line.me, formOf(line), text === '' ? null : { text })
  for (const listener of listeners) listener()
}

/**
 * The composer's text. A message that could not be sent restores its text unless something else was typed meanwhile,
 * and removes it again if it was sent after all.
 */
export function useDraft(
  me: string,
  conversation: string,
  failed: string | null,
): { text: string; setText: (text: string) => void; replacesFailed: () => boolean } {
  const line = { me, conversation }
  const key = keyOf(line)
  const text = useSyncExternalStore(
    subscribe,
    () => read(line),
    () => '',
  )
  useEffect(() => {
    const line = { me, conversation }
    const key = keyOf(line)
    const isUntouched = returned.has(key) && read(line) === returned.get(key)
    if (failed === null) {
      if (isUntouched) write(line, '')
      returned.delete(key)
    } else if (isUntouched || read(line) === '') {
      returned.set(key, failed)
      write(line, failed)
    }
  }, [me, conversation, failed])
  return {
    text,
    setText(next) {
      // Clearing it and starting over makes another message.
      if (next === '') returned.delete(key)
      write(line, next)
    },
    replacesFailed: () => returned.has(key),
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
