import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { openContext, settled } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { browser, creator, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'

/** What a page says while the connection is gone, and that it resumes by itself when the connection is back. */

storyOnDemoMarket()

let context: BrowserContext

type Role = 'creator' | 'seller'
const visitorOf = (role: Role | null) => ({ creator, seller, none: null })[role ?? 'none']

afterEach(() => context.close())

/** Each role's first screen, the screens linked in the frame, and the heading of each. */
const WAYS: Record<Role, { start: string; links: [name: string, heading: string][] }> = {
  creator: {
    start: '/projects',
    links: [
      ['My Work', 'Welcome'],
      ['My Applications', 'My Applications'],
      ['My Invitations', 'My Invitations'],
      ['Messages', 'Messages'],
    ],
  },
  seller: {
    start: '/find-creators',
    links: [
      ['My Projects', 'My Projects'],
      ['Messages', 'Messages'],
      ['Post Project', 'Post'],
    ],
  },
}

/**
 * A connection can be lost in two ways: the browser knows, or requests get no response and the browser does not know.
 */
const LOSSES: [how: string, lose: () => Promise<unknown>, regain: () => Promise<void>][] = [
  ['offline', () => context.setOffline(true), () => context.setOffline(false)],
  [
    'requests drop',
    () => context.route('**/*', (route) => route.abort('connectionreset')),
    () => context.unrouteAll({ behavior: 'ignoreErrors' }),
  ],
]

/** A window that saves data unless told otherwise, so that no screen is preloaded. */
async function open(role: Role | null, { sparing = true, width = 1440 } = {}): Promise<Page> {
  context = await openContext(browser, stack, visitorOf(role), { width })
  const network = sparing ? { saveData: true } : { saveData: false, effectiveType: '4g' }
  await context.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(network)} })`,
  )
  return context.newPage()
}

const heading = (page: Page, text: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${text}`) }).waitFor()

const follow = (page: Page, name: string) =>
  page
    .locator('header')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()

const frameIsThere = async (page: Page) => {
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Account menu' }).isVisible()).toBe(true)
}

/** The scripts this window has fetched so far. */
const scriptsOf = async (page: Page) =>
  (
    await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => name)`,
    )
  ).filter((name) => /\/assets\/[^/]+\.js$/.test(name))

describe.each(['creator', 'seller'] as const)('a %s', (role) => {
  const { start, links } = WAYS[role]

  test.each(LOSSES)(
    '%s: pages not visited yet report the lost connection, and open on their own once it is back',
    async (_, lose, regain) => {
      const page = await open(role)
      for (const [name, title] of links) {
        await page.goto(start)
        await settled(page)
        await lose()
        await follow(page, name)
        await heading(page, 'The connection is gone')
        await frameIsThere(page)
        expect(await page.getByText('Something came loose').count()).toBe(0)
        // A retry by hand stays in the app.
        const again = page.waitForEvent('requestfailed')
        await page.getByRole('button', { name: 'Try again' }).click()
        await again
        await heading(page, 'The connection is gone')
        // Not said twice.
        expect(await page.locator('#connection').isVisible()).toBe(false)
        await regain()
        await heading(page, title)
        await settled(page)
      }
    },
  )

  test.each(LOSSES)(
    '%s: preloaded pages open, report the lost connection, and fill on their own once it is back',
    async (_, lose, regain) => {
      const page = await open(role, { sparing: false })
      await page.goto(start)
      await settled(page)
      const screens = { creator: 'MyApplicationsScreen', seller: 'MyProjectsScreen' }
      const others = { creator: 'MyProjectsScreen', seller: 'MyApplicationsScreen' }
      // The last link of the frame.
      await expect.poll(() => scriptsOf(page)).toContainEqual(expect.stringContaining('/Messages'))
      expect(await scriptsOf(page)).toContainEqual(expect.stringContaining(screens[role]))
      expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining(others[role]))
      // Nothing on the page links to it.
      expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('/Settings'))
      expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('/Terms-'))
      expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('ConsoleScreen'))
      expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('PdfReader'))
      await lose()
      for (const [name, title] of links) {
        if (name === 'Messages') continue
        await follow(page, name)
        await heading(page, title)
        await see(page, /^The connection is gone\. This page continues by itself/)
      }
      await follow(page, role === 'creator' ? 'My Applications' : 'My Projects')
      await regain()
      await settled(page)
      expect(await page.locator('#connection').isVisible()).toBe(false)
      await page.locator('main a[href^="/projects/"]').first().waitFor()
      expect(await page.getByText('Try again').count()).toBe(0)
    },
  )
})

test.each([
  { saveData: true },
  { effectiveType: 'slow-2g' },
  { effectiveType: '2g' },
  { effectiveType: '3g' },
])(
  'on a slow or data-saving connection, screens are preloaded only on focus or hover: %o',
  async (network) => {
    context = await openContext(browser, stack, creator)
    await context.addInitScript(
      `Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(network)} })`,
    )
    const page = await context.newPage()
    await page.goto('/projects')
    await settled(page)
    // Loaded once the page is settled, as preloaded screens would be.
    await expect.poll(() => scriptsOf(page)).toContainEqual(expect.stringContaining('/Live-'))
    await page.evaluate('new Promise((idle) => requestIdleCallback(idle))')
    expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('/Messages'))
    expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('MyApplications'))
    // It is still preloaded on intent: when the focus or the pointer rests on its link, not when it passes over.
    await page.evaluate(`for (const path of ['/messages', '/my-applications'])
    document.querySelector('header a[href="' + path + '"]').focus()`)
    await expect
      .poll(() => scriptsOf(page))
      .toContainEqual(expect.stringContaining('MyApplications'))
    expect(await scriptsOf(page)).not.toContainEqual(expect.stringContaining('/Messages'))
    await page.getByRole('link', { name: 'Messages' }).first().hover()
    await expect.poll(() => scriptsOf(page)).toContainEqual(expect.stringContaining('/Messages'))
  },
)

test('on a phone the connection notice does not cover the title of an open page', async () => {
  const page = await open('creator', { width: 390 })
  await page.goto('/projects')
  await settled(page)
  await context.setOffline(true)
  await see(page, /^The connection is gone/)
  const strip = await page.locator('#connection').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.y).toBeGreaterThanOrEqual((strip?.y ?? 0) + (strip?.height ?? 0))
})

test('a part of a page that failed to load while offline loads on its own afterwards', async () => {
  const page = await open('seller', { width: 390 })
  await page.goto('/my-projects')
  await settled(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await see(page, /^The connection is gone/)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Find Creators' }).waitFor()
})

test.each(['/terms', '/dashboard'])(
  '%s reports a connection lost before hydration, and loads once it is back',
  async (path) => {
    const page = await open(path === '/dashboard' ? 'creator' : null)
    await context.route(/\/assets\/app-/, (route) => route.abort())
    await page.goto(path)
    if (path === '/terms') await page.getByRole('link', { name: 'Get Started' }).first().hover()
    await see(page, /^The connection is gone/)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await heading(page, path === '/terms' ? 'Terms' : 'Welcome')
    await page.locator('#connection').waitFor({ state: 'hidden' })
  },
)
