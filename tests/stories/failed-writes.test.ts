import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#tests/support/browser.ts'
import type { DemoMarket } from '#tests/support/demo-market.ts'
import { enter, type MarketStack, openContext, sharedMarket, visit } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'

/** What becomes of what somebody typed or chose when it could not be sent. */

let stack: MarketStack
let market: DemoMarket
let browser: Browser
let page: Page

beforeAll(async () => {
  ;({ stack, market } = await sharedMarket())
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a session that ended while somebody wrote: what they wrote is there when they are back', async () => {
  const seller = await enter(stack, market.seller)
  page = await (await openContext(browser, stack, seller)).newPage()
  await visit(page, '/post-project')
  await page.getByLabel('Title').fill('A jug, half described')
  const [current] = await seller.call('sessions.list')
  await (
    await enter(stack, market.seller)
  ).call('sessions.end', { params: { id: current?.id ?? '' } })
  // Whatever they do next.
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await page.waitForURL('**/auth')
  await page.getByLabel('Email').fill(market.seller.email)
  await page.getByLabel('Password', { exact: true }).fill(market.seller.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/post-project')
  expect(await page.getByLabel('Title').inputValue()).toBe('A jug, half described')
  await page.context().close()
})

test('a choice about mails that did not reach the server is not shown as made', async () => {
  const creator = await enter(stack, market.creator)
  page = await (await openContext(browser, stack, creator)).newPage()
  await visit(page, '/profile')
  const choice = page.getByRole('checkbox').first()
  const before = await choice.isChecked()
  await page.route(/\/api\/notifications\/preferences/, (route) => route.abort())
  await choice.click()
  await see(page, 'Your choice could not be saved. Please try again.')
  expect(await choice.isChecked()).toBe(before)
  await page.context().close()
})
