import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The focused element: its name as a screen reader would say it, or, for a place, the name of the place. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return 'nothing'
    const by = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim()
    const label = at.labels?.[0]?.textContent
    return (at.getAttribute('aria-label') || by || label || (at.matches('main') ? 'main' : at.innerText) || at.tagName).trim()
  })()`)

/** Waits until the element with this name has the focus. */
export async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  await expect.poll(() => focused(page)).toMatch(name)
}

/**
 * Presses Tab until the element with this name has the focus, as someone without a mouse does. A round that does not
 * reach it is repeated for up to a minute: a control may appear with a response that is still pending.
 */
export async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  const deadline = Date.now() + 60_000
  let passed: string[]
  do {
    passed = []
    for (let step = 0; step < most; step += 1) {
      const now = await focused(page)
      if (name.test(now)) return
      passed.push(now.slice(0, 40))
      await page.keyboard.press('Tab')
    }
  } while (Date.now() < deadline)
  throw new Error(`no ${name} within ${most} steps: ${passed.join(' > ')}`)
}

/** Tabs to it and presses Enter. */
export async function pressByKey(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
