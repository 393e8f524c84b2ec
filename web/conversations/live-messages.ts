import type { QueryClient } from '@tanstack/react-query'
import type { Conversation, Message } from '#contract/conversation-schemas.ts'
import { call } from '#web/api/client.ts'
import { isFresh } from '#web/api/brought.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { type CatchUp, createCatchUp } from './catch-up.ts'
import { flatten, type MessagePages, withMessages } from './message-pages.ts'
import { changeConversations, conversationsKey, loadedConversations } from './use-conversations.ts'

/** The cache key of a conversation's messages; pages are `MessagePages`. */
export const messagesKey = (conversationId: string) =>
  ['messages.list', { params: { id: conversationId } }] as const

/** The pause before a failed catch-up is retried, in ms. */
const RETRY_MS = 3_000

/** One per cache: received messages belong to the loaded pages. */
const byClient = new WeakMap<QueryClient, CatchUp>()

/** Keeps this cache's messages complete. */
export function liveMessages(queries: QueryClient): CatchUp {
  const known = byClient.get(queries)
  if (known !== undefined) return known
  const made = createCatchUp({
    loaded(id) {
      const pages = queries.getQueryData<MessagePages>(messagesKey(id))
      return pages === undefined ? null : flatten(pages)
    },
    read: (id, after) => call('messages.list', { params: { id }, query: { after } }),
    keep(id, messages) {
      queries.setQueryData<MessagePages>(
        messagesKey(id),
        (pages) => pages && withMessages(pages, messages),
      )
    },
  })
  byClient.set(queries, made)
  return made
}

/** A message arrived: adds it to its conversation, if loaded, and to the list. */
export function takeMessage(queries: QueryClient, message: Message, me: string): void {
  tryAgain(queries, message.conversation_id, liveMessages(queries).heard(message))
  if (loadedConversations(queries)?.some((one) => one.id === message.conversation_id))
    changeConversations(queries, (all) => withLatest(all, message, me))
  else void queries.invalidateQueries({ queryKey: conversationsKey })
  void queries.invalidateQueries({ queryKey: ['navigation.counts'] })
}

/** Whether a message is loaded in its conversation. */
export function hasArrived(queries: QueryClient, conversationId: string, id: string): boolean {
  const pages = queries.getQueryData<MessagePages>(messagesKey(conversationId))
  return pages !== undefined && flatten(pages).some((message) => message.id === id)
}

/** Catches up every conversation on screen; the others catch up when opened. */
export function catchUpAll(queries: QueryClient): void {
  const active = queries.getQueryCache().findAll({ queryKey: ['messages.list'], type: 'active' })
  for (const { queryKey } of active) {
    const [, input] = queryKey as ReturnType<typeof messagesKey>
    readOn(queries, input.params.id)
  }
}

/** Catches up one conversation. */
export function readOn(queries: QueryClient, conversationId: string): void {
  tryAgain(queries, conversationId, liveMessages(queries).catchUp(conversationId))
}

/** Whether its messages came with the page: the socket reports later messages when it connects (decision 0117). */
export function isJustRead(queries: QueryClient, conversationId: string): boolean {
  const query = queries.getQueryCache().find({ queryKey: messagesKey(conversationId) })
  return query !== undefined && isFresh(query)
}

/** Checks whether a loaded page raced an arriving message. */
export function checkLoaded(queries: QueryClient, conversationId: string): void {
  tryAgain(queries, conversationId, liveMessages(queries).check(conversationId))
}

function tryAgain(queries: QueryClient, conversationId: string, attempt: Promise<void>): void {
  attempt.catch(() => {
    setTimeout(() => {
      const shown = queries.getQueryCache().find({ queryKey: messagesKey(conversationId) })
      if (shown?.isActive() === true) readOn(queries, conversationId)
    }, RETRY_MS)
  })
}

/** Returns the list with a new message's conversation on top. */
function withLatest(all: Conversation[], message: Message, me: string): Conversation[] {
  const row = all.find((one) => one.id === message.conversation_id)
  if (!row) return all
  // An update of a known message, or a duplicate.
  if (row.last_message && row.last_message.created_at >= message.created_at) return all
  const { content, sender_id, created_at, files } = message
  const unread = sender_id === me || message.read_at !== null ? 0 : 1
  const next = {
    ...row,
    updated_at: created_at,
    last_message: { content, file_count: files.length, sender_id, created_at },
    unread_count: row.unread_count + unread,
  }
  return [next, ...all.filter((one) => one !== row)]
}

/** The query for a conversation's deal events. */
export const eventsQuery = (id: string) => apiQuery('conversations.events', { params: { id } })
