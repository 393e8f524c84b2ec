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
    expect(draftOf.withSocialLink(empty, 'instagram', 'maya')).toEqual({
      problem: 'Invalid URL',
    })
    const first = draftOf.withSocialLink(empty, 'Instagram', 'instagram.com/maya')
    if (draftOf.isRefused(first)) throw new Error('refused')
    const second = draftOf.withSocialLink(first, 'instagram', 'https://instagram.com/okafor')
    expect(second).toMatchObject({ social_links: { instagram: 'https://instagram.com/okafor' } })
  })
  it('adds a portfolio address once', () => {
    expect(draftOf.withPortfolioUrl(empty, '  ')).toBe('incomplete')
    const once = draftOf.withPortfolioUrl(empty, 'example.com/reel')
    if (draftOf.isRefused(once)) throw new Error('refused')
    expect(once.portfolio_urls).toEqual(['https://example.com/reel'])
    expect(draftOf.withPortfolioUrl(once, 'https://example.com/reel')).toBe(once)
  })
  it('adds a rate only with service and a readable amount', () => {
    expect(draftOf.withRate(empty, 'Reel', '')).toBe('incomplete')
    expect(draftOf.withRate(empty, ' ', '10')).toBe('incomplete')
    expect(draftOf.withRate(empty, 'Reel', 'ten')).toEqual({
      problem: 'Enter an amount like 1,250.00.',
    })
    expect(draftOf.withRate(empty, 'Reel', '10.001')).toEqual({
      problem: 'Enter the amount with at most two decimals.',
    })
    expect(draftOf.withRate(empty, 'Reel', '-1')).toEqual({
      problem: 'The minimum amount is $0.00.',
    })
    expect(draftOf.withRate(empty, 'Reel', '1,320.5')).toMatchObject({ rates: { Reel: 1320.5 } })
    expect(draftOf.withRate(empty, 'Reel', '320.5')).toMatchObject({ rates: { Reel: 320.5 } })
  })
  it('keeps an entry by any name that a map can keep, and says so of the one it cannot', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'prototype']) {
      const rated = draftOf.withRate(empty, name, '10')
      if (draftOf.isRefused(rated)) throw new Error('refused')
      expect(Object.entries(rated.rates)).toEqual([[name, 10]])
      expect(draftOf.withoutRate(rated, name).rates).toEqual({})
    }
    const refused = { problem: 'Please use another name.' }
    expect(draftOf.withRate(empty, ' __proto__ ', '10')).toEqual(refused)
    expect(draftOf.withSocialLink(empty, '__PROTO__', 'sam.example')).toEqual(refused)
  })
  it('never changes the draft it was given', () => {
    const before = structuredClone(empty)
    draftOf.withRate(empty, 'Reel', '320')
    draftOf.withSocialLink(empty, 'tiktok', 'tiktok.com/@maya')
    expect(empty).toEqual(before)
  })
})
