import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { canUseApt, installPackage, programOf } from './debian-packages.ts'
import { watchHydration } from './hydration-errors.ts'

/** Nothing but the pages under test: no network traffic of the browser's own, and no sandbox that a container lacks. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * V8 for pages that live for seconds: without the optimising compiler and its threads, which would not pay off. 61 pages
 * under axe take 104 instead of 130 to 149 CPU seconds; a story that only loads pages takes the same as before.
 */
const SHORT_LIVED =
  '--js-flags=--single-threaded --max-optimized-bytecode-size=0 --min-semi-space-size=16'

/**
 * Chromium without windows around its pages: the same pages for less than half of the processor time (11 instead of 26
 * CPU seconds for 12 page loads).
 */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'

const ON_THIS_SYSTEM = [
  WITHOUT_WINDOWS,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const MISSING =
  'The browser stories need Chromium: install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.'

/** Opens Chromium without a window and with an empty profile, as fast as people's own. Close it when done. */
export const launchBrowser = (): Promise<Browser> => launch(FLAGS)

/** The same for a story, which spends less processor time and measures nothing. */
export const launchStoryBrowser = (): Promise<Browser> => launch([...FLAGS, SHORT_LIVED])

async function launch(args: string[]): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(MISSING)
  return watchHydration(await chromium.launch({ executablePath, args, headless: true }))
}

/** The same with full Chromium: without its windows it has no notifications, and denies every permission for them. */
export async function launchWholeBrowser(): Promise<Browser> {
  const executablePath =
    ON_THIS_SYSTEM.filter((path) => path !== WITHOUT_WINDOWS).find(works) ??
    programOf('chromium', '/usr/bin/chromium')
  return watchHydration(await chromium.launch({ executablePath, args: FLAGS, headless: true }))
}

/**
 * Called by vitest before the stories: makes sure that there is a browser, and installs one where that can be done
 * without asking. Throws one sentence where it cannot.
 */
export function setup(): void {
  const found = findBrowser()
  const isChosen = process.env['CHROMIUM_PATH'] || found === chromium.executablePath()
  if (isChosen || found === WITHOUT_WINDOWS) return
  if (canUseApt()) installPackage('chromium-headless-shell')
  else if (found === null) {
    console.log('No Chromium here yet; getting one…')
    const playwright = dirname(
      createRequire(import.meta.url).resolve('playwright-core/package.json'),
    )
    run(process.execPath, [join(playwright, 'cli.js'), 'install', '--no-shell', 'chromium'])
  }
  // Where that did not work, any other Chromium will do.
  if (findBrowser() === null) throw new Error(MISSING)
}

/**
 * CHROMIUM_PATH first, then the test runner's own download, then the system's, in the order listed. Null if there is
 * none.
 */
function findBrowser(): string | null {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    if (!works(given))
      throw new Error(`CHROMIUM_PATH is ${given}, which is not a browser that runs.`)
    return given
  }
  return [chromium.executablePath(), ...ON_THIS_SYSTEM].find(works) ?? null
}

function works(path: string): boolean {
  // A download without its system libraries exists but does not run.
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
