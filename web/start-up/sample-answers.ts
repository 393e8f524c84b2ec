import type { RouteKey } from '#contract/api.ts'
import {
  type Brought,
  EVERY_PAGE_READS,
  type FirstRead,
  PERSONAL_PAGES,
  type PersonalPageName,
} from '#contract/personal-pages.ts'
import type { OwnProfile, PersonCard } from '#contract/profile-schemas.ts'
import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import type { Role } from '#contract/profiles.ts'
import type { Answer } from '#contract/schemas.ts'

/**
 * Answers with which pages of people's own show most of their parts: a page carries the styles that these use
 * (scripts/prerender.ts). One with another part waits for the whole style sheet.
 */

const ID = '00000000-0000-4000-8000-000000000001'
const AT = '2026-01-01T12:00:00Z'
const PICTURE = '/storage/public/avatars/a/a.webp'

const seller: PersonCard = {
  id: ID,
  name: 'A brand',
  role: 'seller',
  avatar_url: PICTURE,
  company_name: null,
}
const profile = (role: Role): OwnProfile => ({
  ...seller,
  role,
  bio: null,
  niches: [],
  rates: {},
  social_links: {},
  portfolio_urls: [],
  portfolio_captions: [],
  industry: null,
  website: null,
  brand_description: null,
  package_from: null,
  created_at: AT,
  email: 'someone@example.com',
  stripe_customer_id: null,
  role_chosen: true,
  visit: 'returning',
})
const project: ProjectWithSeller = {
  id: ID,
  seller_id: ID,
  title: 'A project',
  description: 'What it is about.',
  product_details: null,
  category: 'home',
  budget: 300,
  deadline: '2026-02-01',
  product_images: [],
  status: 'active',
  created_at: AT,
  seller,
}
type Answers = Partial<{ [K in RouteKey]: Answer<K> }>

const full: Answers = {
  'navigation.counts': { unread_messages: 3, pending_invitations: 2, operator: false },
  'notifications.unread': { unread: 4 },
  'projects.list': {
    projects: [
      project,
      { ...project, product_images: [PICTURE], own_licence: true },
      {
        ...project,
        seller: { ...seller, avatar_url: null },
        hiring: { wanted: 3, hired: 1, until: null },
      },
    ],
    total: 40,
    total_exact: true,
    near: 0,
    next: 'more',
  },
  'searches.list': [
    {
      id: ID,
      about: 'projects',
      q: 'mug',
      category: null,
      niche: null,
      platform: null,
      created_at: AT,
    },
  ],
}

/** The same people with nothing yet. */
const empty: Answers = {
  ...full,
  'navigation.counts': { unread_messages: 0, pending_invitations: 0, operator: false },
  'notifications.unread': { unread: 0 },
  'projects.list': { projects: [], total: 0, total_exact: true, near: 0, next: null },
  'searches.list': [],
}

const problem = { status: 503, code: 'server.unavailable', message: 'Away.', request_id: ID }

/** What a page of someone's comes with: everything, nothing yet, only failures, and nothing that came in time. */
export function sampleAnswers(name: PersonalPageName): readonly Brought[] {
  const { roles, reads } = PERSONAL_PAGES[name]
  return roles.flatMap((role) => {
    const me = { key: 'profiles.me', status: 200, body: profile(role) } as const
    const others = EVERY_PAGE_READS.filter(({ key }) => key !== me.key)
    const brought = (own: readonly Brought['answers'][number][], frame: Answers): Brought => ({
      personId: ID,
      answers: [me, ...others.map((read) => answered(read, frame)), ...own],
    })
    const all: readonly FirstRead[] = reads
    return [
      brought(
        all.map((read) => answered(read, full)),
        full,
      ),
      brought(
        all.map((read) => answered(read, empty)),
        empty,
      ),
      brought(
        all.map((read) => ({ ...read, status: problem.status, body: problem })),
        full,
      ),
      brought([], full),
    ]
  })
}

const answered = (read: FirstRead, answers: Answers) => ({
  ...read,
  status: 200,
  body: answers[read.key],
})
