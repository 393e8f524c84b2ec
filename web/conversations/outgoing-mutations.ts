import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { Message } from '#contract/conversation-schemas.ts'
import type { OutgoingMessage } from './chat-items.ts'

/** A message as it is sent; a retry sends the same one. */
export type OutgoingDraft = Pick<OutgoingMessage, 'id' | 'content' | 'attachments' | 'created_at'>
export type Sending = Mutation<Message, Error, OutgoingDraft>

/** The key of a conversation's pending messages in the mutation cache. */
export const sendKey = (conversationId: string) => ['messages.send', conversationId] as const

/** The messages of a conversation that this page has sent or is trying to send. */
export const sentFromHere = (queries: QueryClient, conversationId: string): OutgoingDraft[] =>
  queries
    .getMutationCache()
    .findAll({ mutationKey: sendKey(conversationId) })
    .flatMap((mutation) => (mutation as Sending).state.variables ?? [])

/** Restores a message that had failed before the page was reloaded, without sending it. */
export function restoreFailed(
  queries: QueryClient,
  conversationId: string,
  draft: OutgoingDraft,
): void {
  queries.getMutationCache().build<Message, Error, OutgoingDraft, unknown>(
    queries,
    { mutationKey: sendKey(conversationId), gcTime: Infinity },
    {
      context: undefined,
      data: undefined,
      error: new Error('Failed to send message'),
      failureCount: 1,
      failureReason: null,
      isPaused: false,
      status: 'error',
      variables: draft,
      submittedAt: Date.now(),
    },
  )
}

/** A pending message as the log shows it; null before it has any content. */
export function asOutgoing(mutation: Sending): OutgoingMessage | null {
  const draft = mutation.state.variables
  if (!draft) return null
  if (mutation.state.status === 'error') return { ...draft, state: 'failed' }
  return { ...draft, state: mutation.state.isPaused ? 'waiting' : 'sending' }
}
