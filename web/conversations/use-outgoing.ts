import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Message } from '#contract/conversation-schemas.ts'
import { ApiError, mayPass, messageOf } from '#web/api/errors.ts'
import { useConnectionLost } from '#web/connection/use-connection-lost.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import { toast } from '#web/ui/toast.ts'
import {
  attachmentsExpired,
  attachmentsSent,
  restoreAttachments,
  retryAttachment,
  whenArrived,
} from './attachments.ts'
import { newId } from '#web/api/new-id.ts'
import { hasArrived, takeMessage } from './live-messages.ts'
import {
  asOutgoing,
  type OutgoingDraft,
  restoreFailed,
  type Sending,
  sendKey,
  sentFromHere,
} from './outgoing-mutations.ts'
import { keepInOutbox, outboxOf, removeFromOutbox } from './outbox.ts'
import { hasLeft, sendMessage } from './send-message.ts'
import type { MessageDraft } from './use-draft.ts'

/**
 * Pending messages of a conversation, shown optimistically. The list lives in the mutation cache, so a failed message,
 * its text and its files survive a visit to another screen; a copy in this tab's storage survives a reload. Signing out
 * clears both. `arrived` are the ids of the messages that are loaded.
 */
export function useOutgoing(conversationId: string, me: string, arrived: ReadonlySet<string>) {
  const queries = useQueryClient()
  const refresh = useRefresh('conversations')
  const mutationKey = sendKey(conversationId)
  const sending = {
    mutationKey,
    mutationFn: (draft: OutgoingDraft) => deliver(conversationId, draft, me),
    onSuccess: (message: Message, { attachments }: OutgoingDraft) => {
      removeFromOutbox(me, conversationId, message.id)
      takeMessage(queries, message, me)
      attachmentsSent(attachments)
    },
    onError: (failure: Error, draft: OutgoingDraft) => {
      // Signing out cleared the message, and it must stay cleared.
      if (hasLeft(me)) return
      // Only its response was lost: the message is already in the log.
      if (hasArrived(queries, conversationId, draft.id)) {
        discard(draft.id)
        attachmentsSent(draft.attachments)
      } else {
        keepInOutbox(me, conversationId, inOutbox(draft, true))
        // A refusal with its own reason (the two can no longer write to each other) would be repeated in vain.
        const refusal = mayPass(failure) ? undefined : messageOf(failure)
        toast.error('Failed to send message', refusal)
        if (refusal !== undefined) void refresh()
      }
    },
    gcTime: Infinity,
  }
  const { mutate: mutateText } = useMutation({
    ...sending,
    // Sequential, so that messages arrive in the order they were written.
    scope: { id: `messages.send:${conversationId}` },
  })
  // A long upload does not block other messages: its message is queued when the upload is complete.
  const { mutate: mutateWithFiles } = useMutation(sending)

  function mutate(draft: OutgoingDraft) {
    keepInOutbox(me, conversationId, inOutbox(draft, false))
    if (draft.attachments.length === 0) mutateText(draft)
    else mutateWithFiles(draft)
  }

  // A send that a reload interrupted continues under its own id, because it may have arrived. A failed one waits for its sender.
  useEffect(() => {
    restoreAttachments(me)
    const known = new Set(sentFromHere(queries, conversationId).map(({ id }) => id))
    for (const { failed, files: attachments, ...message } of outboxOf(me, conversationId)) {
      if (known.has(message.id)) continue
      const draft = { ...message, attachments }
      if (failed) restoreFailed(queries, conversationId, draft)
      else mutate(draft)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each conversation that is opened
  }, [queries, conversationId, me])

  const isOffline = useConnectionLost() && !navigator.onLine
  const undelivered = useMutationState({
    filters: { mutationKey, predicate: (mutation) => mutation.state.status !== 'success' },
    select: (mutation) => asOutgoing(mutation as Sending),
  }).filter((message) => message !== null)
  const outgoing = undelivered.map((message) =>
    message.state === 'sending' && isOffline ? { ...message, state: 'waiting' as const } : message,
  )

  /** Sends a message unless it is empty. */
  function send({ text, files }: MessageDraft) {
    mutate({
      id: newId(),
      content: text,
      attachments: files,
      created_at: new Date().toISOString(),
    })
  }

  /** Removes a failed message from the screen and returns it. */
  function discard(id: string): OutgoingDraft | undefined {
    removeFromOutbox(me, conversationId, id)
    const cache = queries.getMutationCache()
    const failed = cache
      .findAll({ mutationKey, status: 'error' })
      .find((mutation) => (mutation as Sending).state.variables?.id === id) as Sending | undefined
    if (failed) cache.remove(failed)
    return failed?.state.variables
  }

  /** Drops failed messages that arrived after all: only their responses were lost. */
  const forgetArrived = useEffectEvent((arrived: ReadonlySet<string>) => {
    for (const { id, state } of outgoing)
      if (state === 'failed' && arrived.has(id)) attachmentsSent(discard(id)?.attachments ?? [])
  })
  const failures = outgoing.filter(({ state }) => state === 'failed').length
  useEffect(() => {
    if (failures > 0) forgetArrived(arrived)
  }, [arrived, failures])

  /** Retries a failed message under the same id, so that it cannot arrive twice. Its failed files are retried first. */
  function retry(id: string) {
    const draft = discard(id)
    if (!draft) return
    for (const key of draft.attachments) retryAttachment(key)
    mutate({ ...draft, created_at: new Date().toISOString() })
  }

  return { outgoing, send, retry, discard }
}

/** Waits for the files, then sends the message. */
async function deliver(
  conversationId: string,
  { id, content, attachments }: OutgoingDraft,
  me: string,
): Promise<Message> {
  const message = { id, content }
  if (attachments.length === 0) return sendMessage(conversationId, message, me)
  const file_ids = await whenArrived(attachments)
  try {
    return await sendMessage(conversationId, { ...message, file_ids }, me)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upload.not_yours')
      attachmentsExpired(attachments)
    throw error
  }
}

const inOutbox = ({ attachments: files, ...message }: OutgoingDraft, failed: boolean) => ({
  ...message,
  files,
  failed,
})
