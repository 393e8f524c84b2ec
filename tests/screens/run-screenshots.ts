import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { enterDemoPeople, startDemoCopy } from '#tests/support/demo-copy.ts'
import { until } from '#scripts/processes.ts'
import { stageCampaign } from './campaign.ts'
import { consoleScreens } from './console-screens.ts'
import { openMarket, TWO_OPERATORS } from './market.ts'
import { marketScreens } from './market-screens.ts'
import type { Screen } from './screen.ts'
import { screensOf } from './screens.ts'

/** Git ignores it (.gitignore). */
const FOLDER = 'screenshots/screens'

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const THEMES = ['light', 'dark'] as const

/** Pages mostly wait until the network is idle. */
const AT_ONCE = 4

/** The limit for one step of a picture, on a busy machine. */
const DEADLINE_MS = 90_000

// `npm run screenshots`: every screen in both themes, wide and narrow, into FOLDER: whole pages, and windows with what
// opens over them. For some pages, also their printed sheets (pdftoppm). Arguments limit it to pictures whose name and
// width contain one of them: `-- campaign`, `-- -390`.
const copy = await startDemoCopy(TWO_OPERATORS)
const browser = await launchBrowser()
try {
  const campaign = await stageCampaign(copy.url)
  const market = openMarket(browser, copy)
  const screens = [
    ...screensOf(await enterDemoPeople(browser, copy.url)),
    ...(await marketScreens(market, campaign)),
    ...(await consoleScreens(market, campaign)),
  ]
  mkdirSync(FOLDER, { recursive: true })
  const asked = process.argv.slice(2)
  const failures: string[] = []
  const pictures = WINDOWS.flatMap((viewport) =>
    screens
      .filter(({ only }) => only === undefined || only === viewport.width)
      .map((screen) => ({ screen, viewport, name: `${screen.name}-${viewport.width}` })),
  )
    .filter(({ name }) => !asked[0] || asked.some((one) => name.includes(one)))
    .toSorted((a, b) => Number(a.screen.after !== undefined) - Number(b.screen.after !== undefined))
  const all = pictures.length * THEMES.length
  const worker = async () => {
    for (let next = pictures.shift(); next !== undefined; next = pictures.shift()) {
      const { screen, viewport, name } = next
      try {
        await take(screen, viewport, (theme) => join(FOLDER, `${name}-${theme}.png`))
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  console.log(`${all - failures.length * THEMES.length} of ${all} pictures in ${FOLDER}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await copy.stop()
}

async function take(
  { path, as, open, leads, prints, after }: Screen,
  viewport: (typeof WINDOWS)[number],
  file: (theme: (typeof THEMES)[number]) => string,
): Promise<void> {
  await after?.()
  const context = await browser.newContext({
    baseURL: copy.url,
    viewport,
    reducedMotion: 'reduce',
    storageState: as,
  })
  context.setDefaultTimeout(DEADLINE_MS)
  try {
    const page = await context.newPage()
    await page.goto(path)
    await atRest(page)
    if (open) {
      await open(page)
      await (leads ? atRest(page) : page.waitForLoadState('networkidle'))
    }
    // Pictures further down are lazy-loaded.
    await page.evaluate(
      `document.querySelectorAll('img[loading="lazy"]').forEach((img) => (img.loading = 'eager'))`,
    )
    await holds(
      page,
      `document.fonts.status === 'loaded' && [...document.images].every((img) => img.complete) &&
        document.documentElement.hasAttribute('data-whole')`,
    )
    // A picture that has loaded but is not decoded is missing from the screenshot.
    await page.evaluate(
      `Promise.all([...document.images].map((img) => img.decode().catch(() => undefined)))`,
    )
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await page.screenshot({ path: file(theme), fullPage: !open || leads === true })
    }
    // Paper has one width and one theme.
    if (prints && viewport.width === WINDOWS[0].width) await print(page, file('dark'))
  } finally {
    await context.close()
  }
}

/** Captures the page as a printer would lay it out, one picture per sheet. */
async function print(page: Page, beside: string): Promise<void> {
  const sheets = beside.replace(/-\d+-dark\.png$/, '-sheet')
  const pdf = `${sheets}.pdf`
  await page.pdf({ path: pdf, format: 'Letter', preferCSSPageSize: true })
  execFileSync('pdftoppm', ['-r', '80', '-png', pdf, sheets])
  rmSync(pdf)
}

/** Waits until the page has its heading, the network is idle and nothing on it is loading. */
async function atRest(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await holds(
    page,
    `!document.querySelector('main [aria-busy="true"]') &&
      ![...document.querySelectorAll('main [role="status"]')].some((part) => part.textContent.trim() === 'Loading...')`,
  )
}

/** Waits until an expression holds. The page's CSP forbids Playwright's own polling. */
async function holds(page: Page, expression: string): Promise<void> {
  if (!(await until(() => page.evaluate<boolean>(expression), DEADLINE_MS)))
    throw new Error(`does not come true: ${expression}`)
}
