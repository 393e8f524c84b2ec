import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversation-schemas.ts'
import { flatten, withMessages, type MessagePages } from './message-pages.ts'

const message = (id: string, minute: number, read = false): Message => ({
  id,
  conversation_id: 'c',
  sender_id: 'me',
  seq: minute,
  content: id,
  files: [],
  safety: [],
  covered: false,
  created_at: new Date(Date.UTC(2026, 5, 18, 12, minute)).toISOString(),
  read_at: read ? new Date(Date.UTC(2026, 5, 18, 13)).toISOString() : null,
})
const pages = (...all: Message[][]): MessagePages => ({
  pages: all,
  pageParams: all.map(() => undefined),
})
const withMessage = (all: MessagePages, one: Message) => withMessages(all, [one])
const ids = (value: MessagePages) => flatten(value).map((one) => one.id)

describe('messages of a conversation', () => {
  it('are ordered oldest first across pages, whichever page they came in', () => {
    expect(
      ids(pages([message('c', 3), message('d', 4)], [message('a', 1), message('b', 2)])),
    ).toEqual(['a', 'b', 'c', 'd'])
  })
  it('appear once when two pages overlap', () => {
    expect(
      ids(pages([message('b', 2), message('c', 3)], [message('a', 1), message('b', 2)])),
    ).toEqual(['a', 'b', 'c'])
  })
  it('include a new message in its place', () => {
    expect(ids(withMessage(pages([message('a', 1), message('c', 3)]), message('b', 2)))).toEqual([
      'a',
      'b',
      'c',
    ])
  })
  it('include the first message of an empty conversation', () => {
    expect(ids(withMessage(pages([]), message('a', 1)))).toEqual(['a'])
  })
  it('appear once when both the socket and the response deliver them', () => {
    const once = withMessage(pages([message('a', 1)]), message('b', 2))
    expect(ids(withMessage(once, message('b', 2)))).toEqual(['a', 'b'])
  })
  it('keep their identity when an event changes nothing', () => {
    const before = pages([message('a', 1)])
    expect(withMessage(before, message('a', 1))).toBe(before)
  })
  it('are marked read by an update, even on an older page', () => {
    const after = withMessage(pages([message('b', 2)], [message('a', 1)]), message('a', 1, true))
    expect(flatten(after)[0]?.read_at).not.toBeNull()
  })
  it('are never marked unread again by a late event', () => {
    const after = withMessage(pages([message('a', 1, true)]), message('a', 1))
    expect(flatten(after)[0]?.read_at).not.toBeNull()
  })
  it('are all marked read up to the newest read one of the same sender', () => {
    const before = pages([message('b', 2), message('c', 3), message('d', 4)], [message('a', 1)])
    const read = flatten(withMessage(before, message('c', 3, true))).map(
      (one) => one.read_at !== null,
    )
    expect(read).toEqual([true, true, true, false])
    const others = { ...message('c', 3, true), sender_id: 'her' }
    const after = withMessages(pages([message('b', 2), message('d', 4)]), [others])
    expect(flatten(after).map((one) => one.read_at !== null)).toEqual([false, true, false])
  })
})
