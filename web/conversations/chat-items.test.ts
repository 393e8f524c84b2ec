import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Message, ThreadEvent } from '#contract/conversation-schemas.ts'
import { dayLabel } from './chat-times.ts'
import { chatItems as itemsOf, type ChatItem, type OutgoingMessage } from './chat-items.ts'

afterEach(() => vi.unstubAllEnvs())

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 5, day, hour, minute).toISOString()
const message = (
  id: string,
  sender_id: string,
  created_at: string,
  read_at: string | null = null,
): Message => ({
  id,
  conversation_id: 'c',
  sender_id,
  seq: 0,
  content: id,
  files: [],
  safety: [],
  covered: false,
  created_at,
  read_at,
})
const chatItems = (messages: Message[], outgoing: OutgoingMessage[], me: string) =>
  itemsOf({ messages, outgoing, events: [], more: false }, me)
const event = (id: number, when: string): ThreadEvent => ({
  id,
  kind: 'payment_held',
  at: when,
  actor_id: null,
  amount: 540,
  net: null,
  returned: null,
  extra_rounds: null,
  reason: null,
  order: null,
  deliverable: null,
})
const shape = (items: ChatItem[]) =>
  items.map((item) =>
    item.kind !== 'bubble'
      ? item.kind
      : `${item.key}${item.first ? '⌜' : ''}${item.last ? '⌟' : ''}`,
  )

describe('the log of a conversation', () => {
  it('warns the recipient of an unsafe message, but not its sender', () => {
    const sent = { ...message('a', 'maya', at(1, 9)), safety: ['pay_outside' as const] }
    const warnings = (me: string) =>
      chatItems([sent], [], me).flatMap((item) => (item.kind === 'bubble' ? item.safety : []))
    expect(warnings('ellen')).toEqual(['pay_outside'])
    expect(warnings('maya')).toEqual([])
  })

  it('opens every day with a separator', () => {
    const items = chatItems(
      [
        message('a', 'her', at(15, 9)),
        message('b', 'her', at(15, 18)),
        message('c', 'me', at(18, 8)),
      ],
      [],
      'me',
    )
    expect(shape(items)).toEqual(['day', 'a⌜⌟', 'b⌜⌟', 'day', 'c⌜⌟'])
  })
  it.each(['America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Chatham'])(
    'separates days at the reader’s local midnight, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      // Two minutes around each midnight there, across a clock change in Los Angeles and in Chatham.
      const midnights = [1, 2, 3, 4, 5, 6].map((day) => new Date(2026, 3, day))
      const spring = [7, 8, 9, 10].map((day) => new Date(2026, 2, day))
      for (const days of [spring, midnights]) {
        const talk = days.flatMap((midnight, index) => [
          message(`${index} before`, 'me', new Date(midnight.getTime() - 60_000).toISOString()),
          message(`${index} after`, 'me', new Date(midnight.getTime() + 60_000).toISOString()),
        ])
        const items = chatItems(talk, [], 'me')
        expect(shape(items)).toEqual([
          'day',
          ...days.flatMap((_, index) => [`${index} before⌜⌟`, 'day', `${index} after⌜⌟`]),
        ])
        const now = new Date(days.at(-1)?.getTime() ?? 0)
        now.setHours(12)
        const labels = items.flatMap((item) =>
          item.kind === 'day' ? [dayLabel(item.at, now)] : [],
        )
        expect(labels.slice(-2)).toEqual(['Yesterday', 'Today'])
        expect(new Set(labels).size).toBe(labels.length)
      }
    },
  )
  it('groups one person’s messages within ten minutes', () => {
    const items = chatItems(
      [
        message('a', 'me', at(15, 9)),
        message('b', 'me', at(15, 9, 5)),
        message('c', 'her', at(15, 9, 6)),
      ],
      [],
      'me',
    )
    expect(shape(items)).toEqual(['day', 'a⌜', 'b⌟', 'c⌜⌟'])
  })
  it('does not group across midnight', () => {
    const items = chatItems(
      [message('a', 'me', at(15, 23, 58)), message('b', 'me', at(16, 0, 1))],
      [],
      'me',
    )
    expect(shape(items)).toEqual(['day', 'a⌜⌟', 'day', 'b⌜⌟'])
  })
  it('puts pending messages last and drops them once confirmed', () => {
    const out = {
      id: 'b',
      content: 'b',
      attachments: [],
      created_at: at(15, 9, 1),
      state: 'sending',
    } as const
    const messages = [message('a', 'me', at(15, 9))]
    expect(shape(chatItems(messages, [out], 'me'))).toEqual(['day', 'a⌜', 'b⌟'])
    expect(shape(chatItems([...messages, message('b', 'me', at(15, 9, 1))], [out], 'me'))).toEqual([
      'day',
      'a⌜',
      'b⌟',
    ])
  })
  it('does not group a failed message with the message before it', () => {
    const failed = {
      id: 'b',
      content: 'b',
      attachments: [],
      created_at: at(15, 9, 1),
      state: 'failed',
    } as const
    expect(shape(chatItems([message('a', 'me', at(15, 9))], [failed], 'me'))).toEqual([
      'day',
      'a⌜⌟',
      'b⌜⌟',
    ])
  })
  it('shows for each of the reader’s own messages whether it was read', () => {
    const items = chatItems(
      [message('a', 'me', at(15, 9), at(15, 10)), message('b', 'me', at(15, 11))],
      [],
      'me',
    )
    expect(items.flatMap((item) => (item.kind === 'bubble' ? [item.state] : []))).toEqual([
      'read',
      'sent',
    ])
  })
  it('shows the deal’s events in chronological order, and ends message groups at them', () => {
    const messages = [
      message('a', 'me', at(15, 9)),
      message('b', 'me', at(15, 9, 4)),
      message('c', 'me', at(15, 9, 5)),
    ]
    const events = [event(1, at(14, 20)), event(2, at(15, 9, 2)), event(3, at(15, 10))]
    const talk = { messages, outgoing: [], events, more: false }
    const all = ['day', 'event', 'day', 'a⌜⌟', 'event', 'b⌜', 'c⌟', 'event']
    expect(shape(itemsOf(talk, 'me'))).toEqual(all)
    // Until earlier messages are loaded, earlier events wait with them.
    expect(shape(itemsOf({ ...talk, more: true }, 'me'))).toEqual(all.slice(2))
    expect(shape(itemsOf({ ...talk, messages: [] }, 'me'))).toEqual([
      'day',
      'event',
      'day',
      'event',
      'event',
    ])
  })
})
