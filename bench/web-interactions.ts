import type { Browser } from 'playwright-core'
import type { DemoPeople } from '#tests/support/demo-copy.ts'
import { type Action, ACTIONS } from './web-actions.ts'
import type { ActionTimes } from './web-goals.ts'
import { takeNoStackTraces } from './stack-traces.ts'
import { SHORTEST_MS, SLOW } from './web-page.ts'

/** How long to wait for the frames after a press, in ms. */
const PRESS_MS = 600
/** How long a page may take to become ready, and something to appear on it, in ms. */
const PATIENCE_MS = 20_000

/**
 * Performs each action on a ready page of its own, `rounds` times in turns, on a slow phone. Throws, naming it, when
 * one cannot be performed.
 */
export async function measureActions(
  browser: Browser,
  url: string,
  people: DemoPeople,
  rounds: number,
): Promise<ActionTimes[]> {
  const found = ACTIONS.map(({ name }) => ({ name, times: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, action] of ACTIONS.entries()) {
      const ms = await timeOf(browser, url + action.at(people), people, action).catch(
        (error: unknown) => {
          throw new Error(`could not ${action.name}`, { cause: error })
        },
      )
      found[n]?.times.push(ms)
    }
  }
  return found
}

/** The longest event of one press, from the press to the next frame, in ms. */
async function timeOf(
  browser: Browser,
  address: string,
  people: DemoPeople,
  { as, before, press }: Action,
): Promise<number> {
  const context = await browser.newContext({
    viewport: SLOW.viewport,
    hasTouch: true,
    ...(as === 'nobody' ? {} : { storageState: people[as] }),
  })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    const page = await context.newPage()
    await page.addInitScript(OBSERVE)
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    await before?.(page)
    await page.evaluate('new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }))')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
    await page.evaluate('window.__pressed.length = 0')
    await takeNoStackTraces(page)
    await press(page)
    await page.waitForTimeout(PRESS_MS)
    return await page.evaluate<number>(`Math.max(${SHORTEST_MS}, ...window.__pressed)`)
  } finally {
    await context.close()
  }
}

/** Runs in the page, before any other script. */
const OBSERVE = `
  window.__pressed = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.__pressed.push(duration)
  }).observe({ type: 'event', durationThreshold: ${SHORTEST_MS} })
`
