import { expect, test } from 'vitest'
import { NICHES } from '#contract/profiles.ts'
import { wordsOf } from '#web/testing/drawn.tsx'
import { CreatorCard } from './CreatorCard.tsx'

const card = (niches: string[], rates: Record<string, number> = {}) =>
  wordsOf(
    <CreatorCard
      creator={{
        name: 'Maya Okafor',
        avatar_url: null,
        bio: null,
        niches,
        rates,
        package_from: null,
        social_links: {},
        portfolio_urls: [],
      }}
    />,
  )

test('Find Creators: at most 3 niche badges then "+N more"', () => {
  expect(card(['Food', 'Art', 'Music'])).not.toContain('more')
  expect(card(['Food', 'Art', 'Music', 'Pets'])).toMatch(/Food Art Music \+1 more$/)
  const all = card([...NICHES])
  expect(all).toMatch(/Fashion Beauty Fitness \+15 more$/)
  expect(all).not.toContain('Travel')
})

test('the lowest rate is shown, in US dollars', () => {
  expect(card([], { Reel: 1_180.5, Stills: 240 })).toContain('$240.00 lowest rate')
})
