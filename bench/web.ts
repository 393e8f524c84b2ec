import type { Browser } from 'playwright-core'
import { PERSONAL_PAGE_NAMES, PERSONAL_PAGES, type PersonalPage } from '#contract/personal-pages.ts'
import { enterDemoPeople, type SignedIn, startDemoCopy } from '#tests/support/demo-copy.ts'
import { freePort } from '#scripts/processes.ts'
import { launchBrowser } from '#tests/support/browser.ts'
import { median } from './load.ts'
import { startFloor } from './web-floor.ts'
import { SLOW, visit, type Visit } from './web-page.ts'
import { webReport } from './web-report.ts'

/** Rounds of every page in turn: a slow moment of the machine falls on all of them. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

type Undo = () => unknown

// `npm run bench:web`: what pages weigh and how soon they are there, on a slow phone, beside a bare page.
const undo: Undo[] = []
try {
  await main()
} finally {
  for (const step of undo.toReversed()) await step()
}

async function main(): Promise<void> {
  const copy = await startDemoCopy()
  undo.push(() => copy.stop())
  const floorPort = await freePort()
  const floor = await startFloor('dist/web', floorPort)
  undo.push(() => floor.close())
  const browser = await launchBrowser()
  undo.push(() => browser.close())
  const people = await enterDemoPeople(browser, copy.url)
  const deal = people.projects.find(({ status }) => status === 'in_progress')
  if (deal === undefined) throw new Error('the demo has no running deal')

  const nobody = undefined
  const pages = [
    { name: 'bare page', url: `http://127.0.0.1:${floorPort}/`, as: nobody },
    { name: 'landing', url: `${copy.url}/`, as: nobody },
    { name: '/auth', url: `${copy.url}/auth`, as: nobody },
    { name: 'public profile', url: copy.url + people.creatorProfile, as: nobody },
    ...PERSONAL_PAGE_NAMES.map((name) => PERSONAL_PAGES[name] as PersonalPage)
      .filter(({ path }) => !path.includes(':'))
      .map(({ path, roles }) => ({
        name: path,
        url: copy.url + path,
        as: roles.includes('creator') ? people.creator : people.seller,
      })),
    { name: 'a project', url: copy.url + deal.path, as: people.seller },
  ]
  const found = pages.map(({ name }) => ({ name, visits: [] as Visit[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, { url, as }] of pages.entries()) {
      const context = await browser.newContext({ viewport: SLOW.viewport, storageState: as })
      found[n]?.visits.push(await visit(context, url))
      await context.close()
    }
  }
  console.log(webReport(found, await routeChange(browser, copy.url, people.creator)))
}

/** From the press of a link to the first frame of the other screen, both seen before. In ms. */
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
