import { expect, test } from 'vitest'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import { THREAD_EVENTS } from '#contract/conversations.ts'
import { eventLink, eventSentence } from './thread-words.ts'

const event = (kind: ThreadEvent['kind'], net: number | null): ThreadEvent => ({
  id: 1,
  kind,
  at: '2031-03-03T10:00:00Z',
  actor_id: 'ellen',
  amount: 480,
  net,
  returned: null,
  extra_rounds: null,
  reason: null,
  order: null,
  deliverable: null,
})
const maya = { me: 'maya', other: 'Ellen', creator_id: 'maya' }
const ellen = { me: 'ellen', other: 'Maya', creator_id: 'maya' }

test('the price of an offer or an order is shown with what the creator receives', () => {
  expect(eventSentence(event('offer_made', 408), maya)).toBe(
    'Ellen offered $480.00 ($408.00 for you)',
  )
  expect(eventSentence(event('offer_made', 408), ellen)).toBe(
    'You offered $480.00 ($408.00 for the creator)',
  )
  expect(eventSentence(event('order_placed', 408), ellen)).toBe(
    'You ordered this package for $480.00 ($408.00 for the creator)',
  )
  expect(eventSentence(event('order_placed', 408), maya)).toBe(
    'Ellen ordered this package for $480.00 ($408.00 for you)',
  )
  expect(eventSentence(event('payment_refunded', null), ellen)).toContain('$480.00 goes')
})

test('shipment events link to the project as "View product", and no sentence calls it a deliverable', () => {
  const deal = { project_id: 'mugs', title: 'Mugs' }
  const kinds = THREAD_EVENTS.filter((kind) => kind.startsWith('shipment'))
  expect(kinds).toContain('shipment_shipped')
  for (const kind of kinds)
    for (const reader of [maya, ellen]) {
      expect(eventLink(event(kind, null), reader, deal)).toEqual({
        to: '/projects/mugs',
        words: 'View product',
      })
      expect(eventSentence(event(kind, null), reader)).not.toMatch(/deliver/i)
    }
})
