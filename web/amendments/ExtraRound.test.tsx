import { expect, test } from 'vitest'
import { AMENDMENT_LIMITS, type AmendmentSide } from '#contract/amendments.ts'
import { wordsWithChanges } from '#web/testing/deal-changes.tsx'
import { ExtraRound } from './ExtraRound.tsx'

/** What a brand that has used its rounds reads, after declined proposals of this side. */
const wordsAfter = (by: AmendmentSide, count: number) =>
  wordsWithChanges(
    <ExtraRound
      projectId="p"
      rounds={{ used: 1, agreed: 1 }}
      creatorName="Maya Okafor"
      typed="Brighter."
    />,
    {
      closed: null,
      price_fixed: 'amendment.payment_begun',
      held: null,
      amendments: Array.from({ length: count }, (_, n) => ({
        id: `${n}`,
        by,
        status: 'declined',
      })),
    },
  )
const MOST = AMENDMENT_LIMITS.mostOfSide

test('after the last proposal of the brand, it reads why it can ask for no other round, and has no form', () => {
  const words = wordsAfter('seller', MOST)
  expect(words).not.toContain('Ask')
  expect(words).toContain(
    'You have proposed 10 changes, which is the most. Maya Okafor can still propose one.',
  )
})

test('before that, and whatever the creator proposed, the form is there', () => {
  for (const words of [wordsAfter('seller', MOST - 1), wordsAfter('creator', MOST)]) {
    expect(words).not.toContain('which is the most')
    expect(words).toContain('Ask')
  }
})
