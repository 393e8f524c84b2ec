import { useMutation, useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query'
import type { Message } from '#contract/conversation-schemas.ts'
import { useConnectionLost } from '#web/connection/use-connection-lost.ts'
import { toast } from '#web/ui/toast.ts'
import type { OutgoingMessage } from './chat-items.ts'
import { newId } from './new-id.ts'
import { hasArrived, takeMessage } from './live-messages.ts'
import { sendMessage } from './send-message.ts'

type Draft = Pick<OutgoingMessage, 'id' | 'content' | 'created_at'>
type Sending = Mutation<Message, Error, Draft>

const sendKey = (conversationId: string) => ['messages.send', conversationId] as const

/**
 * Pending messages of a conversation, shown optimistically. The list lives in the mutation cache, so a failed message
 * and its text survive a visit to another screen; signing out clears it.
 */
export function useOutgoing(conversationId: string, me: string) {
  const queries = useQueryClient()
  const mutationKey = sendKey(conversationId)
  const { mutate } = useMutation({
    mutationKey,
    // Sequentially: messages arrive in the order they were written.
    scope: { id: `messages.send:${conversationId}` },
    mutationFn: (draft: Draft) => sendMessage(conversationId, draft),
    onSuccess: (message) => takeMessage(queries, message, me),
    onError: (_failure, { id }) => {
      // Only its response was lost: it is in the log already.
      if (hasArrived(queries, conversationId, id)) discard(id)
      else toast.error('Failed to send message')
    },
    gcTime: Infinity,
  })

  const isOffline = useConnectionLost() && !navigator.onLine
  const undelivered = useMutationState({
    filters: { mutationKey, predicate: (mutation) => mutation.state.status !== 'success' },
    select: (mutation) => asOutgoing(mutation as Sending),
  }).filter((message) => message !== null)
  const outgoing = undelivered.map((message) =>
    message.state === 'sending' && isOffline ? { ...message, state: 'waiting' as const } : message,
  )

  /** Sends a text that is not blank. */
  function send(content: string) {
    mutate({ id: newId(), content, created_at: new Date().toISOString() })
  }

  /** Removes a failed message from the screen and returns its text. */
  function discard(id: string): Draft | undefined {
    const cache = queries.getMutationCache()
    const failed = cache
      .findAll({ mutationKey, status: 'error' })
      .find((mutation) => (mutation as Sending).state.variables?.id === id) as Sending | undefined
    if (failed) cache.remove(failed)
    return failed?.state.variables
  }

  /** Retries a failed message under the same id, so that it cannot arrive twice. */
  function retry(id: string) {
    const draft = discard(id)
    if (draft) mutate({ ...draft, created_at: new Date().toISOString() })
  }

  return { outgoing, send, retry, discard }
}

function asOutgoing(mutation: Sending): OutgoingMessage | null {
  const draft = mutation.state.variables
  if (!draft) return null
  if (mutation.state.status === 'error') return { ...draft, state: 'failed' }
  return { ...draft, state: mutation.state.isPaused ? 'waiting' : 'sending' }
}
