import { expect, test } from 'vitest'
import { reachableDeals } from '#tests/support/reachable-deals.ts'
import { dealState } from './deal-state.ts'
import type { DealTold } from './deal-told.ts'
import { isReadersMove } from './deal-words.ts'
import { CREATOR_MOVES, WAITING_ACTS, waitingRank } from './waiting.ts'

test('the states that wait for a brand are exactly those in which it is the brand’s move', () => {
  const owners = new Set(
    reachableDeals()
      // Only the facts and the reader's role decide who moves next.
      .facts.flatMap((facts) => [facts, { ...facts, due: true }])
      .filter((facts) => isReadersMove({ facts, reader: 'owner' } as unknown as DealTold))
      // Returning money that came back to a cancelled project is the creator's move.
      .filter(({ project }) => project !== 'cancelled' && project !== 'completed')
      .map(dealState),
  )
  expect([...owners].toSorted()).toEqual(WAITING_ACTS.map(({ state }) => state).toSorted())
})

test('the states that wait for a creator are exactly those in which it is the creator’s move', () => {
  const theirs = new Set(
    reachableDeals()
      .facts.filter((facts) => isReadersMove({ facts, reader: 'creator' } as unknown as DealTold))
      .map(dealState),
  )
  expect([...theirs].toSorted()).toEqual([...CREATOR_MOVES].toSorted())
})

test('states with a deadline rank first, and a state that waits for someone else has no rank', () => {
  expect(waitingRank('answer', 'owner')).toBe(0)
  expect(waitingRank('draft', 'owner')).toBe(WAITING_ACTS.length - 1)
  expect(waitingRank('releasing', 'owner')).toBeNull()
  expect(waitingRank('work', 'creator')).toBe(CREATOR_MOVES.length - 1)
  expect(waitingRank('review', 'creator')).toBeNull()
})
