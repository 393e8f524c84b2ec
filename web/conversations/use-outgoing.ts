import { useMutation, useMutationState, useQueryClient, type Mutation } from '@tanstack/react-query'
import type { Message } from '#contract/conversation-schemas.ts'
import { call } from '../api/client.ts'
import type { OutgoingMessage } from './chat-items.ts'
import { newId } from './new-id.ts'
import { keepSent } from './use-messages.ts'

type Draft = Pick<OutgoingMessage, 'id' | 'content' | 'created_at'>
type Sending = Mutation<Message, Error, Draft>

const sendKey = (conversationId: string) => ['messages.send', conversationId] as const

/**
 * What one writes in a conversation, shown before the server has it. The list lives in the mutation cache, so a failed
 * message and its text survive a walk to another screen; signing out clears it.
 */
export function useOutgoing(conversationId: string) {
  const queries = useQueryClient()
  const mutationKey = sendKey(conversationId)
  const { mutate } = useMutation({
    mutationKey,
    // One after the other: messages arrive in the order they were written.
    scope: { id: `messages.send:${conversationId}` },
    mutationFn: ({ id, content }: Draft) =>
      call('messages.send', { params: { id: conversationId }, body: { id, content } }),
    onSuccess: (message) => keepSent(queries, message),
    gcTime: Infinity,
  })

  const outgoing = useMutationState({
    filters: { mutationKey, predicate: (mutation) => mutation.state.status !== 'success' },
    select: (mutation) => asOutgoing(mutation as Sending),
  }).filter((message) => message !== null)

  /** Sends a text that is not blank. */
  function send(content: string) {
    mutate({ id: newId(), content, created_at: new Date().toISOString() })
  }

  /** Sends a failed message again under the same id, so that it cannot arrive twice. */
  function retry(id: string) {
    const cache = queries.getMutationCache()
    const failed = cache
      .findAll({ mutationKey, status: 'error' })
      .find((mutation) => (mutation as Sending).state.variables?.id === id) as Sending | undefined
    const draft = failed?.state.variables
    if (!failed || !draft) return
    cache.remove(failed)
    mutate({ ...draft, created_at: new Date().toISOString() })
  }

  return { outgoing, send, retry }
}

function asOutgoing(mutation: Sending): OutgoingMessage | null {
  const draft = mutation.state.variables
  if (!draft) return null
  return { ...draft, state: mutation.state.status === 'error' ? 'failed' : 'sending' }
}
