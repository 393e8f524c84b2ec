import type { Message, MessageFile, ThreadEvent } from '#contract/conversation-schemas.ts'
import type { SafetyKind } from '#contract/safety.ts'
import { sameDay } from './chat-times.ts'

/** The person's own message that the server has not confirmed. */
export interface OutgoingMessage {
  /** Created here, so that a retry is the same message. */
  id: string
  content: string
  /** Keys of its files (attachments.ts). */
  attachments: readonly string[]
  created_at: string
  /** 'waiting' means waiting for a network. */
  state: 'sending' | 'waiting' | 'failed'
}

/** What the log shows, top to bottom. */
export type ChatItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'event'; key: string; at: string; event: ThreadEvent }
  | {
      kind: 'bubble'
      key: string
      own: boolean
      content: string
      /** An operator covered it; `content` is then the sentence in its place, unless it is the reader's own message. */
      covered: boolean
      /** For a confirmed message. */
      files: readonly MessageFile[]
      /** Keys of the files of a message that is being sent. */
      attachments: readonly string[]
      /** What its reader is warned about; nothing beside the reader's own messages. */
      safety: readonly SafetyKind[]
      at: string
      state: 'sent' | 'read' | OutgoingMessage['state']
      /** First and last of a group: one sender, one day, nothing in between. */
      first: boolean
      last: boolean
    }

/** Messages within this time of each other form a group, in ms. */
const GROUP_MS = 10 * 60_000

type Bubble = Extract<ChatItem, { kind: 'bubble' }>

/** The input of a log. */
export interface Talk {
  messages: readonly Message[]
  outgoing: readonly OutgoingMessage[]
  /** The deal's events, oldest first. */
  events: readonly ThreadEvent[]
  /** Earlier messages are not loaded: earlier events belong between them. */
  more: boolean
}

/**
 * A conversation's log: day separators, grouped bubbles and the deal's events. Confirmed messages come in order, then
 * pending ones; a pending message that the server has already confirmed is left out.
 */
export function chatItems({ messages, outgoing, events, more }: Talk, me: string): ChatItem[] {
  const confirmed = new Set(messages.map((message) => message.id))
  const bubbles = messages.map((message) =>
    bubble({
      key: message.id,
      own: message.sender_id === me,
      content: message.content,
      covered: message.covered,
      files: message.files,
      attachments: [],
      safety: message.sender_id === me ? [] : message.safety,
      at: message.created_at,
      state: message.read_at ? 'read' : 'sent',
    }),
  )
  const leaving = outgoing
    .filter((message) => !confirmed.has(message.id))
    .map(({ id, content, attachments, created_at, state }) =>
      bubble({
        key: id,
        own: true,
        content,
        files: [],
        attachments,
        safety: [],
        covered: false,
        at: created_at,
        state,
      }),
    )
  const since = more ? messages[0]?.created_at : undefined
  const lines = events
    .filter((event) => since === undefined || Date.parse(event.at) >= Date.parse(since))
    .map((event) => ({ kind: 'event' as const, key: `event-${event.id}`, at: event.at, event }))

  const all = [...between(bubbles, lines), ...leaving]
  return all.flatMap((current, index): ChatItem[] => {
    const before = all[index - 1]
    const after = all[index + 1]
    const isNewDay = !before || !sameDay(before.at, current.at)
    const day = isNewDay
      ? [{ kind: 'day' as const, key: `day-${current.key}`, at: current.at }]
      : []
    if (current.kind === 'event') return [...day, current]
    const first = before?.kind !== 'bubble' || !together(before, current)
    const last = after?.kind !== 'bubble' || !together(current, after)
    return [...day, { ...current, first, last }]
  })
}

type Line = Extract<ChatItem, { kind: 'event' }>

/** Messages keep their order; each event precedes the first message after it. */
function between(bubbles: readonly Bubble[], lines: readonly Line[]): (Bubble | Line)[] {
  const all: (Bubble | Line)[] = []
  let next = 0
  for (const message of bubbles) {
    for (
      let line = lines[next];
      line && Date.parse(line.at) < Date.parse(message.at);
      line = lines[next]
    ) {
      all.push(line)
      next += 1
    }
    all.push(message)
  }
  return [...all, ...lines.slice(next)]
}

const bubble = (about: Omit<Bubble, 'kind' | 'first' | 'last'>): Bubble => ({
  kind: 'bubble',
  ...about,
  first: true,
  last: true,
})

function together(a: Bubble, b: Bubble): boolean {
  return (
    a.own === b.own &&
    (a.state === 'failed') === (b.state === 'failed') &&
    a.state !== 'failed' &&
    sameDay(a.at, b.at) &&
    Date.parse(b.at) - Date.parse(a.at) < GROUP_MS
  )
}
