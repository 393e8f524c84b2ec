import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Message } from '#contract/conversation-schemas.ts'
import { withMessage, type MessagePages } from '../conversations/message-pages.ts'
import { messagesKey } from '../conversations/use-messages.ts'
import { connectRealtime, type Change } from './connection.ts'
import { concerns } from './topics.ts'

/** Changes that arrive within this time are fetched together, in ms: one act often names several topics. */
const GATHER_MS = 60

/**
 * Keeps every screen live while `userId` is signed in: messages go straight into the cache, everything else that
 * changed is fetched again. Mount it once, in the shell.
 */
export function useRealtime(
  userId: string | null,
  accessToken: () => Promise<string | null>,
): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userId === null) return
    const gather = gatherChanges(queries)
    const disconnect = connectRealtime(accessToken, {
      message: (message) => takeMessage(queries, message),
      changed: gather.add,
      // Events of the gap are lost; whatever is on screen is asked for again.
      reconnected: () => void queries.invalidateQueries(),
    })
    return () => {
      gather.stop()
      disconnect()
    }
  }, [queries, userId, accessToken])
}

/** Puts a message of the socket into its conversation, if that is loaded. */
export function takeMessage(queries: QueryClient, message: Message): void {
  queries.setQueryData<MessagePages>(
    messagesKey(message.conversation_id),
    (pages) => pages && withMessage(pages, message),
  )
}

function gatherChanges(queries: QueryClient) {
  const topics = new Set<Change['topics'][number]>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    const now = [...topics]
    topics.clear()
    void queries.invalidateQueries({
      predicate: (query) => now.some((topic) => concerns(topic, query.queryKey)),
    })
  }
  return {
    add(change: Change) {
      for (const topic of change.topics) topics.add(topic)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
