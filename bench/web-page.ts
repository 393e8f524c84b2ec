import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** A slow phone on a slow line: the figures of Lighthouse's mobile run. */
export const SLOW = {
  cpu: 4,
  /** Bits a second, both ways. */
  bandwidth: 1_600_000,
  roundTripMs: 150,
  viewport: { width: 412, height: 823 },
} as const

/** How long a page stays quiet until it counts as loaded, in ms. */
const QUIET_MS = 1_000

/** One cold load of a page. Sizes in KiB as they crossed the line, times in ms. */
export interface Visit {
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
  /** From pressing Tab until the next frame; null where it was not tried. */
  interaction: number | null
}

/** Loads an address with an empty cache on a slow phone. `signIn` puts a session into the storage of `context`. */
export async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  try {
    const devtools = await context.newCDPSession(page)
    const traffic = await watchTraffic(devtools)
    await page.addInitScript(OBSERVE)
    await slowDown(devtools)
    await page.goto(url, { waitUntil: 'load' })
    // Behind the sign-in the heading comes with the app.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page, traffic)
    const painted = await page.evaluate<{ lcp: number; shift: number; blocking: number }>(
      'window.__measured()',
    )
    // Keyboard: the first press also wakes a page that waited for its reader.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await settled(page, traffic)
    const interaction = await page.evaluate<number | null>('window.__interaction()')
    return { ...traffic.sums, ...painted, interaction }
  } finally {
    await page.close()
  }
}

interface Traffic {
  sums: Pick<Visit, 'script' | 'style' | 'font' | 'image' | 'total' | 'requests'>
  lastAt: number
  open: number
}

/** Counts what crosses the line until the page is quiet for the first time; what comes later is not its first load. */
async function watchTraffic(devtools: CDPSession): Promise<Traffic & { stop: () => void }> {
  const traffic = {
    sums: { script: 0, style: 0, font: 0, image: 0, total: 0, requests: 0 },
    lastAt: performance.now(),
    open: 0,
    counting: true,
    stop() {
      this.counting = false
    },
  }
  const kinds = new Map<string, string>()
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => {
    kinds.set(requestId, type ?? 'Other')
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
    if (kind === 'Script') traffic.sums.script += kib
    if (kind === 'Stylesheet') traffic.sums.style += kib
    if (kind === 'Font') traffic.sums.font += kib
    if (kind === 'Image') traffic.sums.image += kib
  })
  devtools.on('Network.loadingFailed', () => (traffic.open -= 1))
  return traffic
}

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
  const deadline = performance.now() + 30_000
  while (performance.now() < deadline) {
    await page.waitForTimeout(100)
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
  watch('event', (entry) => seen.presses.push(entry.duration), { durationThreshold: 16 })
  window.__measured = () => ({
    lcp: seen.lcp,
    shift: seen.shift,
    blocking: seen.tasks
      .filter((task) => task.startTime + task.duration > seen.paint)
      .reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
  })
  window.__interaction = () => (seen.presses.length ? Math.max(...seen.presses) : null)
`
