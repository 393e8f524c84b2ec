import { expect, test } from 'vitest'
import { BADGES } from '#contract/badges.ts'
import { RANK_LABELS } from '#contract/track-record.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { NobodyHasIt } from './NobodyHasIt.tsx'
import { type Ranking, UNRANKED } from './ranking.ts'
import { RecordOrder } from './RecordOrder.tsx'

const chosenIn = (ranking: Pick<Ranking, 'order' | 'badge'>) =>
  [
    ...drawn(<RecordOrder ranking={ranking} onRank={() => undefined} />).matchAll(
      /<option[^>]* selected=""[^>]*>([^<]*)/g,
    ),
  ].map(([, label]) => label)

test('the selected options match the order and the badge of the list', () => {
  expect(chosenIn(UNRANKED)).toEqual(['Newest first', 'Any badge'])
  expect(chosenIn({ order: 'on_time', badge: 'on_time' })).toEqual([
    RANK_LABELS.on_time,
    BADGES.on_time.label,
  ])
})

test('if no one has the badge, a message offers "Show Everyone", once all applicants are loaded', () => {
  const nobody = (isSearching: boolean, isShortlist = false) =>
    wordsOf(<NobodyHasIt {...{ isSearching, isShortlist }} onReset={() => undefined} />)
  expect(nobody(false)).toBe('No applicant has this badge Show Everyone')
  expect(nobody(false, true)).toBe('No one on your shortlist has this badge Show Everyone')
  expect(nobody(true)).not.toContain('No applicant')
})
