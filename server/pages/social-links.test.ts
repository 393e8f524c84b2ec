import { expect, test } from 'vitest'
import { SOCIAL_MARKS } from '#contract/pages.ts'
import { withSocialLinks } from './social-links.ts'

const link = (platform: string, href: string) =>
  `<a href="${href}" aria-label="${platform}" target="_blank"><svg class="${platform}"><rect/></svg></a>`
const meta = (links: string) => `<head><meta name="social-links" content="${links}" /></head>`
const other = '<a href="/contact">Contact</a>'
const page =
  meta('') +
  other +
  Object.entries(SOCIAL_MARKS)
    .map(([platform, mark]) => link(platform, mark))
    .join('') +
  other

test('each social link gets its address, and a meta tag lists all of them for the app', () => {
  const links = {
    instagram: 'https://www.instagram.com/shop',
    tiktok: 'https://www.tiktok.com/@shop?a=1&b=2',
    youtube: 'https://youtube.com/@shop',
    twitter: 'https://x.com/shop',
  }
  const filled = withSocialLinks(page, links)
  expect(filled).toContain(
    other +
      link('instagram', 'https://www.instagram.com/shop') +
      link('tiktok', 'https://www.tiktok.com/@shop?a=1&amp;b=2') +
      link('youtube', 'https://youtube.com/@shop') +
      link('twitter', 'https://x.com/shop') +
      other,
  )
  const content = /content="([^"]*)"/.exec(filled)?.[1] ?? ''
  expect(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(links)
})

test('a platform without an address has no icon', () => {
  const filled = withSocialLinks(page, { youtube: 'https://youtube.com/@shop' })
  expect(filled).toBe(
    meta('{&quot;youtube&quot;:&quot;https://youtube.com/@shop&quot;}') +
      other +
      link('youtube', 'https://youtube.com/@shop') +
      other,
  )
  expect(withSocialLinks(page, {})).toBe(meta('{}') + other + other)
})

test('an address cannot break out of its attribute', () => {
  const filled = withSocialLinks(page, { twitter: `https://x.com/"onclick="x"><script>'$&` })
  expect(filled).not.toContain('<script>')
  expect(filled).not.toContain('"onclick')
})
