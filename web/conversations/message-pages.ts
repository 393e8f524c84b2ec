import type { InfiniteData } from '@tanstack/react-query'
import type { Message } from '#contract/conversation-schemas.ts'

/** Pages of one conversation as the query cache holds them: the newest page first, each page oldest first. */
export type MessagePages = InfiniteData<Message[]>

/** All messages once each, oldest first. */
export function flatten(pages: MessagePages | undefined): Message[] {
  const byId = new Map<string, Message>()
  for (const page of pages?.pages ?? []) {
    for (const message of page) byId.set(message.id, merged(byId.get(message.id), message))
  }
  return [...byId.values()].toSorted(chronological)
}

/**
 * The pages with `message` in them exactly once: known ids are brought up to date where they are, a new one
 * joins the newest page in its place. The same pages come back when nothing changed.
 */
export function withMessage(pages: MessagePages, message: Message): MessagePages {
  const at = pages.pages.findIndex((page) => page.some((known) => known.id === message.id))
  if (at === -1) {
    const [newest = [], ...older] = pages.pages
    return { ...pages, pages: [[...newest, message].toSorted(chronological), ...older] }
  }
  let changed = false
  const pagesAfter = pages.pages.map((page, index) =>
    index !== at
      ? page
      : page.map((known) => {
          if (known.id !== message.id) return known
          const next = merged(known, message)
          changed ||= next.read_at !== known.read_at
          return next
        }),
  )
  return changed ? { ...pages, pages: pagesAfter } : pages
}

/** A message is never unread again: events may arrive out of order. */
function merged(known: Message | undefined, incoming: Message): Message {
  return known?.read_at && !incoming.read_at ? known : incoming
}

function chronological(a: Message, b: Message): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1)
}
