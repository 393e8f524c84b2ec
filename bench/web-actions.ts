import type { Page } from 'playwright-core'
import type { DemoPeople } from '#tests/support/demo-copy.ts'

/** The person who acts, on a phone. */
type Actor = 'creator' | 'seller' | 'nobody'

/** A common action: the page it starts from, what is there beforehand, and the press itself. */
export interface Action {
  name: string
  as: Actor
  /** A path of the market. */
  at: (people: DemoPeople) => string
  /** Brings the page to a state where the press is possible; not measured. */
  before?: (page: Page) => Promise<unknown>
  press: (page: Page) => Promise<unknown>
}

const runningDeal = ({ projects }: DemoPeople): string =>
  projects.find(({ status }) => status === 'in_progress')?.path ?? '/my-projects'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
/** Without the driver's own hit test: it would run within the press, on the page's clock. */
const AS_IT_IS = { force: true } as const
const click = (name: string | RegExp) => (page: Page) => button(page, name).click(AS_IT_IS)
const key = (name: string) => (page: Page) => page.keyboard.press(name)
const card = (page: Page) => page.locator('main a[href^="/projects/"]').first()
const openInvitation = click(/^Invite/)
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
const composer = (page: Page) => page.locator('main textarea').first()

/** The twenty-two most common actions, of those that can be repeated. */
export const ACTIONS: readonly Action[] = [
  {
    name: 'open a project',
    as: 'creator',
    at: () => '/projects',
    press: (page) => card(page).click(AS_IT_IS),
  },
  {
    name: 'filter projects',
    as: 'creator',
    at: () => '/projects',
    press: (page) =>
      page.getByRole('group', { name: 'Category' }).getByRole('button').nth(1).click(AS_IT_IS),
  },
  {
    name: 'search projects, one letter',
    as: 'creator',
    at: () => '/projects',
    before: (page) => page.getByLabel('Search projects').focus(),
    press: key('m'),
  },
  {
    name: 'sort projects',
    as: 'creator',
    at: () => '/projects',
    before: (page) => page.getByLabel('Sort by').focus(),
    press: key('ArrowDown'),
  },
  {
    name: 'next page of creators',
    as: 'seller',
    at: () => '/find-creators',
    // The next page loads when its position comes near.
    before: (page) => page.locator('main h1').click(AS_IT_IS),
    press: key('End'),
  },
  {
    name: 'filter creators',
    as: 'seller',
    at: () => '/find-creators',
    before: (page) => page.getByLabel('Niche').focus(),
    press: key('ArrowDown'),
  },
  { name: 'shortlist a creator', as: 'seller', at: () => '/find-creators', press: click(/^Save /) },
  {
    name: 'open a dialog (invite)',
    as: 'seller',
    at: () => '/find-creators',
    press: openInvitation,
  },
  {
    name: 'close a dialog',
    as: 'seller',
    at: () => '/find-creators',
    before: async (page) => {
      await openInvitation(page)
      await dialog(page)
    },
    press: key('Escape'),
  },
  {
    name: 'change the tab of a project',
    as: 'seller',
    at: runningDeal,
    press: (page) => page.getByRole('tab', { selected: false }).first().click(AS_IT_IS),
  },
  {
    name: 'open the menu',
    as: 'seller',
    at: () => '/my-projects',
    press: click('Open menu'),
  },
  {
    name: 'go to another screen',
    as: 'seller',
    at: () => '/my-projects',
    before: click('Open menu'),
    press: (page) =>
      page.locator('#mobile-menu').getByRole('link', { name: 'Find Creators' }).click(AS_IT_IS),
  },
  {
    name: 'open the account menu',
    as: 'creator',
    at: () => '/dashboard',
    press: click(/account menu$/),
  },
  {
    name: 'change the theme',
    as: 'creator',
    at: () => '/dashboard',
    before: click(/account menu$/),
    press: (page) => page.getByRole('menuitemradio', { name: 'Dark' }).click(AS_IT_IS),
  },
  {
    name: 'open the notifications',
    as: 'creator',
    at: () => '/dashboard',
    press: (page) => page.getByRole('link', { name: /^Notifications/ }).click(AS_IT_IS),
  },
  {
    name: 'open a conversation',
    as: 'creator',
    at: () => '/messages',
    press: (page) => page.locator('main a[href^="/messages/"]').first().click(AS_IT_IS),
  },
  {
    name: 'write a letter of a message',
    as: 'creator',
    at: ({ conversation }) => conversation,
    before: (page) => composer(page).focus(),
    press: key('m'),
  },
  {
    name: 'send a message',
    as: 'creator',
    at: ({ conversation }) => conversation,
    before: (page) => composer(page).fill('The light is good this week.'),
    press: click('Send message'),
  },
  {
    name: 'write a letter of a project',
    as: 'seller',
    at: () => '/post-project',
    before: (page) => page.locator('main input[type=text], main input:not([type])').first().focus(),
    press: key('m'),
  },
  {
    name: 'change the tab of the sign-in',
    as: 'nobody',
    at: () => '/auth',
    press: (page) => page.getByRole('tab', { name: 'Sign Up' }).click(AS_IT_IS),
  },
  {
    name: 'write a letter of an address',
    as: 'nobody',
    at: () => '/auth',
    before: (page) => page.getByLabel('Email', { exact: true }).focus(),
    press: key('m'),
  },
  {
    name: 'first press on the landing page',
    as: 'nobody',
    at: () => '/',
    press: (page) => page.getByRole('link', { name: 'Get Started' }).first().click(AS_IT_IS),
  },
]
