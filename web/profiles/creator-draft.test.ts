import { describe, expect, it } from 'vitest'
import * as draftOf from './creator-draft.ts'
import type { CreatorDraft } from './creator-draft.ts'
import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { linkMessages as say } from '#contract/web-links.ts'

const empty: CreatorDraft = {
  name: 'Maya',
  bio: '',
  avatar_url: null,
  niches: [],
  social_links: {},
  portfolio_urls: [],
  portfolio_captions: {},
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
  it.each([
    ['', 'incomplete'],
    ['maya', { problem: say.invalid }],
    ['javascript:alert(1)', { problem: say.invalid }],
    ['ftp://maya.example', { problem: say.invalid }],
    ['https://maya:secret@maya.example', { problem: say.invalid }],
    ['https://maya.example/a b', { problem: say.characters }],
    ['maya.example/“reel”', { problem: say.characters }],
    ['maya.example:99999', { problem: say.port }],
    ['https://maya.example:0/', { problem: say.port }],
    ['https://m\u0430ya.example', { problem: say.alphabets }],
    ['https://xn--mya-6cd.example', { problem: say.alphabets }],
  ])('refuses the link %j with the message for its error', (typed, refused) => {
    expect(draftOf.withSocialLink(empty, 'instagram', typed)).toEqual(refused)
    expect(draftOf.withPortfolioUrl(empty, typed)).toEqual(refused)
  })
  it('refuses a link that is too long, as typed or once encoded', () => {
    const start = 'https://maya.example/'
    const link = start.padEnd(limits.listed_url, 'x')
    expect(draftOf.withPortfolioUrl(empty, link)).toMatchObject({ portfolio_urls: [link] })
    for (const long of [`${link}x`, start + 'ö'.repeat(limits.listed_url / 4)]) {
      expect(draftOf.withPortfolioUrl(empty, long)).toEqual({ problem: say.long })
      expect(draftOf.withSocialLink(empty, 'tiktok', long)).toEqual({ problem: say.long })
    }
  })
  it('accepts an unescaped apostrophe in a link, and stores it percent-encoded', () => {
    expect(draftOf.withPortfolioUrl(empty, "maya.example/maya's")).toMatchObject({
      portfolio_urls: ['https://maya.example/maya%27s'],
    })
  })
  it('adds a portfolio address once', () => {
    expect(draftOf.withPortfolioUrl(empty, '  ')).toBe('incomplete')
    const once = draftOf.withPortfolioUrl(empty, 'example.com/reel')
    if (draftOf.isRefused(once)) throw new Error('refused')
    expect(once.portfolio_urls).toEqual(['https://example.com/reel'])
    expect(draftOf.withPortfolioUrl(once, 'https://example.com/reel')).toBe(once)
  })
  it('moves and removes a portfolio piece together with its caption', () => {
    const [one, two] = ['/storage/public/portfolio/a/1.webp', '/storage/public/portfolio/a/2.mp4']
    const both = draftOf.withPiece(draftOf.withPiece(empty, one), two)
    expect(draftOf.withPiece(both, one)).toBe(both)
    const named = draftOf.withPieceMoved(draftOf.withCaption(both, two, 'Bread week'), two, 0)
    expect([named.portfolio_urls, draftOf.captionsOf(named)]).toEqual([
      [two, one],
      ['Bread week', ''],
    ])
    const left = draftOf.withoutPiece(named, two)
    expect([left.portfolio_urls, left.portfolio_captions]).toEqual([[one], {}])
    expect(draftOf.withCaption(named, two, '').portfolio_captions).toEqual({})
  })
  it('has room for twelve uploads, and for 24 portfolio addresses together with links', () => {
    const linksOf = (length: number) =>
      Array.from({ length }, (_, n) => `https://maya.example/${n}`)
    const room = (count: number) => draftOf.pieceRoom({ ...empty, portfolio_urls: linksOf(count) })
    expect([0, 12, 13, 24, 25].map(room)).toEqual([12, 12, 11, 0, 0])
    const links = linksOf(5)
    expect(draftOf.pieceRoom({ ...empty, portfolio_urls: links })).toBe(12)
    const files = Array.from({ length: 11 }, (_, n) => `/storage/public/portfolio/a/${n}.webp`)
    expect(draftOf.pieceRoom({ ...empty, portfolio_urls: [...links, ...files] })).toBe(1)
    const all = [...links, ...files, ...links.map((link) => `${link}b`), ...files]
    expect(draftOf.pieceRoom({ ...empty, portfolio_urls: all })).toBe(0)
  })
  it('adds a rate only with a service and a valid amount; the same service overwrites', () => {
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
    const rated = { ...empty, rates: { Reel: 320.5, Story: 90 } }
    expect(draftOf.withRate(rated, ' Reel ', '400')).toMatchObject({
      rates: { Reel: 400, Story: 90 },
    })
  })
  it('accepts names such as constructor for an entry, and refuses __proto__', () => {
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
  describe('an entry that was typed but not added', () => {
    const lines = { ...draftOf.noLines, social_platform: 'tiktok' }

    it('is added when the profile is saved', () => {
      const { draft, errors } = draftOf.withLines(empty, {
        social_platform: 'tiktok',
        social_url: 'tiktok.com/@maya',
        portfolio_url: 'maya.example/reel',
        rate_service: 'Reel',
        rate_amount: '320',
      })
      expect(errors).toEqual({})
      expect(draft).toEqual({
        ...empty,
        social_links: { tiktok: 'https://tiktok.com/@maya' },
        portfolio_urls: ['https://maya.example/reel'],
        rates: { Reel: 320 },
      })
    })

    it('is refused with an error at its own line, and does not block the others', () => {
      const { draft, errors } = draftOf.withLines(empty, {
        ...draftOf.noLines,
        social_url: 'tiktok.com/@maya',
        portfolio_url: 'maya.example/reel',
        rate_amount: '320',
      })
      expect(errors).toEqual({
        social_url: 'Choose a platform and give its address.',
        rate_amount: 'Give a service and its amount.',
      })
      expect(draft.portfolio_urls).toEqual(['https://maya.example/reel'])
    })

    it('is ignored if only a platform was chosen', () => {
      expect(draftOf.withLines(empty, lines)).toEqual({ draft: empty, errors: {} })
    })
  })
  it('never changes the draft it was given', () => {
    const [one, two] = ['https://maya.example/1', 'https://maya.example/2']
    const full: CreatorDraft = {
      ...empty,
      niches: ['Food'],
      social_links: { instagram: 'https://instagram.com/maya' },
      portfolio_urls: [one, two],
      portfolio_captions: { [one]: 'Bread week' },
      rates: { Reel: 320 },
    }
    const lines = {
      social_platform: 'tiktok',
      social_url: 'tiktok.com/@maya',
      portfolio_url: 'maya.example/3',
      rate_service: 'Story',
      rate_amount: '90',
    }
    const before = structuredClone(full)
    for (const changed of [
      draftOf.withNiche(full, 'Travel'),
      draftOf.withoutNiche(full, 'Food'),
      draftOf.withSocialLink(full, 'instagram', 'instagram.com/okafor'),
      draftOf.withoutSocialLink(full, 'instagram'),
      draftOf.withPortfolioUrl(full, 'maya.example/3'),
      draftOf.withPiece(full, '/storage/public/portfolio/a/1.webp'),
      draftOf.withPieceMoved(full, two, 0),
      draftOf.withCaption(full, one, 'Cake week'),
      draftOf.withoutPiece(full, one),
      draftOf.withRate(full, 'Reel', '400'),
      draftOf.withoutRate(full, 'Reel'),
      draftOf.withLines(full, lines).draft,
    ]) {
      expect(changed).not.toEqual(before)
      expect(full).toEqual(before)
    }
  })
})
