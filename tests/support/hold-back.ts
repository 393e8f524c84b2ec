import type { Page } from 'playwright-core'

/** Keeps a page's requests for matching addresses waiting until what it returns is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return () => letThrough()
}
