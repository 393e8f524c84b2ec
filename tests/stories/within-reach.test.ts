import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { sessionOf } from '#scripts/demo/session.ts'
import { applyTo, fundDeal, postProject } from '#tests/support/market-deals.ts'
import { creator, openPage, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { ADDRESS } from '#tests/support/shipments.ts'

/** The main content of each page is in its first window, and letters begin where the page does. */

storyOnDemoMarket()

let id = ''
test('set-up: a deal with a damaged product, held money and work waiting for review', async () => {
  const project = await postProject(seller, 'A bowl that has been on a long way')
  ;({ id } = project)
  const params = { id }
  await seller.call('shipping.plan', { params, body: { product: 'A bowl', value: 48, days: 10 } })
  const application = await applyTo(creator, project)
  await seller.call('applications.accept', { params: { id: application.id } })
  await fundDeal(seller, { project: id, application: application.id })
  await creator.call('shipping.give_address', { params, body: ADDRESS })
  await seller.call('shipping.ship', { params, body: { carrier: 'Parcel Post' } })
  await creator.call('shipping.report', {
    params,
    body: { problem: 'damaged', words: 'The rim has a chip, on the side that is to be seen.' },
  })
  const { session } = creator
  const own = sessionOf(stack.url, session.access_token, session.user.id)
  const { name, mimeType, buffer } = await pngFile('bowl.png', 600, 800)
  const file = await own.upload('deliverable-files', name, mimeType, buffer, id)
  await own.call('deliverables.submit', {
    params,
    body: { file_id: file.id, notes: 'By the window, before it chipped.', post_url: null },
  })
})

const WINDOWS = [
  [390, 844],
  [360, 800],
  [820, 1180],
  [1440, 900],
] as const

/** Returns whether all of a button is in the window, without any scrolling. */
async function expectInFirstWindow(page: Page, name: string, height: number): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true })
  await button.waitFor()
  await page.getByRole('region', { name: 'Product' }).waitFor()
  const { y, height: own } = (await button.boundingBox()) ?? { y: -1, height: 0 }
  expect(await page.evaluate('scrollY')).toBe(0)
  expect(y, name).toBeGreaterThan(0)
  expect(y + own, name).toBeLessThanOrEqual(height)
}

test.each(WINDOWS)(
  'Approve and Release Payment are visible without scrolling at %d by %d, despite the damaged product',
  async (width, height) => {
    for (const [tab, name] of [
      ['deliverables', 'Approve'],
      ['payment', 'Release Payment'],
    ] as const)
      await expectInFirstWindow(
        await openPage(seller, paths.projectTab(id, tab), { width, height }),
        name,
        height,
      )
  },
)

test.each([390, 1440])(
  'at %d px, the text of a button without a background starts at the edge of its row',
  async (width) => {
    const page = await openPage(creator, '/notifications', { width })
    const letters = await page.evaluate<number>(`(() => {
      const range = document.createRange()
      const button = [...document.querySelectorAll('main button')].find((one) => one.textContent.includes('Mark all read'))
      range.selectNodeContents(button)
      return range.getBoundingClientRect().left - button.parentElement.getBoundingClientRect().left
    })()`)
    expect(Math.abs(letters)).toBeLessThanOrEqual(1)
  },
)
