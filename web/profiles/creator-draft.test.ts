import { describe, expect, it } from 'vitest'
import * as draftOf from './creator-draft.ts'
import type { CreatorDraft } from './creator-draft.ts'

const empty: CreatorDraft = {
  name: 'Maya',
  bio: '',
  avatar_url: null,
  niches: [],
  social_links: {},
  portfolio_urls: [],
  rates: {},
}

describe('editing a creator profile', () => {
  it('adds a niche once', () => {
    const once = draftOf.withNiche(empty, 'Food')
    expect(draftOf.withNiche(once, 'Food').niches).toEqual(['Food'])
    expect(draftOf.withoutNiche(once, 'Food').niches).toEqual([])
  })
  it('adds a social link only with platform and address; the same platform overwrites', () => {
    expect(draftOf.withSocialLink(empty, '', 'instagram.com/maya')).toBe('incomplete')
    expect(draftOf.withSocialLink(empty, 'instagram', ' ')).toBe('incomplete')
    expect(draftOf.withSocialLink(empty, 'instagram', 'maya')).toBe('invalid')
    const first = draftOf.withSocialLink(empty, 'Instagram', 'instagram.com/maya')
    if (typeof first === 'string') throw new Error('refused')
    const second = draftOf.withSocialLink(first, 'instagram', 'https://instagram.com/okafor')
    expect(second).toMatchObject({ social_links: { instagram: 'https://instagram.com/okafor' } })
  })
  it('adds a portfolio address once', () => {
    expect(draftOf.withPortfolioUrl(empty, '  ')).toBe('incomplete')
    const once = draftOf.withPortfolioUrl(empty, 'example.com/reel')
    if (typeof once === 'string') throw new Error('refused')
    expect(once.portfolio_urls).toEqual(['https://example.com/reel'])
    expect(draftOf.withPortfolioUrl(once, 'https://example.com/reel')).toBe(once)
  })
  it('adds a rate only with service and a readable amount', () => {
    expect(draftOf.withRate(empty, 'Reel', '')).toBe('incomplete')
    expect(draftOf.withRate(empty, ' ', '10')).toBe('incomplete')
    expect(draftOf.withRate(empty, 'Reel', 'ten')).toBe('invalid')
    expect(draftOf.withRate(empty, 'Reel', '320.5')).toMatchObject({ rates: { Reel: 320.5 } })
  })
  it('never changes the draft it was given', () => {
    const before = structuredClone(empty)
    draftOf.withRate(empty, 'Reel', '320')
    draftOf.withSocialLink(empty, 'tiktok', 'tiktok.com/@maya')
    expect(empty).toEqual(before)
  })
})
