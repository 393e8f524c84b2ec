import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#contract/pages.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { type DemoMarket, fillWithDemo } from '#tests/support/demo-market.ts'
import { type Stack, startStack } from '#tests/support/servers.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WINDOWS = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
] as const

let stack: Stack
let browser: Browser
let market: DemoMarket

beforeAll(async () => {
  stack = await startStack()
  browser = await launchBrowser()
  market = await fillWithDemo(stack)
})
afterAll(async () => {
  await browser.close()
  await stack.stop()
})

describe.each(WINDOWS)('at $width, $theme', ({ width, theme }) => {
  const open = () =>
    browser.newContext({
      baseURL: stack.url,
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    })

  test('public pages have no violation and do not scroll sideways', async () => {
    const context = await open()
    expect(
      await violations(context, [
        ...PUBLIC_PAGES,
        '/no-such-page',
        `/profile/${market.creator.id}`,
      ]),
    ).toEqual([])
    await context.close()
  })

  test('the seller’s pages have none either', async () => {
    const context = await open()
    await signIn(context, market.seller)
    const projects = Object.values(market.projectIds).map((id) => `/projects/${id}`)
    const held = `/projects/${market.projectIds['held']}`
    const pages = [
      '/find-creators',
      '/my-projects',
      '/post-project',
      '/messages',
      '/profile',
      '/profile/edit',
      ...projects,
      `${held}?tab=payment`,
      `${held}?tab=deliverables`,
    ]
    expect(await violations(context, pages)).toEqual([])
    await context.close()
  })

  test('nor do the creator’s', async () => {
    const context = await open()
    await signIn(context, market.creator)
    const pages = [
      '/dashboard',
      '/projects',
      '/my-applications',
      '/my-invitations',
      '/messages',
      '/profile',
      '/profile/edit',
      ...['active', 'held'].map((end) => `/projects/${market.projectIds[end]}`),
    ]
    expect(await violations(context, pages)).toEqual([])
    await context.close()
  })
})

async function signIn(
  context: BrowserContext,
  who: { email: string; password: string },
): Promise<void> {
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  await page.waitForURL((url) => url.pathname !== '/auth')
  await page.close()
}

/** Each page with what is wrong with it: axe's rule and the first place, or that it scrolls sideways. */
async function violations(context: BrowserContext, pages: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const page = await context.newPage()
  for (const path of pages) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const report = await new AxeBuilder({ page }).withTags(RULES).analyze()
    for (const { id, nodes } of report.violations) found.push(`${path}: ${id} at ${nodes[0]?.html}`)
    const sideways = await page.evaluate<boolean>(
      'document.documentElement.scrollWidth > innerWidth',
    )
    if (sideways) found.push(`${path}: scrolls sideways`)
  }
  await page.close()
  return found
}
