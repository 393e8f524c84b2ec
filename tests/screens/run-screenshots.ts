import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { enterDemoPeople, startDemoCopy } from '#tests/support/demo-copy.ts'
import { until } from '#scripts/processes.ts'
import { type Screen, screensOf } from './screens.ts'

/** Not in the repository (.gitignore). */
const FOLDER = 'screenshots/screens'

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const THEMES = ['light', 'dark'] as const

/** For one step of a picture, on a busy machine. */
const DEADLINE_MS = 90_000

// `npm run screenshots`: every screen in both themes, wide and narrow, into FOLDER: whole pages, and windows with what
// opens over them. Arguments limit it to screens whose name contains one of them.
const copy = await startDemoCopy()
const browser = await launchBrowser()
try {
  const screens = screensOf(await enterDemoPeople(browser, copy.url))
  mkdirSync(FOLDER, { recursive: true })
  const asked = process.argv.slice(2)
  const chosen = screens.filter(({ name }) => !asked[0] || asked.some((one) => name.includes(one)))
  const failures: string[] = []
  let all = 0
  for (const viewport of WINDOWS)
    for (const screen of chosen) {
      if (screen.only && screen.only !== viewport.width) continue
      const name = `${screen.name}-${viewport.width}`
      all += THEMES.length
      try {
        await take(screen, viewport, (theme) => join(FOLDER, `${name}-${theme}.png`))
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  console.log(`${all - failures.length * THEMES.length} of ${all} pictures in ${FOLDER}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await copy.stop()
}

async function take(
  { path, as, open }: Screen,
  viewport: (typeof WINDOWS)[number],
  file: (theme: (typeof THEMES)[number]) => string,
): Promise<void> {
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
      await page.waitForLoadState('networkidle')
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
    // A picture that has loaded but is not decoded is left out of the photograph.
    await page.evaluate(
      `Promise.all([...document.images].map((img) => img.decode().catch(() => undefined)))`,
    )
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await page.screenshot({ path: file(theme), fullPage: !open })
    }
  } finally {
    await context.close()
  }
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
