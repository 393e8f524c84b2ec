import type { Page } from 'playwright-core'
import { amendmentWords } from '#contract/amendment-words.ts'
import { offerWords } from '#contract/offer-words.ts'
import { type DemoProject, PROJECTS } from '#scripts/demo/cast.ts'
import { PUBLIC_PAGES } from '#contract/pages.ts'
import type { DemoPeople } from '#tests/support/demo-copy.ts'
import { press, type Screen } from './screen.ts'

/** Every screen of the product, with the demo's people, and what opens over the screens. */
export function screensOf(people: DemoPeople): Screen[] {
  return [
    ...PUBLIC_PAGES.map((path) => ({ name: path === '/' ? 'landing' : path.slice(1), path })),
    { name: 'not-found', path: '/no-such-page' },
    { name: 'profile-not-found', path: '/profile/nobody' },
    { name: 'forgot-password', path: '/auth/forgot-password' },
    { name: 'public-creator', path: people.creatorProfile },
    { name: 'public-brand', path: people.sellerProfile },
    ...[
      '/dashboard',
      '/projects',
      '/my-applications',
      '/my-invitations',
      '/messages',
      '/notifications',
      '/profile',
      '/profile/edit',
      '/settings/payouts',
      '/settings/documents',
      '/settings/notifications',
      '/settings/security',
      '/settings/blocked',
      '/settings/data',
      '/find-creators',
    ].map((path) => ({ name: `creator${path.replaceAll('/', '-')}`, path, as: people.creator })),
    ...[
      '/find-creators',
      '/lists',
      '/lists/worked',
      '/my-projects',
      '/post-project',
      '/messages',
      '/notifications',
      '/profile',
      '/profile/edit',
      '/settings/cards',
      '/settings/documents',
    ].map((path) => ({ name: `seller${path.replaceAll('/', '-')}`, path, as: people.seller })),
    { name: 'creator-chat', path: people.conversation, as: people.creator },
    { name: 'seller-chat', path: people.conversation, as: people.seller },
    ...people.projects.flatMap(({ path, status }, n) => [
      ...['applications', 'payment', 'deliverables'].map((tab) => ({
        name: `seller-project-${n + 1}-${status}-${tab}`,
        path: `${path}?tab=${tab}`,
        as: people.seller,
      })),
      { name: `creator-project-${n + 1}-${status}`, path, as: people.creator },
    ]),
    ...people.projects
      .filter(({ status }) => status === 'completed')
      .slice(0, 1)
      .map(({ path }) => ({
        name: 'licence',
        path: `${path}?tab=payment`,
        as: people.seller,
        open: press('link', /^CW-/, 'h1:has-text("Licence CW")'),
        leads: true,
      })),
    {
      name: 'document',
      path: '/settings/documents',
      as: people.seller,
      open: press('link', /^Proof of purchase/, 'h1:has-text("Proof of purchase")'),
      leads: true,
    },
    ...opened(people),
  ]
}

/** What opens over screens; nothing of it is submitted. */
function opened(people: DemoPeople): Screen[] {
  const { seller, creator } = people
  const deal = pathOf(people, 'held')
  const open = pathOf(people, 'active')
  return [
    { name: 'sign-up', path: '/auth', open: press('tab', 'Sign Up', 'input[name=role]') },
    { name: 'landing-demo', path: '/', open: press('button', 'Watch Demo') },
    {
      name: 'creator-menu',
      path: '/dashboard',
      as: creator,
      only: 390,
      open: press('button', 'Open menu', '#mobile-menu'),
    },
    {
      name: 'seller-menu',
      path: '/my-projects',
      as: seller,
      only: 390,
      open: press('button', 'Open menu', '#mobile-menu'),
    },
    {
      name: 'creator-account',
      path: '/dashboard',
      as: creator,
      open: press('button', /account menu$/i, '[role=menu]'),
    },
    {
      name: 'seller-bell',
      path: '/my-projects',
      as: seller,
      only: 1440,
      open: press('link', /^Notifications/, 'header [role=dialog]'),
    },
    { name: 'seller-invite', path: '/find-creators', as: seller, open: press('button', /^Invite/) },
    {
      name: 'seller-add-card',
      path: '/settings/cards',
      as: seller,
      open: press('button', 'Add Payment Method'),
    },
    {
      name: 'seller-accept',
      path: `${open}?tab=applications`,
      as: seller,
      open: press('button', 'Accept'),
    },
    {
      name: 'seller-approve',
      path: `${deal}?tab=deliverables`,
      as: seller,
      open: press('button', 'Approve'),
    },
    {
      name: 'seller-revision',
      path: `${deal}?tab=deliverables`,
      as: seller,
      open: press('button', 'Request revision'),
    },
    {
      name: 'seller-release',
      path: `${deal}?tab=payment`,
      as: seller,
      open: press('button', 'Release Payment'),
    },
    {
      name: 'seller-dispute',
      path: `${deal}?tab=payment`,
      as: seller,
      open: press('button', 'Open a dispute'),
    },
    {
      name: 'seller-offer',
      path: `${open}?tab=applications`,
      as: seller,
      open: press('button', offerWords.make),
    },
    {
      name: 'seller-change',
      path: deal,
      as: seller,
      open: press('button', amendmentWords.propose),
    },
    {
      name: 'creator-change',
      path: deal,
      as: creator,
      open: press('button', amendmentWords.propose),
    },
    ...[1, 2, 3].map((step) => ({
      name: `seller-order-${step}`,
      path: people.creatorProfile,
      as: seller,
      open: orderTo(step),
    })),
    { name: 'creator-return', path: deal, as: creator, open: press('button', 'Return payment') },
    {
      name: 'creator-enrol',
      path: '/settings/security',
      as: creator,
      open: press('button', 'Set up app'),
    },
    {
      name: 'creator-delete-account',
      path: '/settings/data',
      as: creator,
      open: press('button', 'Delete account'),
    },
  ]
}

/** Returns the path of one of the projects that every demo has and someone applied to, by how it ended. */
function pathOf(people: DemoPeople, ends: DemoProject['ends']): string {
  const titles = PROJECTS.filter(
    (project) => project.ends === ends && project.applications.length > 0,
  ).map(({ title }) => title)
  const found = people.projects.find(({ title }) => titles.includes(title))
  if (found === undefined) throw new Error(`the demo has no project that is ${ends}`)
  return found.path
}

/** Goes to a step of the order of a creator's first package. */
function orderTo(step: number) {
  return async (page: Page) => {
    await press('link', /^Order /, 'form')(page)
    for (let at = 1; at < step; at++) {
      const words = page.getByLabel('What is it about?')
      if ((await words.count()) > 0) await words.fill('Our new mug, for people who work at night.')
      await page.getByRole('button', { name: 'Continue' }).click()
    }
  }
}
