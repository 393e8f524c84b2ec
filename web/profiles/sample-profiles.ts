import type { ShownProfile } from '#contract/profile-schemas.ts'

const creator: ShownProfile = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'A creator',
  role: 'creator',
  avatar_url: null,
  company_name: null,
  bio: null,
  niches: [],
  rates: {},
  social_links: {},
  portfolio_urls: [],
  portfolio_captions: [],
  industry: null,
  website: null,
  brand_description: null,
  created_at: '2026-01-01T12:00:00Z',
  package_from: null,
  packages: [],
  record: { deals: null, figures: [], badges: [] },
  completed_projects: null,
}
const brand: ShownProfile = {
  ...creator,
  name: 'A brand',
  role: 'seller',
  completed_projects: 0,
}

const words = 'What they say of themselves.'
const avatar = '/storage/public/avatars/a/a.webp'
const links = Object.fromEntries(
  ['instagram', 'tiktok', 'youtube', 'twitter', 'elsewhere'].map((platform) => [
    platform,
    `https://${platform}.example/name`,
  ]),
)

/**
 * Public profiles that together contain every part a profile may have: the profile page includes the styles that these
 * use (scripts/prerender.ts).
 */
export const sampleProfiles: readonly ShownProfile[] = [
  creator,
  {
    ...creator,
    avatar_url: avatar,
    bio: words,
    niches: ['Food'],
    rates: { Reel: 100 },
    social_links: links,
    record: {
      deals: 3,
      figures: [{ figure: 'on_time', n: 3, of: 3 }],
      badges: ['on_time'],
    },
    portfolio_urls: ['/art/one.svg', '/film.mp4', 'https://elsewhere.example/piece'],
    portfolio_captions: [words],
    package_from: 100,
    packages: [
      {
        id: '00000000-0000-4000-8000-000000000002',
        title: words,
        items: [
          {
            id: 'clip',
            what: 'video',
            label: null,
            count: 1,
            ratio: '9:16',
            seconds_min: null,
            seconds_max: 30,
            min_width: null,
            sound: false,
            captions: false,
            raw: false,
          },
        ],
        price: 100,
        days: 7,
        rounds: 2,
        add_ons: [{ id: 'raw', label: words, price: 40, days: 0 }],
        samples: ['/art/one.svg'],
      },
    ],
  },
  brand,
  {
    ...brand,
    avatar_url: avatar,
    company_name: 'The brand',
    industry: 'Kitchen',
    website: 'https://brand.example',
    brand_description: words,
    social_links: links,
    // Three are laid out in rows of three, unlike one.
    record: {
      deals: 3,
      figures: (['rating', 'reviews', 'funded'] as const).map((figure) => ({
        figure,
        n: 3,
        of: 3,
      })),
      badges: [],
    },
  },
]
