import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { PUBLIC_PAGES } from '#contract/pages.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { enterDemoPeople, type SignedIn, startDemoCopy } from './demo-copy.ts'
import { until } from './processes.ts'

/** Not in the repository (.gitignore). */
const FOLDER = 'screenshots/screens'

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const THEMES = ['light', 'dark'] as const

/** For a step of one picture, on a busy machine. */
const DEADLINE_MS = 90_000

interface Screen {
  name: string
  path: string
  as?: SignedIn
}

// `npm run screenshots`: every screen in both themes, wide and narrow, whole pages, into FOLDER. With words as
// arguments only the screens whose name has one of them.
const copy = await startDemoCopy()
const browser = await launchBrowser()
try {
  const people = await enterDemoPeople(browser, copy.url)
  const screens: Screen[] = [
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
      '/find-creators',
    ].map((path) => ({ name: `creator${path.replaceAll('/', '-')}`, path, as: people.creator })),
    ...[
      '/find-creators',
      '/my-projects',
      '/post-project',
      '/messages',
      '/notifications',
      '/profile',
      '/profile/edit',
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
  ]
  mkdirSync(FOLDER, { recursive: true })
  const asked = process.argv.slice(2)
  const chosen = screens.filter(({ name }) => !asked[0] || asked.some((one) => name.includes(one)))
  const failures: string[] = []
  for (const viewport of WINDOWS)
    for (const theme of THEMES)
      for (const screen of chosen) {
        const file = `${screen.name}-${viewport.width}-${theme}.png`
        try {
          await take(screen, viewport, theme, join(FOLDER, file))
        } catch (error) {
          failures.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
  const all = chosen.length * WINDOWS.length * THEMES.length
  console.log(`${all - failures.length} of ${all} pictures in ${FOLDER}`)
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await copy.stop()
}

async function take(
  { path, as }: Screen,
  viewport: (typeof WINDOWS)[number],
  theme: (typeof THEMES)[number],
  file: string,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: copy.url,
    viewport,
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: as,
  })
  context.setDefaultTimeout(DEADLINE_MS)
  try {
    const page = await context.newPage()
    await page.goto(path)
    await atRest(page)
    // Pictures further down load when they come near.
    await page.evaluate(
      `document.querySelectorAll('img[loading="lazy"]').forEach((img) => (img.loading = 'eager'))`,
    )
    await holds(
      page,
      `document.fonts.status === 'loaded' && [...document.images].every((img) => img.complete) &&
        document.documentElement.hasAttribute('data-whole')`,
    )
    await page.screenshot({ path: file, fullPage: true })
  } finally {
    await context.close()
  }
}

/** Waits until the page has its heading, nothing more is asked for and nothing on it says that it is loading. */
async function atRest(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await holds(
    page,
    `!document.querySelector('main [aria-busy="true"]') &&
      ![...document.querySelectorAll('main [role="status"]')].some((part) => part.textContent.trim() === 'Loading...')`,
  )
}

/** Waits until an expression holds. The page's own policy forbids Playwright to evaluate it again by itself. */
async function holds(page: Page, expression: string): Promise<void> {
  if (!(await until(() => page.evaluate<boolean>(expression), DEADLINE_MS)))
    throw new Error(`does not come true: ${expression}`)
}
