import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChangeTopic } from '#contract/conversations.ts'
import { catchUpAll, takeMessage } from '#web/conversations/live-messages.ts'
import { connectRealtime, type Change } from '#web/realtime/connection.ts'
import { isConnected } from '#web/realtime/connection-state.ts'
import { endTyping } from '#web/realtime/ephemeral-events.ts'
import { concerns } from '#web/realtime/topics.ts'

/** Changes within this time are refetched together, in ms: one action often names several topics. */
const GATHER_MS = 60
/**
 * How often a visible page polls for messages while the socket is down, in ms, and after how many polls it refetches
 * everything.
 */
const POLL_MS = 5_000
const POLL_ALL_EVERY = 6

/**
 * Keeps every screen live while `userId` is signed in: messages go straight into the cache, everything else that
 * changed is refetched. After sleep, a network change or a restart it catches up, and while the socket is down it
 * polls. Mount it once, in the shell.
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
      message: (message) => {
        endTyping(message.conversation_id, message.sender_id)
        takeMessage(queries, message, userId)
      },
      changed: (change) => gather.add(change.topics),
      missed: () => readOnEverywhere(queries),
    })
    const stopWaking = onWaking(() => readOnEverywhere(queries))
    const stopAsking = askWhileDown(queries, gather.add)
    return () => {
      gather.stop()
      stopWaking()
      stopAsking()
      disconnect()
    }
  }, [queries, userId, accessToken])
}

/** Events from the gap are lost: conversations catch up, everything else on screen is refetched. */
function readOnEverywhere(queries: QueryClient): void {
  catchUpAll(queries)
  void queries.invalidateQueries({ predicate: ({ queryKey: [key] }) => key !== 'messages.list' })
}

/**
 * After sleep or a network change the socket may be dead without knowing: the page catches up as soon as it is visible,
 * not only when the heartbeat fails.
 */
function onWaking(wake: () => void): () => void {
  let hiddenAt: number | null = null
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (hiddenAt !== null && Date.now() - hiddenAt > POLL_MS) wake()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) wake()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', onPageShow)
  }
}

function askWhileDown(queries: QueryClient, refetch: (topics: ChangeTopic[]) => void): () => void {
  let times = 0
  const timer = setInterval(() => {
    if (isConnected() || document.visibilityState === 'hidden' || !navigator.onLine) return
    times += 1
    if (times % POLL_ALL_EVERY === 0) readOnEverywhere(queries)
    else {
      catchUpAll(queries)
      refetch(['conversations'])
    }
  }, POLL_MS)
  return () => clearInterval(timer)
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
    add(some: readonly ChangeTopic[]) {
      for (const topic of some) topics.add(topic)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
