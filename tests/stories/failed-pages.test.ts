import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { APP_PAGES } from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import { enterAsOperator, settled } from '#tests/support/market.ts'
import {
  creator,
  market,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'
import { refuse } from '#tests/support/refused-calls.ts'
import { consolePaths } from '#web/operator/console-links.ts'

/** A page whose first read fails still has exactly one h1, where screen readers and the outline begin. */

storyOnDemoMarket()

/** Stands for whatever an address names: nothing has this id. */
const ID = '00000000-0000-4000-8000-000000000000'

type AppPage = (typeof APP_PAGES)[number]
type Who = 'a visitor' | 'the seller' | 'a creator' | 'an operator'

/** Everything but one's own profile, without which no page is known to be for its reader. */
const ALL_READS = /^\/api\/(?!profiles\/me$)/
const OWN_PROFILE = /^\/api\/profiles\/me$/
/** The same, but for what lets an operator into the console. */
const CONSOLE_READS = /^\/api\/(?!profiles\/me$|navigation\/counts$|operator\/overview$)/

/** Each page with someone who may open it, and its heading; `end` is what its address needs beyond the path, `method` that of its read. */
const PAGES: Record<AppPage, { who: Who; heading: string; end?: string; method?: string }> = {
  '/auth/forgot-password': { who: 'a visitor', heading: 'Reset your password' },
  '/auth/new-password': { who: 'a visitor', heading: 'This link no longer works' },
  '/guest-review': { who: 'a visitor', heading: 'Review', end: '#token', method: 'POST' },
  '/profile/:userId': { who: 'a visitor', heading: 'Profile' },
  '/licence/:code': { who: 'a visitor', heading: `Licence ${ID}` },
  '/decisions/:id': { who: 'the seller', heading: 'A decision about your account' },
  '/documents/:id': { who: 'the seller', heading: 'Document' },
  '/orders/:id': { who: 'the seller', heading: 'Order' },
  '/profile/:userId/packages/:packageId/order': { who: 'the seller', heading: 'Order' },
  '/dashboard': { who: 'a creator', heading: 'Maya' },
  '/my-applications': { who: 'a creator', heading: 'My Applications' },
  '/my-invitations': { who: 'a creator', heading: 'My Invitations' },
  '/profile/packages': { who: 'a creator', heading: 'Packages' },
  '/profile': { who: 'the seller', heading: 'Seller Profile' },
  '/profile/edit': { who: 'the seller', heading: 'Brand Profile' },
  '/settings': { who: 'the seller', heading: 'Cards' },
  '/settings/payouts': { who: 'a creator', heading: 'Payouts' },
  '/settings/cards': { who: 'the seller', heading: 'Cards' },
  '/settings/notifications': { who: 'the seller', heading: 'Notifications' },
  '/settings/security': { who: 'the seller', heading: 'Security' },
  '/settings/blocked': { who: 'the seller', heading: 'Blocked' },
  '/settings/data': { who: 'the seller', heading: 'Data' },
  '/settings/documents': { who: 'the seller', heading: 'Documents' },
  '/projects': { who: 'a creator', heading: 'Available Projects' },
  // A project that cannot be read leads back to the list (SPEC §2).
  '/projects/:id': { who: 'a creator', heading: 'Available Projects' },
  '/projects/:id/review/:deliverableId': { who: 'the seller', heading: 'Review' },
  '/projects/:id/board': { who: 'the seller', heading: 'Board' },
  '/review-queue': { who: 'the seller', heading: 'Review queue' },
  '/post-project': { who: 'the seller', heading: 'Post a project' },
  '/my-projects': { who: 'the seller', heading: 'My Projects' },
  '/messages': { who: 'the seller', heading: 'Messages' },
  '/messages/:conversationId': { who: 'the seller', heading: 'Messages' },
  '/find-creators': { who: 'the seller', heading: 'Find Creators' },
  '/lists': { who: 'the seller', heading: 'Lists' },
  '/lists/:list': { who: 'the seller', heading: 'Lists' },
  '/compare': { who: 'the seller', heading: 'Compare', end: `?ids=${ID}` },
  '/notifications': { who: 'the seller', heading: 'Notifications' },
  '/operator': { who: 'an operator', heading: 'Console' },
  '/operator/:page': { who: 'an operator', heading: 'Console' },
  '/operator/:page/:id': { who: 'an operator', heading: 'Console' },
}

/** Every screen of the console with its heading; a view begins on a person's page, not by its address. */
const CONSOLE: Record<Exclude<keyof typeof consolePaths, 'view'>, string> = {
  overview: 'Console',
  people: 'People',
  person: 'Person',
  projects: 'Projects',
  project: 'Project',
  payments: 'Payments',
  payment: 'Payment',
  documents: 'Documents',
  document: 'Document',
  disputes: 'Disputes',
  dispute: 'Dispute',
  reports: 'Reports',
  report: 'Report',
  appeals: 'Appeals',
  reviews: 'Reviews',
  rings: 'Rings',
  webhooks: 'Webhook',
  webhooksAbout: 'Webhook',
  jobs: 'Failed jobs',
  differences: 'Differences',
  activity: 'Activity',
  operators: 'Operators',
}

let windows: Record<Who, Page>
beforeAll(async () => {
  const [visitors, sellers, creators, operators] = await Promise.all([
    windowOf(null),
    windowOf(seller),
    windowOf(creator),
    windowOf(await enterAsOperator(stack, market.operator)),
  ])
  windows = {
    'a visitor': visitors,
    'the seller': sellers,
    'a creator': creators,
    'an operator': operators,
  }
})

/** Opens a page that is refused what matches `reads`, and returns its headings. */
async function headingsOf(
  who: Who,
  path: string,
  reads: RegExp,
  method = 'GET',
): Promise<string[]> {
  const page = windows[who]
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await refuse(page, method, reads)
  await page.goto(path)
  await settled(page)
  return page.locator('h1').allInnerTexts()
}

describe('a page whose reads all fail has one heading', () => {
  test.each(APP_PAGES)('%s', async (page) => {
    const { who, heading, end = '', method } = PAGES[page]
    const path = page.replace(/:\w+/g, ID) + end
    expect(await headingsOf(who, path, ALL_READS, method)).toEqual([
      expect.stringContaining(heading),
    ])
  })

  test.each(Object.keys(CONSOLE) as (keyof typeof CONSOLE)[])('console: %s', async (name) => {
    const to = consolePaths[name]
    const path = typeof to === 'string' ? to : to(ID)
    expect(await headingsOf('an operator', path, CONSOLE_READS)).toEqual([
      expect.stringContaining(CONSOLE[name]),
    ])
  })
})

describe('a page whose reader’s own profile cannot be read has one heading', () => {
  test.each([
    [paths.profile, 'Profile'],
    [paths.editProfile, 'Failed to load profile'],
    [paths.packages, 'Failed to load profile'],
    [paths.orderPackage(ID, ID), 'Failed to load profile'],
    [paths.settings, 'Failed to load profile'],
    [paths.myProjects, 'Failed to load profile'],
  ])('%s', async (path, heading) => {
    const page = await windowOf(seller)
    await refuse(page, 'GET', OWN_PROFILE)
    await page.goto(path)
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(await page.locator('h1').count()).toBe(1)
    await page.context().close()
  })
})
