import { expect, test } from 'vitest'
import { DEFAULT_PREVIEW, ORIGIN_MARK, SITE_DESCRIPTION } from '#contract/pages.ts'
import type { ShownProfile } from '#contract/profile-schemas.ts'
import { headTags } from './page-head.ts'
import { profileHead } from './profile-page.ts'

const id = '00000000-0000-4000-8000-000000000000'
const stored = `/storage/public/portfolio/${id}`
const maya: ShownProfile = {
  id,
  name: 'Maya Okafor',
  role: 'creator',
  avatar_url: `/storage/public/avatars/${id}/${id}.webp#0123456789ab`,
  company_name: null,
  bio: null,
  niches: [],
  rates: {},
  social_links: {},
  portfolio_urls: [
    'https://www.instagram.com/p/abc',
    '/art/c-maya-mug.svg',
    `${stored}/film.mp4`,
    `${stored}/mug.webp#0123456789ab`,
    `${stored}/bowl.webp`,
  ],
  portfolio_captions: ['', '', '', 'A mug in "morning" light', ''],
  industry: null,
  website: null,
  brand_description: null,
  package_from: null,
  packages: [],
  record: { deals: null, figures: [], badges: [] },
  completed_projects: null,
  created_at: '2026-06-07T12:00:00Z',
}
const tagsOf = (profile: ShownProfile) =>
  headTags(profileHead(profile, 'Cartwright'), 'Cartwright').split(/\n\s*/)
const property = (name: string, content: string) =>
  `<meta property="og:${name}" content="${content}" />`
const card = (kind: string) => `<meta name="twitter:card" content="${kind}" />`

test('a creator’s link previews their first uploaded picture, large, with its caption as alt text', () => {
  const tags = tagsOf(maya)
  expect(tags).toContain(property('image', `${ORIGIN_MARK}${stored}/mug.webp`))
  expect(tags).toContain(property('image:alt', 'A mug in &quot;morning&quot; light'))
  expect(tags).toContain(card('summary_large_image'))
  const captions = maya.portfolio_captions.map(() => '')
  expect(tagsOf({ ...maya, portfolio_captions: captions })).toContain(
    property('image:alt', 'Work by Maya Okafor'),
  )
})

test('without a portfolio picture the preview is the avatar, and without an avatar the default card', () => {
  const films = { ...maya, portfolio_urls: maya.portfolio_urls.slice(0, 3) }
  const portrait = tagsOf(films)
  expect(portrait).toContain(
    property('image', `${ORIGIN_MARK}/storage/public/avatars/${id}/${id}.webp`),
  )
  expect(portrait).toContain(property('image:alt', 'Maya Okafor'))
  expect(portrait).toContain(card('summary'))
  const none = tagsOf({ ...films, avatar_url: null })
  expect(none).toContain(property('image', `${ORIGIN_MARK}${DEFAULT_PREVIEW.path}`))
  expect(none).toContain(property('image:width', '1200'))
  expect(none).toContain(card('summary_large_image'))
})

test('a brand’s link shows no pieces, even if it has some', () => {
  expect(tagsOf({ ...maya, role: 'seller' }).join('')).not.toContain('portfolio')
})

test('a noindex page has the default preview card, and neither URL nor picture of its own', () => {
  const picture = { url: '/private.webp', alt: 'Private', fillsCard: true }
  const tags = headTags({ title: 'Cartwright', path: null, picture }, 'Cartwright')
  expect(tags).toContain('<meta name="robots" content="noindex" />')
  expect(tags).toContain(property('title', 'Cartwright'))
  expect(tags).toContain(property('description', SITE_DESCRIPTION))
  expect(tags).toContain(property('image', `${ORIGIN_MARK}${DEFAULT_PREVIEW.path}`))
  expect(tags).not.toMatch(/og:url|canonical|rivate/)
})
