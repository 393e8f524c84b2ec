import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Board } from '#contract/board-schemas.ts'
import { answerWords } from '#web/applications/answer-words.ts'
import { boardWords } from '#web/board/board-words.ts'
import { bulkWords } from '#web/board/bulk-words.ts'
import { seatWords } from '#web/seats/seat-words.ts'
import { holdBack } from '#tests/support/hold-back.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { visit } from '#tests/support/market.ts'
import { castMember, postProject } from '#tests/support/market-deals.ts'
import {
  creator,
  market,
  openPage,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'
import { REASON } from '#tests/support/refused-calls.ts'

/** The board of a project that hires several: by key, by menu, and several cards at once. */

storyOnDemoMarket()

const PHONE = { width: 390, height: 844 }
const NOTE = 'We went with a warmer look this time.'

/** Creates a project for four, with Maya, Jonas and Priya waiting. */
async function waiting(title: string) {
  const { id } = await postProject(seller, title)
  await seller.call('projects.update', { params: { id }, body: { seats: 4 } })
  for (const [who, proposed_price] of Object.entries({ maya: 250, jonas: 240, priya: 300 })) {
    const one = who === 'maya' ? creator : await castMember(stack, market, who)
    const body = { message: 'I film unboxings at a white table.', proposed_price }
    await one.call('applications.submit', { params: { id }, body })
  }
  return id
}

const select = async (page: Page, ...names: string[]) => {
  for (const name of names) await page.getByLabel(new RegExp(`^Select ${name}`)).check()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const card = (page: Page, name: string) => page.getByRole('article', { name })
const column = (page: Page, name: RegExp) => page.getByRole('region', { name })
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' })

test('several applicants are shortlisted and sent the same offer at once, with an outcome named for each', async () => {
  const id = await waiting('Four reels of one lid')
  const page = await openPage(seller, `/projects/${id}/board`)
  await select(page, 'Maya', 'Jonas')
  await press(page, bulkWords.acts.shortlist)
  await told(page, /Shortlisted: Maya Okafor, Jonas Lindqvist\./)
  await column(page, /^Shortlisted/)
    .getByRole('article')
    .nth(1)
    .waitFor()
  await press(page, bulkWords.close)

  await select(page, 'Maya', 'Priya')
  await press(page, bulkWords.acts.offer)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: false }).first().fill('260.50')
  await dialog.getByRole('button', { name: bulkWords.offer(2), exact: true }).click()
  await told(page, /Offer sent to: Maya Okafor, Priya Raman\./)
  await column(page, /^Offered/)
    .getByRole('article')
    .nth(1)
    .waitFor()

  // One already has her offer: the row says so, and the other gets hers.
  await select(page, 'Maya', 'Jonas')
  await press(page, bulkWords.acts.offer)
  await dialog.getByLabel('Price', { exact: false }).first().fill('255')
  await dialog.getByRole('button', { name: bulkWords.offer(2), exact: true }).click()
  await told(page, /1 of 2 offers sent.*No offer sent to:.*Maya Okafor/s)
  // The check also looks at the page in narrow windows, and leaves it narrow.
  expect(await violationsOf(page)).toEqual([])
})

test('a card is moved by keyboard where its brand may move it, and the page says where it may not', async () => {
  const id = await waiting('Four reels by key')
  const page = await openPage(seller, `/projects/${id}/board`)
  await card(page, 'Maya Okafor').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await told(page, boardWords.stays('Maya', 'left'))
  await page.keyboard.press('Shift+ArrowRight')
  await told(page, boardWords.moved('Maya', 'shortlisted'))
  await column(page, /^Shortlisted/)
    .getByRole('article', { name: 'Maya Okafor' })
    .waitFor()
})

test('on a phone several applicants are declined with one note, which can be undone before they read it', async () => {
  const id = await waiting('Four reels on a phone')
  const page = await openPage(seller, `/projects/${id}/board`, PHONE)
  const decline = async () => {
    await select(page, 'Jonas', 'Priya')
    await press(page, bulkWords.acts.decline)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(bulkWords.note).fill(NOTE)
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: bulkWords.decline(2), exact: true }).click()
    await told(page, /Declined: Jonas Lindqvist, Priya Raman\./)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  }
  await decline()
  await press(page, answerWords.undo)
  await card(page, 'Jonas Lindqvist').waitFor()
  expect(await page.getByRole('button', { name: seatWords.bulk.clear }).count()).toBe(0)
  await decline()
  const priya = await castMember(stack, market, 'priya')
  await expect
    .poll(async () => (await priya.call('applications.own', { params: { id } }))?.reject_note)
    .toBe(NOTE)
  const read = await openPage(priya, `/projects/${id}`, PHONE)
  await read.getByText(NOTE).waitFor()
})

test('a column whose further cards could not be loaded says so, and loads them when asked again', async () => {
  const id = await waiting('Four reels, one card at a time')
  const page = await windowOf(seller)
  // Without the cookie of pages the app fetches the board by itself.
  await page.context().clearCookies({ name: 'page-session' })
  let isDown = true
  await page.route(/\/board\/cards\?/, (route) =>
    isDown
      ? route.fulfill({ status: 400, json: { code: 'request.malformed', message: REASON } })
      : route.continue(),
  )
  // A board brings at most BOARD_PAGE cards of a column: here it brings one.
  await page.route(`**/api/projects/${id}/board`, async (route) => {
    const board = (await (await route.fetch()).json()) as Board
    const cards = board.applied.cards.slice(0, 1)
    await route.fulfill({ json: { ...board, applied: { ...board.applied, cards, next: 'more' } } })
  })
  await visit(page, `/projects/${id}/board`)
  const applied = column(page, /^Applied/)
  expect(await applied.getByRole('article').count()).toBe(1)
  await applied.getByRole('button', { name: boardWords.more }).click()
  await applied.getByText('The next ones could not be loaded.').waitFor()
  isDown = false
  const letThrough = await holdBack(page, '**/board/cards?*')
  await applied.getByRole('button', { name: 'Try again' }).click()
  await applied.getByRole('button', { name: 'Loading...' }).waitFor()
  letThrough()
  await applied.getByRole('article').nth(2).waitFor()
  await page.context().close()
})

test('a question about an applicant keeps its text, and closes once, when they are answered elsewhere', async () => {
  const id = await waiting('Four reels, answered elsewhere')
  const page = await openPage(seller, `/projects/${id}/board`)
  await select(page, 'Jonas')
  await press(page, bulkWords.acts.decline)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(bulkWords.note).fill(NOTE)
  const jonas = await castMember(stack, market, 'jonas')
  const application = await jonas.call('applications.own', { params: { id } })
  await seller.call('applications.reject', { params: { id: application?.id ?? '' } })
  // No one is selected any more.
  await page.getByText(seatWords.bulk.clear, { exact: true }).waitFor({ state: 'detached' })
  expect(await dialog.getByLabel(bulkWords.note).inputValue()).toBe(NOTE)
  await dialog.getByRole('button', { name: bulkWords.decline(1), exact: true }).click()
  await told(page, /Jonas Lindqvist/)
  await select(page, 'Priya')
  await page.getByRole('button', { name: bulkWords.acts.decline, exact: true }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('on a wide screen the columns start at the page margin, reach the window edge and scroll clear of its fade', async () => {
  const id = await waiting('Four reels on a desk')
  const page = await openPage(seller, `/projects/${id}/board`, { width: 1440 })
  const columns = page.getByRole('group', { name: boardWords.columns })
  const first = columns.getByRole('region').first()
  const edges = () =>
    page.evaluate<{ left: number; right: number; scrolls: boolean; wide: number }>(`(() => {
      const columns = document.querySelector('[role=group][tabindex]')
      const { left, right } = columns.getBoundingClientRect()
      return { left, right, scrolls: columns.scrollWidth > columns.clientWidth, wide: document.documentElement.clientWidth }
    })()`)
  const { left, right, scrolls, wide } = await edges()
  expect([left, right]).toEqual([0, wide])
  expect(scrolls).toBe(true)
  expect((await first.boundingBox())?.x).toBeCloseTo(
    (await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? -1,
    0,
  )
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(wide)
  // Scrolled to the end, the last column is fully visible, before the fade.
  await page.evaluate(`(() => {
    const columns = document.querySelector('[role=group][tabindex]')
    columns.scrollLeft = columns.scrollWidth
  })()`)
  await expect
    .poll(async () => {
      const last = await columns.getByRole('region').last().boundingBox()
      return last === null ? wide : last.x + last.width
    })
    .toBeLessThanOrEqual(wide - 28)
})
