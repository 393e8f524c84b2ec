import { expect, test } from 'vitest'
import { reachableDeals } from '#tests/support/reachable-deals.ts'
import { type AddedMoney, dueOf } from './deal-added.ts'
import type { TrackTold } from './deal-stops.ts'
import { dealState } from './deal-state.ts'
import { dealTrack } from './deal-track.ts'
import { formatUsd } from './money.ts'

/** Amounts that changes added to held money, on the track of its deal. */

const work = reachableDeals().facts.find((facts) => dealState(facts) === 'work')
if (work === undefined) throw new Error('no deal is at work')
const facts = work

const track = (reader: 'owner' | 'creator', added?: AddedMoney[]) =>
  dealTrack({
    facts,
    reader,
    creator: 'Maya',
    brand: 'the brand',
    amount: '$540.00',
    share: '$459.00',
    returnedPart: null,
    applications: 1,
    deadline: 'Jun 28',
    reviewBy: null,
    answerBy: null,
    releasedOn: null,
    refundedOn: null,
    timeline: {
      posted_at: 'Jun 2',
      first_application_at: 'Jun 2',
      accepted_at: 'Jun 6',
      funded_at: 'Jun 7',
      delivered_at: null,
      approved_at: null,
      released_at: null,
      cancelled_at: null,
    },
    day: (moment) => moment,
    unsure: false,
    ...(added === undefined ? {} : { added, ...dueIn(added) }),
  } satisfies TrackTold)
/** What deal-reading.ts makes of the server's response. */
function dueIn(added: readonly AddedMoney[]): Partial<TrackTold> {
  const due = dueOf(added)
  return due === undefined
    ? {}
    : { facts: { ...facts, due: true }, due: { amount: formatUsd(due.amount), by: due.pay_by } }
}
const lines = (reader: 'owner' | 'creator', added?: AddedMoney[]) =>
  track(reader, added).stops.map(({ also }) => also)

const HELD: AddedMoney = { amount: 60, pay_by: null, held_at: 'Jun 24' }
const DUE: AddedMoney = { amount: 25.5, pay_by: 'Jun 27', held_at: null }

test('without added money, no stop has an extra line and the note is unchanged', () => {
  for (const added of [undefined, []]) {
    expect(lines('owner', added).flat()).toEqual([])
    expect(track('owner', added).note).toBe('$540.00 held. Maya delivers by Jun 28.')
  }
})

test('both sides see added money below the held funds: what was paid, and what is due by when', () => {
  const [, , , funded, ...rest] = lines('owner', [HELD, DUE])
  expect(funded).toEqual(['$60.00 added Jun 24', 'Pay $25.50 more by Jun 27'])
  expect(rest.flat()).toEqual([])
  expect(lines('creator', [HELD, DUE])[3]).toEqual(['$60.00 added Jun 24', '$25.50 more by Jun 27'])
})

test('only what is due is in the note', () => {
  expect(track('owner', [HELD]).note).toBe('$540.00 held. Maya delivers by Jun 28.')
  expect(track('owner', [HELD, DUE]).note).toBe(
    '$540.00 held. Maya delivers by Jun 28. You agreed to pay $25.50 more by Jun 27.',
  )
  expect(track('creator', [DUE]).note).toBe(
    '$540.00 held. Deliver your work by Jun 28. The brand agreed to pay $25.50 more by Jun 27.',
  )
})

test('while the creator works, an amount due is also the brand’s move, and the creator’s move stays', () => {
  const current = (reader: 'owner' | 'creator', added?: AddedMoney[]) =>
    track(reader, added).stops.find(({ state }) => state === 'yours' || state === 'theirs')
  expect(current('owner', [DUE])).toMatchObject({
    state: 'yours',
    when: 'Your move · pay $25.50 more by Jun 27',
  })
  expect(current('creator', [DUE])).toMatchObject({ state: 'yours', when: 'Your move · by Jun 28' })
  expect(current('owner', [HELD])).toMatchObject({ state: 'theirs', when: 'Maya, by Jun 28' })
})
