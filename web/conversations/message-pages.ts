import type { InfiniteData } from '@tanstack/react-query'
import type { Message } from '#contract/conversation-schemas.ts'

/** A conversation's pages as the query cache holds them: the newest page first, each page oldest first. */
export type MessagePages = InfiniteData<Message[]>

/** All messages, each once, in order. */
export function flatten(pages: MessagePages | undefined): Message[] {
  const byId = new Map<string, Message>()
  for (const page of pages?.pages ?? []) {
    for (const message of page) byId.set(message.id, merged(byId.get(message.id), message))
  }
  return [...byId.values()].toSorted((a, b) => a.seq - b.seq)
}

/**
 * Returns the pages with `messages` in them exactly once: known ones are updated in place, new ones join the newest
 * page in order. Reading one message reads everything its sender wrote before it. Returns the same pages when nothing
 * changed.
 */
export function withMessages(pages: MessagePages, messages: readonly Message[]): MessagePages {
  const incoming = new Map(messages.map((message) => [message.id, message]))
  let changed = false
  const brought = pages.pages.map((page) =>
    page.map((known) => {
      const next = merged(known, incoming.get(known.id) ?? known)
      incoming.delete(known.id)
      changed ||= next.read_at !== known.read_at || next.covered !== known.covered
      return next
    }),
  )
  if (incoming.size > 0) {
    const [newest = []] = brought
    brought[0] = [...newest, ...incoming.values()].toSorted((a, b) => a.seq - b.seq)
  } else if (!changed) return pages
  return { ...pages, pages: brought.map((page) => readBefore(page, newestRead(brought))) }
}

/** A message never becomes unread again: events may arrive out of order. */
function merged(known: Message | undefined, incoming: Message): Message {
  return known?.read_at && !incoming.read_at ? known : incoming
}

/** Each sender's newest read message. */
function newestRead(pages: readonly Message[][]): Map<string, Message> {
  const newest = new Map<string, Message>()
  for (const message of pages.flat()) {
    const known = newest.get(message.sender_id)
    if (message.read_at && (known === undefined || known.seq < message.seq))
      newest.set(message.sender_id, message)
  }
  return newest
}

function readBefore(page: Message[], read: ReadonlyMap<string, Message>): Message[] {
  return page.map((message) => {
    const newest = read.get(message.sender_id)
    return message.read_at || newest === undefined || newest.seq < message.seq
      ? message
      : { ...message, read_at: newest.read_at }
  })
}
