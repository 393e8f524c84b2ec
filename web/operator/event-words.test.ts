import { expect, test } from 'vitest'
import { EVENT_MOVES, type EventEntity } from '#contract/events.ts'
import { eventWord, stateWord } from './event-words.ts'

test('every recorded event has its own wording, without underscores and unlike any other', () => {
  const words = (Object.keys(EVENT_MOVES) as EventEntity[]).flatMap((entity) =>
    EVENT_MOVES[entity].map((move) => eventWord(entity, move)),
  )
  expect(words.filter((word) => word.includes('_'))).toEqual([])
  expect(new Set(words).size).toBe(words.length)
})

test('a state is worded as in the product, and an unknown state or event after its name', () => {
  expect(stateWord('deliverable', 'rejected')).toBe('Needs revision')
  expect(stateWord('payment', 'held_in_escrow')).toBe('Held in Escrow')
  expect(stateWord('deal_dispute', 'awaiting_decision')).toBe('Awaiting decision')
  expect(stateWord('payment', 'held_back')).toBe('Held back')
  expect(stateWord('parcel', 'handed_over')).toBe('Handed over')
  expect(eventWord('parcel', 'hand_over')).toBe('Parcel hand over')
})
