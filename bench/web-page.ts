import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { until } from '#scripts/processes.ts'
import { takeNoStackTraces } from './stack-traces.ts'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** A slow phone on a slow line: the figures of Lighthouse's mobile run. */
export const SLOW = {
  cpu: 4,
  /** Bits a second, both ways. */
  bandwidth: 1_600_000,
  roundTripMs: 150,
  viewport: { width: 412, height: 823 },
} as const

/** How long a page stays quiet until it counts as loaded, in ms: what is loaded ahead begins 400 ms after the rest. */
const QUIET_MS = 700
/** A page that is not quiet by then is measured as it is, in ms. */
const PATIENCE_MS = 15_000
/** How long after a press its frames are waited for, in ms. */
const PRESS_MS = 500
/** Event Timing reports no shorter event, in ms. */
export const SHORTEST_MS = 16

/** One cold load of a page. Sizes in KiB as they crossed the line, times in ms. */
export interface Visit {
  /** Script that a page has loaded when it can be used, gzipped: null for the bare page. */
  usable: number | null
  /** Script until the page is quiet: with what it loads ahead. */
  script: number
  style: number
  font: number
  image: number
  total: number
  requests: number
  lcp: number
  shift: number
  /** Beyond 50 ms of every long task after the first paint. */
  blocking: number
  /** The longer of two presses of Tab, until the next frame. */
  interaction: number
}

/**
 * Loads an address with an empty cache on a slow phone. A public page can be used as it is; `hydrated`: with its app.
 */
export async function visit(
  context: BrowserContext,
  url: string,
  { dist, hydrated }: { dist: string; hydrated: boolean },
): Promise<Visit> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    const traffic = await watchTraffic(devtools)
    await page.addInitScript(OBSERVE)
    await takeNoStackTraces(page)
    await slowDown(devtools)
    await page.goto(url, { waitUntil: 'load' })
    const read = reader(devtools)
    await until(async () => (await read(HAS_HEADING)) === true, PATIENCE_MS)
    if (hydrated) await until(async () => (await read(APP_RUNS)) === true, PATIENCE_MS)
    const usable = gzippedKib(dist, traffic.scripts)
    await settled(page, traffic)
    const painted = (await read('window.__measured()')) as Painted
    // Keyboard: the first press also wakes a page that waited for its reader.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.waitForTimeout(PRESS_MS)
    const interaction = Number(await read('window.__interaction()'))
    return { ...traffic.sums, ...painted, usable, interaction }
  } finally {
    await page.close()
  }
}

type Painted = Pick<Visit, 'lcp' | 'shift' | 'blocking'>

/** Evaluates an expression in a page that takes no stack traces. */
const reader =
  (devtools: CDPSession) =>
  async (expression: string): Promise<unknown> =>
    (await devtools.send('Runtime.evaluate', { expression, returnByValue: true })).result.value

/**
 * Where nothing is rendered, the heading comes with the app. No locator looks for it: the script that locators need, and
 * their reading the role of every element, would count as what blocks the page.
 */
const HAS_HEADING = "document.querySelector('h1') !== null"

/** Whether React has every part of the page. */
const APP_RUNS = `[...document.getElementById('root').children]
  .every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))`

/** Scripts of the web build in `dist` by the addresses they came from, gzipped, in KiB; null without any. */
function gzippedKib(dist: string, addresses: readonly string[]): number | null {
  const files = addresses
    .map((address) => join(dist, new URL(address).pathname))
    .filter((file) => existsSync(file))
  if (files.length === 0) return null
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1024
}

interface Traffic {
  sums: Pick<Visit, 'script' | 'style' | 'font' | 'image' | 'total' | 'requests'>
  lastAt: number
  open: number
  /** Addresses of the scripts that have arrived. */
  scripts: string[]
}

/** Counts what crosses the line until the page is quiet for the first time; what comes later is not its first load. */
async function watchTraffic(devtools: CDPSession): Promise<Traffic & { stop: () => void }> {
  const traffic = {
    sums: { script: 0, style: 0, font: 0, image: 0, total: 0, requests: 0 },
    lastAt: performance.now(),
    open: 0,
    scripts: [] as string[],
    counting: true,
    stop() {
      this.counting = false
    },
  }
  const kinds = new Map<string, string>()
  const addresses = new Map<string, string>()
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    kinds.set(requestId, SCRIPT.test(request.url) ? 'Script' : (type ?? 'Other'))
    addresses.set(requestId, request.url)
    traffic.open += 1
    if (traffic.counting) traffic.sums.requests += 1
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    traffic.open -= 1
    traffic.lastAt = performance.now()
    if (!traffic.counting) return
    const kib = encodedDataLength / 1024
    traffic.sums.total += kib
    const kind = kinds.get(requestId)
    if (kind === 'Script') {
      traffic.sums.script += kib
      traffic.scripts.push(addresses.get(requestId) ?? '')
    }
    if (kind === 'Stylesheet') traffic.sums.style += kib
    if (kind === 'Font') traffic.sums.font += kib
    if (kind === 'Image') traffic.sums.image += kib
  })
  devtools.on('Network.loadingFailed', () => (traffic.open -= 1))
  return traffic
}

/** Those that are preloaded are of another type. */
const SCRIPT = /\/assets\/[^/]+\.js$/

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.roundTripMs,
    downloadThroughput: SLOW.bandwidth / 8,
    uploadThroughput: SLOW.bandwidth / 8,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
}

/** Waits until nothing has been loading for a while; the first time ends the counting. */
async function settled(page: Page, traffic: Traffic & { stop: () => void }): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    await page.waitForTimeout(50)
    if (traffic.open <= 0 && performance.now() - traffic.lastAt > QUIET_MS) break
  }
  traffic.stop()
}

/** Runs in the page, before anything else does. */
const OBSERVE = `
  const seen = { lcp: 0, shift: 0, paint: 0, tasks: [], presses: [] }
  const watch = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  watch('layout-shift', (entry) => entry.hadRecentInput || (seen.shift += entry.value))
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.paint = entry.startTime))
  watch('longtask', (entry) => seen.tasks.push(entry))
  // Only presses: a pointer that rests above a page as it loads is no one's input.
  watch('event', (entry) => entry.interactionId > 0 && seen.presses.push(entry.duration), { durationThreshold: ${SHORTEST_MS} })
  window.__measured = () => ({
    lcp: seen.lcp,
    shift: seen.shift,
    blocking: seen.tasks
      .filter((task) => task.startTime + task.duration > seen.paint)
      .reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
  })
  window.__interaction = () => Math.max(${SHORTEST_MS}, ...seen.presses)
`
