import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#contract/pages.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import type { DemoMarket } from '#tests/support/demo-market.ts'
import {
  enter,
  type MarketStack,
  openContext,
  settled,
  sharedMarket,
  visit,
  type Visitor,
} from '#tests/support/market.ts'

/** WCAG 2.2 A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const THEMES = ['light', 'dark'] as const
const WIDTHS = [1440, 390] as const
/** DESIGN §10: 320 px, which is also 1280 px at 400 %. */
const NARROWEST = 320
/** For all pages of a role; twenty seconds on a machine that does nothing else. */
const PATIENCE_MS = 400_000
/** Pages open at once: one a core. */
const WINDOWS = 2

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let stack: MarketStack
let market: DemoMarket
let browser: Browser
let seller: Visitor
let creator: Visitor

beforeAll(async () => {
  ;({ stack, market } = await sharedMarket())
  browser = await launchBrowser()
  seller = await enter(stack, market.seller)
  creator = await enter(stack, market.creator)
})
afterAll(() => browser.close())

/** Pages that everybody may open, whoever they are. */
const everybodys = () => [
  ...PUBLIC_PAGES.filter((page) => page !== '/auth'),
  '/no-such-page',
  `/profile/${market.creator.id}`,
  `/profile/${market.seller.id}`,
  '/profile/00000000-0000-4000-8000-000000000000',
]

/** The pages behind the door that show something of their own to this role. */
const members = [
  '/profile',
  '/profile/edit',
  '/messages',
  '/notifications',
  '/projects',
  '/my-projects',
]

describe.each(['a visitor', 'the seller', 'a creator'] as const)('for %s', (who) => {
  test(
    'no page of any theme and width has a violation, or scrolls sideways at 320 px',
    async () => {
      const visitor = { 'a visitor': null, 'the seller': seller, 'a creator': creator }[who]
      const found = await inWindows(visitor, await pagesOf(who))
      expect(found).toEqual([])
    },
    PATIENCE_MS,
  )
})

async function pagesOf(who: 'a visitor' | 'the seller' | 'a creator'): Promise<string[]> {
  if (who === 'a visitor')
    return [...everybodys(), '/auth', '/auth/forgot-password', '/auth/new-password']
  const me = who === 'the seller' ? seller : creator
  const [conversation] = await me.call('conversations.list')
  const project = (end: string) => `/projects/${market.projectIds[end]}`
  const both = [...everybodys(), ...members, `/messages/${conversation?.id}`]
  if (who === 'a creator')
    return [
      ...both,
      '/dashboard',
      '/my-applications',
      '/my-invitations',
      '/find-creators',
      project('active'),
      project('held'),
    ]
  return [
    ...both,
    '/find-creators',
    '/my-applications',
    '/post-project',
    `/post-project?edit=${market.projectIds['draft']}`,
    ...Object.keys(market.projectIds).map(project),
    `${project('held')}?tab=payment`,
    `${project('held')}?tab=deliverables`,
  ]
}

/** Walks pages in some windows at once, each taking the next page that is left. */
async function inWindows(visitor: Visitor | null, pages: readonly string[]): Promise<string[]> {
  const left = [...pages]
  const walks = Array.from({ length: WINDOWS }, async () => {
    const context = await openContext(browser, stack, visitor)
    const page = await context.newPage()
    const found: string[] = []
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      await visit(page, path)
      found.push(...(await violationsOf(page)).map((one) => `${path} ${one}`))
    }
    await context.close()
    return found
  })
  return (await Promise.all(walks)).flat()
}

/** What is wrong with the page being shown, in each theme and width, changed in place. */
async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await settled(page)
      for (const one of await axeReport(page)) found.push(`${width} ${theme}: ${one}`)
    }
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 })
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  if (wide > 0) found.push(`${NARROWEST}: ${wide} px too wide`)
  return found
}

/** The rules that are broken, each with its first place. The library stays in the page from one run to the next. */
async function axeReport(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = { runOnly: RULES, resultTypes: ['violations'], preload: false }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`)
}
