import { useEffect } from 'react'
import type { Message } from '#contract/conversation-schemas.ts'
import { useMarkRead } from './use-messages.ts'

/**
 * Marks the other side's messages as read once they are on a visible screen: a chat in a background tab stays unread
 * until the tab is shown. A failed attempt is retried with the next message, not in a loop.
 */
export function useMarkReadWhenSeen(
  conversationId: string,
  messages: readonly Message[],
  me: string,
): void {
  const { mutate } = useMarkRead(conversationId)
  const newestUnread = messages.findLast(
    (message) => message.sender_id !== me && message.read_at === null,
  )?.id
  useEffect(() => {
    if (newestUnread === undefined) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', mark)
      mutate()
    }
    document.addEventListener('visibilitychange', mark)
    mark()
    return () => document.removeEventListener('visibilitychange', mark)
  }, [newestUnread, mutate])
}
