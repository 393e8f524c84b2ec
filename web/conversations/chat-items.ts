import type { Message } from '#contract/conversation-schemas.ts'
import { sameDay } from './chat-times.ts'

/** A message of our own that the server has not confirmed. */
export interface OutgoingMessage {
  /** Made here, so that sending it again is the same message. */
  id: string
  content: string
  created_at: string
  state: 'sending' | 'failed'
}

/** What the log shows, top to bottom. */
export type ChatItem =
  | { kind: 'day'; key: string; at: string }
  | {
      kind: 'bubble'
      key: string
      own: boolean
      content: string
      at: string
      state: 'sent' | 'read' | 'sending' | 'failed'
      /** First and last of a group: one sender, one day, nothing between. */
      first: boolean
      last: boolean
    }

/** Messages within this time of each other tighten to one group, in ms. */
const GROUP_MS = 10 * 60_000

type Bubble = Extract<ChatItem, { kind: 'bubble' }>

/**
 * The log of a conversation: day separators and bubbles in groups. Confirmed messages come oldest first, then what is
 * still on its way; an outgoing message that the server has already confirmed is left out.
 */
export function chatItems(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  me: string,
): ChatItem[] {
  const confirmed = new Set(messages.map((message) => message.id))
  const bubbles = [
    ...messages.map((message) =>
      bubble(
        message.id,
        message.sender_id === me,
        message.content,
        message.created_at,
        message.read_at ? 'read' : 'sent',
      ),
    ),
    ...outgoing
      .filter((message) => !confirmed.has(message.id))
      .map((message) =>
        bubble(message.id, true, message.content, message.created_at, message.state),
      ),
  ]

  const items: ChatItem[] = []
  bubbles.forEach((current, index) => {
    const before = bubbles[index - 1]
    const after = bubbles[index + 1]
    if (!before || !sameDay(before.at, current.at))
      items.push({ kind: 'day', key: `day-${current.key}`, at: current.at })
    items.push({
      ...current,
      first: !before || !together(before, current),
      last: !after || !together(current, after),
    })
  })
  return items
}

function bubble(
  key: string,
  own: boolean,
  content: string,
  at: string,
  state: Bubble['state'],
): Bubble {
  return { kind: 'bubble', key, own, content, at, state, first: true, last: true }
}

function together(a: Bubble, b: Bubble): boolean {
  return (
    a.own === b.own &&
    (a.state === 'failed') === (b.state === 'failed') &&
    a.state !== 'failed' &&
    sameDay(a.at, b.at) &&
    Date.parse(b.at) - Date.parse(a.at) < GROUP_MS
  )
}
