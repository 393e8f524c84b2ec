import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectLines, read, readPage } from '#tests/support/reading.ts'
import { stack, storyOnDemoMarket, windowOf } from '#tests/support/market-story.ts'

/** SPEC §1: what the product does and for whom. The titles summarise its statements. */

storyOnDemoMarket()

let page: Page

beforeAll(async () => {
  page = await windowOf(null)
})

test('the landing page promises real creators instead of AI ads, fast turnaround, curated and verified creators', async () => {
  expectLines(
    await readPage(page, '/'),
    'heading "Real creators, not AI ads." [level=1]',
    'heading "Fast turnaround"',
    'Creators are curated and verified before they can take a project.',
  )
})

test('the landing page promises escrow released only on approval, revision rounds and dispute resolution', async () => {
  expectLines(
    await read(page),
    'Funds released only when the seller approves deliverables.',
    'heading "Revision rounds and dispute resolution"',
  )
})

test('content below the fold is laid out once the page is loaded, for searching and printing', async () => {
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  const skipped = await page.evaluate<number>(
    `[...document.querySelectorAll('main > section, footer')]
      .filter((part) => !part.lastElementChild.checkVisibility({ contentVisibilityAuto: true })).length`,
  )
  expect(skipped).toBe(0)
})

test('the logo is a shopping cart with the brand text', async () => {
  const logo = page.locator('header').getByRole('link', { name: 'Cartwright' }).first()
  expect((await logo.innerText()).trim()).toBe('Cartwright')
  expect(await logo.locator('svg').count()).toBe(1)
  // Its two wheels and the handle make the mark a cart.
  expect(await logo.locator('svg path').count()).toBeGreaterThanOrEqual(3)
})

test.each([
  ['authentication', 'GET', '/auth/v1/health', 200],
  ['database tables', 'GET', '/api/projects', 401],
  ['object storage', 'POST', '/storage/uploads', 401],
  ['serverless functions', 'POST', '/api/payouts/onboarding', 401],
  ['realtime', 'GET', '/realtime/?EIO=4&transport=polling', 200],
])('one backend serves %s: %s %s answers %i to a stranger', async (_part, method, path, status) => {
  const answer = await fetch(stack.url + path, { method })
  expect(answer.status).toBe(status)
  // The app's own pages respond to anything a browser requests; a part of the backend does not.
  expect(answer.headers.get('content-type') ?? '').not.toContain('text/html')
  await answer.body?.cancel()
})
