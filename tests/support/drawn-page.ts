import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openContext, type Visitor } from './market.ts'
import { see } from './people.ts'
import { browser, stack } from './stack-story.ts'

interface Drawn {
  visitor?: Visitor | null
  zone?: string
  /** The language of the browser, as "en-GB". */
  locale?: string
  dark?: boolean
  /** The window's size, in px. */
  width?: number
  /** Holds back the app until `release` is called. */
  held?: boolean
  /** How far the browser's clock is ahead of the server's, in ms. */
  clockAhead?: number
}

/**
 * A window on a server-rendered page; `wrong` collects the page's errors, `scripts` the scripts it loads, `reads` the
 * calls by which it reads.
 */
export async function openDrawn(
  path: string,
  {
    visitor = null,
    zone = 'UTC',
    locale,
    dark = false,
    width = 1440,
    held = false,
    clockAhead = 0,
  }: Drawn = {},
): Promise<{
  page: Page
  context: BrowserContext
  wrong: string[]
  scripts: string[]
  reads: string[]
  release: () => void
}> {
  const context = await openContext(browser, stack, visitor, {
    timezoneId: zone,
    ...(locale === undefined ? {} : { locale }),
    dark,
    width,
    rendered: true,
  })
  const page = await context.newPage()
  const wrong: string[] = []
  const scripts: string[] = []
  const reads: string[] = []
  page.on('console', (line) => {
    // Playwright's own: its windows have no service worker.
    const isOurs = !line.text().endsWith('blocked by Playwright')
    if (isOurs && ['error', 'warning'].includes(line.type())) wrong.push(line.text())
  })
  page.on('pageerror', (error) => wrong.push(String(error)))
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname)
  })
  // An element that is rendered again instead of hydrated loses the mark.
  await context.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
    for (const one of document.querySelectorAll('main *')) one.drawnByServer = true
    for (const late of document.querySelectorAll('.contents')) late.asDrawn = late.innerHTML
  })
  window.shifted = []
  new PerformanceObserver((list) => window.shifted.push(...list.getEntries()))
    .observe({ type: 'layout-shift', buffered: true })`)
  if (clockAhead !== 0)
    await context.addInitScript(`(() => {
      const Clock = Date
      window.Date = class extends Clock {
        constructor(...parts) { super(...(parts.length > 0 ? parts : [Clock.now() + ${clockAhead}])) }
        static now() { return Clock.now() + ${clockAhead} }
      }
    })()`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  if (held)
    await page.route('**/assets/app-*.js', async (route) => {
      await released
      await route.continue()
    })
  await page.goto(path, { waitUntil: held ? 'domcontentloaded' : 'load' })
  return { page, context, wrong, scripts, reads, release }
}

/** Resolves once the page stands as the server sent it, with its fonts. */
export const STANDS = `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  .then(() => document.fonts.ready)
  .then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  .then(() => { window.stoodAt = performance.now() })`

/** What has moved since then: how much, and what. */
export const SHIFTS = `window.shifted.filter(({ startTime }) => startTime > window.stoodAt).map(({ value, sources }) =>
  [value, ...sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 80))].join(' '))`

/** How much has moved since the first paint (CLS without its windows: at least as much). */
export const MOVED = `window.shifted.reduce((sum, { value }) => sum + value, 0)`

/** Whether the app has hydrated the page: its parts are hydrated one after the other. */
export const APP_IS_THERE = `document.querySelector('main h1') !== null && [...document.getElementById('root').children]
  .every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))`

/**
 * Parts that the page does not wait for, if they now differ from what the server rendered, and those that have not
 * loaded: the app renders them again. React's own ids may differ, and its comments are no content.
 */
export const LATE_DIFFER = `[...document.querySelectorAll('.contents')].flatMap((late) => {
  const plain = (markup) => markup.replaceAll(/<!--.*?-->/g, '').replaceAll(/_[rR]_\\w+_/g, '')
  const isThere = late.childElementCount === 0 || Object.keys(late.firstElementChild).some((key) => key.startsWith('__react'))
  return isThere && plain(late.innerHTML) === plain(late.asDrawn) ? [] : [late.asDrawn, late.innerHTML]
})`

/**
 * Elements that the app rendered again, not counting those that only members have and parts that the page does not wait
 * for.
 */
export const REDRAWN = `[...document.querySelectorAll('main *:not(.contents *, [data-acts] *, [data-members], [data-members] *, [data-later], [data-later] *)')].filter((one) => !one.drawnByServer)
  .map((one) => one.outerHTML.slice(0, 80))`

/** Elements whose id in the app differs from the one they have. */
export const MISNAMED = `[...document.querySelectorAll('#root [id]')].filter((one) => {
  const known = one[Object.keys(one).find((key) => key.startsWith('__reactProps$'))]
  return known?.id !== one.id
}).map((one) => one.outerHTML.slice(0, 80))`

/** The rules in which the page's styles differ from the complete sheet, in order. */
export const STYLES_DIFFER = `(async () => {
  const textsOf = (rules) => [...rules].flatMap((rule) => {
    if (!(rule instanceof CSSGroupingRule)) return [rule.cssText]
    return [rule.cssText.slice(0, rule.cssText.indexOf('{')), ...textsOf(rule.cssRules), '}']
  })
  const whole = new CSSStyleSheet()
  await whole.replace(await (await fetch(document.documentElement.dataset.styles)).text())
  const [all, own] = [whole, document.querySelector('style').sheet].map(({ cssRules }) => textsOf(cssRules))
  const differing = all.filter((text, at) => text !== own[at]).slice(0, 3)
  return all.length < 1_000 || own.length !== all.length ? [own.length, all.length, ...differing] : differing
})()`

/** Interacts with a control, which loads the app, and waits until the app has hydrated the page. */
export async function wake(page: Page): Promise<void> {
  await page.locator('header').getByRole('link', { name: 'Cartwright' }).hover()
  await expect.poll(() => page.evaluate(APP_IS_THERE), { timeout: 120_000 }).toBe(true)
}

/**
 * Expects a page that shows 2026-03-01T00:30:00Z to give the reader's own day, before and after hydration. `waits`: the
 * app loads only once the page is used.
 */
export async function expectOwnDay(path: string, { waits }: { waits: boolean }): Promise<void> {
  for (const [zone, day] of [
    ['Pacific/Pago_Pago', 'Feb 28, 2026'],
    ['Pacific/Kiritimati', 'Mar 1, 2026'],
  ] as const) {
    const { page, context, wrong } = await openDrawn(path, { zone })
    await see(page, day)
    if (waits) expect(await page.evaluate(APP_IS_THERE)).toBe(false)
    await wake(page)
    await see(page, day)
    const redrawn = await page.evaluate(REDRAWN)
    expect({ zone, wrong, redrawn }).toEqual({ zone, wrong: [], redrawn: [] })
    await context.close()
  }
}
