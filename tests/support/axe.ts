import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type MarketStack, openContext, settled, visit, type Visitor } from './market.ts'

/** WCAG 2.2 A and AA. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/**
 * The rules among them that check colours. Nothing else differs between the themes: `light-dark()` accepts only
 * colours.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Every width in every theme. */
const WALK = [
  [1440, ['light', 'dark']],
  [390, ['dark', 'light']],
] as const
/** DESIGN §10: 320 px, which is also 1280 px at 400 %. */
const NARROWEST = 320
/** WCAG 1.4.4: letters may be twice as large. */
const LARGEST = '200%'
/** The widths of phones, and the letters on each. Ends with the narrowest, which some stories look at afterwards. */
const TOUCHED = [
  [390, LARGEST],
  [390, '100%'],
  [360, '100%'],
  [NARROWEST, '100%'],
] as const
/** Pages open at the same time: one per core. */
const WINDOWS = 2

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations on a set of pages, walked in several windows at once, each taking the next remaining page. */
export async function violationsIn(
  browser: Browser,
  stack: MarketStack,
  visitor: Visitor | null,
  pages: readonly string[],
): Promise<string[]> {
  const left = [...pages]
  const walks = Array.from({ length: WINDOWS }, async () => {
    const context = await openContext(browser, stack, visitor)
    const page = await context.newPage()
    const found: string[] = []
    let shown = ''
    let before = ''
    onKeptOut(page, (report) => found.push(`${shown} ${report}`))
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      shown = path
      await visit(page, path)
      // A page that was never reached has no violations either.
      const content = await page.locator('main').innerText()
      if (content === before) found.push(`${path} still shows the page before it`)
      before = content
      found.push(...(await violationsOf(page)).map((one) => `${path} ${one}`))
    }
    await context.close()
    return found
  })
  return (await Promise.all(walks)).flat()
}

/** Calls `report` with whatever a page's own policy blocks: a sheet, a script, a picture that someone will miss. */
export function onKeptOut(page: Page, report: (sentence: string) => void): void {
  page.on('console', (message) => {
    if (/Content Security Policy|requires 'Trusted/.test(message.text())) report(message.text())
  })
}

/** The violations on the current page, in each theme and width, switched in place. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  // Each switch lays out and redraws the page, so the theme that ends one width begins the next.
  for (const [width, themes] of WALK) {
    await page.setViewportSize({ width, height: 900 })
    for (const [place, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme })
      await settled(page)
      for (const one of await axeReport(page, place === 0 ? RULES : COLOUR_RULES))
        found.push(`${width} ${theme}: ${one}`)
    }
    found.push(...(await tooWide(page, width, LARGEST)))
  }
  await page.setViewportSize({ width: NARROWEST, height: 900 })
  found.push(...(await tooWide(page, NARROWEST, '100%')))
  found.push(...(await tooWideToTouch(page)))
  return found
}

/** One for each page, and never detached: that would end the page's virtual authenticator. */
const screens = new WeakMap<Page, Promise<CDPSession>>()

/** Returns the same for a touch screen, where controls are larger (DESIGN §10). */
async function tooWideToTouch(page: Page): Promise<string[]> {
  const isTouched = async () => page.evaluate<boolean>('matchMedia("(pointer: coarse)").matches')
  const found: string[] = []
  const wasTouched = await isTouched()
  const opened = screens.get(page) ?? page.context().newCDPSession(page)
  screens.set(page, opened)
  const screen = await opened
  if (!wasTouched) await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await expect.poll(isTouched).toBe(true)
  for (const [width, letters] of TOUCHED) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await tooWide(page, width, letters)).map((one) => `touched, ${one}`))
  }
  if (!wasTouched) await screen.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  return found
}

/**
 * Returns whether the page scrolls sideways with letters of this size. The old size is restored before the page is
 * drawn.
 */
async function tooWide(page: Page, width: number, letters: string): Promise<string[]> {
  const wide = await page.evaluate<number>(`(() => {
    const page = document.documentElement
    page.style.fontSize = '${letters}'
    const wide = page.scrollWidth - innerWidth
    page.style.fontSize = ''
    return wide
  })()`)
  return wide > 0 ? [`${width}, letters at ${letters}: ${wide} px too wide`] : []
}

/** The rules that are violated, each with its first place. The library stays in the page between runs. */
async function axeReport(page: Page, rules: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = {
    runOnly: rules,
    resultTypes: ['violations'],
    preload: false,
    // By default, one-character text is not checked: a count would be found only once it has two digits.
    checks: { 'color-contrast': { options: { ignoreLength: true } } },
  }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`)
}
