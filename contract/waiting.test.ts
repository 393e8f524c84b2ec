import { expect, test } from 'vitest'
import { reachableDeals } from '#tests/support/reachable-deals.ts'
import { dealState } from './deal-state.ts'
import type { DealTold } from './deal-told.ts'
import { isReadersMove } from './deal-words.ts'
import { WAITING_ACTS, waitingRank } from './waiting.ts'

test('the states that wait for a brand are those in which the table of words lets the brand move', () => {
  const owners = new Set(
    reachableDeals()
      // Only the facts and the reader decide who moves.
      .facts.filter((facts) => isReadersMove({ facts, reader: 'owner' } as unknown as DealTold))
      // Returning money that came back to a cancelled project is the creator's move.
      .filter(({ project }) => project !== 'cancelled' && project !== 'completed')
      .map(dealState),
  )
  expect([...owners].toSorted()).toEqual(WAITING_ACTS.map(({ state }) => state).toSorted())
})

test('what has a deadline comes first, and a state that waits for others has no place', () => {
  expect(waitingRank('answer')).toBe(0)
  expect(waitingRank('draft')).toBe(WAITING_ACTS.length - 1)
  expect(waitingRank('work')).toBeNull()
})
