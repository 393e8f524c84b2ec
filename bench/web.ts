import type { Browser } from 'playwright-core'
import { PERSONAL_PAGE_NAMES, PERSONAL_PAGES, type PersonalPage } from '#contract/personal-pages.ts'
import { enterDemoPeople, type SignedIn, startDemoCopy } from '#tests/support/demo-copy.ts'
import { freePort } from '#scripts/ports.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { median } from './load.ts'
import { startFloor } from './web-floor.ts'
import { type Kind, missedGoals, type WebRun } from './web-goals.ts'
import { measureActions } from './web-interactions.ts'
import { SLOW, visit, type Visit } from './web-page.ts'
import { renderingCpu } from './web-rendering.ts'
import { webReport } from './web-report.ts'

/** Rounds of every page in turn: a slow moment of the machine affects them all. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Rounds of every action in turn: they vary less. */
const ACTION_ROUNDS = Math.min(3, ROUNDS)

/** The web build that is served, and from which sizes are taken. */
const DIST = 'dist/web'

type Undo = () => unknown

// `npm run bench:web`: how heavy pages are, how soon they appear and how soon they respond, on a slow phone, beside a
// bare page. Exits with 1 when a goal is missed (web-goals.ts).
const undo: Undo[] = []
try {
  await main()
} finally {
  for (const step of undo.toReversed()) await step()
}

async function main(): Promise<void> {
  // A copy that is already running was given one.
  const metricsPort = process.env['METRICS_PORT'] ?? String(await freePort())
  process.env['METRICS_PORT'] = metricsPort
  const copy = await startDemoCopy()
  undo.push(() => copy.stop())
  const floorPort = await freePort()
  const floor = await startFloor(DIST, floorPort)
  undo.push(() => floor.close())
  const browser = await launchBrowser()
  undo.push(() => browser.close())
  const people = await enterDemoPeople(browser, copy.url)
  const deal = people.projects.find(({ status }) => status === 'in_progress')
  if (deal === undefined) throw new Error('the demo has no running deal')

  const nobody = undefined
  const anyone = { as: nobody, kind: 'public' } as const
  const pages: { name: string; url: string; as: SignedIn | undefined; kind: Kind }[] = [
    { name: 'bare page', url: `http://127.0.0.1:${floorPort}/`, as: nobody, kind: 'bare' },
    { name: 'landing', url: `${copy.url}/`, ...anyone },
    { name: '/auth', url: `${copy.url}/auth`, ...anyone },
    { name: 'public profile', url: copy.url + people.creatorProfile, ...anyone },
    ...PERSONAL_PAGE_NAMES.map((name) => PERSONAL_PAGES[name] as PersonalPage)
      .filter(({ path }) => !path.includes(':'))
      .map(({ path, roles }) => ({
        name: path,
        url: copy.url + path,
        as: roles.includes('creator') ? people.creator : people.seller,
        kind: 'signed in' as const,
      })),
    { name: 'a project', url: copy.url + deal.path, as: people.seller, kind: 'signed in' },
  ]
  const found = pages.map(({ name, kind }) => ({ name, kind, visits: [] as Visit[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, { url, as, kind }] of pages.entries()) {
      const context = await browser.newContext({ viewport: SLOW.viewport, storageState: as })
      const hydrated = kind === 'signed in'
      found[n]?.visits.push(await visit(context, url, { dist: DIST, hydrated }))
      await context.close()
    }
  }
  const run: WebRun = {
    pages: found,
    actions: await measureActions(browser, copy.url, people, ACTION_ROUNDS),
    routeChange: await routeChange(browser, copy.url, people.creator),
    rendering: await renderingCpu(
      copy.url,
      `http://127.0.0.1:${metricsPort}/metrics`,
      people.seller,
      [PERSONAL_PAGES.projects.path, PERSONAL_PAGES['find-creators'].path],
    ),
  }
  console.log(webReport(run))
  if (missedGoals(run).length > 0) process.exitCode = 1
}

/** From the press of a link to the first frame of the other screen, both visited before. In ms. */
async function routeChange(browser: Browser, url: string, as: SignedIn): Promise<number> {
  const context = await browser.newContext({ baseURL: url, storageState: as })
  const page = await context.newPage()
  await page.goto('/dashboard')
  const times: number[] = []
  const steps = [
    ['Browse Projects', 'Available Projects'],
    ['My Applications', 'My Applications'],
    ['My Work', 'Welcome'],
  ] as const
  for (let lap = 0; lap < 4; lap += 1) {
    for (const [link, heading] of steps) {
      const main = page.getByRole('navigation', { name: 'Main' })
      await main.getByRole('link', { name: link }).waitFor()
      const ms = await page.evaluate<number>(`new Promise((resolve) => {
        const link = [...document.querySelectorAll('nav[aria-label="Main"] a')].find((a) => a.textContent.startsWith(${JSON.stringify(link)}))
        const from = performance.now()
        const look = () => document.querySelector('h1')?.textContent.includes(${JSON.stringify(heading)})
          ? requestAnimationFrame(() => resolve(performance.now() - from))
          : requestAnimationFrame(look)
        link.click()
        look()
      })`)
      // The first lap loads the screens.
      if (lap > 0) times.push(ms)
    }
  }
  await context.close()
  return median(times)
}
