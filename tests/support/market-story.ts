import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchStoryBrowser } from './browser.ts'
import type { DemoMarket } from './demo-market.ts'
import {
  replaceWindow,
  enter,
  type MarketStack,
  openContext,
  type RunningMarket,
  settled,
  startMarket,
  type Visitor,
} from './market.ts'

/**
 * What a story on the demo's market begins with. Each story file has its own copy of this module, so these are its own.
 * They are set from the first of its tests on, and in every beforeAll after `storyOnDemoMarket`.
 */
export let stack: MarketStack
export let market: DemoMarket
export let browser: Browser
/** Ellen, who sells, and Maya, who creates: signed in, without a window. */
export let seller: Visitor
export let creator: Visitor
/** Their windows, in a story that requests them. */
export let ellen: Page
export let maya: Page

let running: RunningMarket | undefined

/** How much of the set-up a story needs. */
type Needs = 'sessions' | 'browser' | 'windows'

/**
 * Sets up a story file and tears it down again: two sessions alone, with a browser, or with a window for each as well.
 */
export function storyOnDemoMarket(needs: Needs = 'browser'): void {
  beforeAll(async () => {
    running = await startMarket()
    ;({ stack, market } = running)
    seller = await enter(stack, market.seller)
    creator = await enter(stack, market.creator)
    if (needs === 'sessions') return
    browser = await launchStoryBrowser()
    if (needs === 'browser') return
    ellen = await windowOf(seller)
    maya = await windowOf(creator)
  })
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close()
  })
  afterAll(async () => {
    await browser?.close()
    await running?.stop()
  })
}

/** A person's window, or an anonymous one, in a context of its own. */
export async function windowOf(
  visitor: Visitor | null,
  size?: Parameters<typeof openContext>[3],
): Promise<Page> {
  const context = await openContext(browser, stack, visitor, size)
  return context.newPage()
}

/** Windows of the running test. */
const opened: Page[] = []

/** Opens an address in a person's own window, which is closed after the test, and waits until the page is settled. */
export async function openPage(
  visitor: Visitor,
  path: string,
  size?: Parameters<typeof openContext>[3],
): Promise<Page> {
  const page = await windowOf(visitor, size)
  opened.push(page)
  await page.goto(path)
  await settled(page)
  return page
}

/** Replaces Ellen's or Maya's window with a new one, so that no question is asked about what was typed there. */
export async function reopenWindow(whose: 'ellen' | 'maya'): Promise<void> {
  if (whose === 'ellen') ellen = await replaceWindow(ellen)
  else maya = await replaceWindow(maya)
}
