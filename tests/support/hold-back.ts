import type { Page } from 'playwright-core'

/** Holds back a page's requests to matching addresses until the returned function is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return () => letThrough()
}
