import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import { enterDemoPeople, type SignedIn, startDemoCopy } from '#tests/support/demo-copy.ts'
import { freePort } from '#scripts/ports.ts'

/** Run through npx: as a dependency it would add about 120 packages to every installation. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

/**
 * The number of times each page is measured; the median by performance counts. Other load on the machine costs points.
 */
const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3)

/** Minimum scores out of 100. SEO counts where search engines are allowed. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof GOALS

interface Report {
  categories: Record<
    Category,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<
    string,
    {
      score: number | null
      title: string
      displayValue?: string
      details?: { items?: { node?: { snippet?: string } }[] }
    }
  >
}

// `npm run lighthouse`: three public pages and five behind the sign-in, as a phone sees them. Fails when a goal is
// missed. Arguments limit it to pages whose path begins with one of them.
const copy = await startDemoCopy()
const reports = mkdtempSync(join(tmpdir(), 'cartwright-lighthouse-'))
let missed = 0
try {
  const browser = await launchBrowser()
  const people = await enterDemoPeople(browser, copy.url)
  await browser.close()
  const deal = people.projects.find(({ status }) => status === 'in_progress')
  const pages: { path: string; as: SignedIn | null; isPublic: boolean }[] = [
    { path: '/', as: null, isPublic: true },
    { path: '/auth', as: null, isPublic: true },
    { path: people.creatorProfile, as: null, isPublic: true },
    { path: '/projects', as: people.creator, isPublic: false },
    { path: deal?.path ?? '/projects', as: people.seller, isPublic: false },
    { path: '/messages', as: people.creator, isPublic: false },
    { path: '/dashboard', as: people.creator, isPublic: false },
    { path: '/find-creators', as: people.seller, isPublic: false },
  ]
  const asked = process.argv.slice(2)
  const chosen = pages.filter(({ path }) => !asked[0] || asked.some((one) => path.startsWith(one)))
  for (const { path, as, isPublic } of chosen) missed += await judge(path, as, isPublic)
} finally {
  await copy.stop()
  rmSync(reports, { recursive: true, force: true })
}
console.log(missed === 0 ? 'Every goal is met.' : `${missed} goals are missed.`)
process.exit(missed > 0 ? 1 : 0)

/** Measures one page, prints its scores and what cost points, and returns the number of goals it misses. */
async function judge(path: string, as: SignedIn | null, isPublic: boolean): Promise<number> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run += 1) reports.push(await measure(copy.url + path, as))
  const report = middle(reports)
  const categories = (Object.keys(GOALS) as Category[]).filter((name) => isPublic || name !== 'seo')
  const scores = categories.map((name) => ({
    name,
    points: Math.floor((report.categories[name].score ?? 0) * 100 + 0.5),
  }))
  const performances = reports.map(performanceOf).join(', ')
  console.log(
    `${scores.map(({ points }) => String(points).padStart(4)).join('')}  ${path}  (performance ${performances}; load ${loadavg()[0]?.toFixed(1)})`,
  )
  const low = scores.filter(({ name, points }) => points < GOALS[name])
  for (const { name } of low)
    for (const { id, weight } of report.categories[name].auditRefs) {
      const audit = report.audits[id]
      if (weight > 0 && audit && (audit.score ?? 1) < 0.9)
        console.log(
          `        ${name}: ${audit.title} ${audit.displayValue ?? audit.details?.items?.[0]?.node?.snippet ?? ''}`,
        )
    }
  return low.length
}

function performanceOf({ categories }: Report): number {
  return Math.floor((categories.performance.score ?? 0) * 100 + 0.5)
}

/** Returns the median report by performance; the better one of two. */
function middle(reports: readonly Report[]): Report {
  const sorted = reports.toSorted((a, b) => performanceOf(a) - performanceOf(b))
  const report = sorted[Math.floor(sorted.length / 2)]
  if (!report) throw new Error('LIGHTHOUSE_RUNS must be 1 or more')
  return report
}

/** Runs Lighthouse in a browser of its own that holds the session of `as`. */
async function measure(url: string, as: SignedIn | null): Promise<Report> {
  const port = await freePort()
  const profile = mkdtempSync(join(reports, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    // The server renders a page for its reader by the cookie; the app signs in from its storage.
    await context.addCookies(as?.cookies ?? [])
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(`${copy.url}/robots.txt`)
    for (const { name, value } of as?.origins.flatMap((origin) => origin.localStorage) ?? [])
      await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
    await page.goto('about:blank')
    const file = join(profile, 'report.json')
    const options = ['--quiet', '--disable-storage-reset', '--output=json', `--output-path=${file}`]
    await run('npx', ['--yes', LIGHTHOUSE, url, `--port=${port}`, ...options])
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } finally {
    await context.close()
  }
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    )
  })
}
