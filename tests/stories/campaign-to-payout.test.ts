import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { centsFromUsd, formatCents } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { setUpPayouts } from '#scripts/demo/deals.ts'
import { payCheckout } from '#scripts/demo/provider-pages.ts'
import { sessionOf } from '#scripts/demo/session.ts'
import { approveWords } from '#web/deliverables/approve-words.ts'
import { approvedWorkWords } from '#web/board/approved-work-words.ts'
import { ACT_WORDS, boardWords } from '#web/board/board-words.ts'
import { budgetWords } from '#web/board/budget.ts'
import { queueWords } from '#web/review/queue-words.ts'
import { roomWords } from '#web/review/room-words.ts'
import { seatWords } from '#web/seats/seat-words.ts'
import { castMember, newcomer } from '#tests/support/market-deals.ts'
import { enterAsOperator, type Visitor } from '#tests/support/market.ts'
import { market, openPage, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { see } from '#tests/support/people.ts'
import { unzipped } from '#tests/support/unzipped.ts'

/** A campaign from eight hires to the last payout: one of them is refunded, and one goes through a dispute. */

storyOnDemoMarket()

/** What each of them asks for, in USD: together exactly the campaign's total. */
const PRICES: Readonly<Record<string, number>> = {
  'Maya Okafor': 250,
  'Jonas Lindqvist': 240,
  'Priya Raman': 300,
  'Ada Bell': 199.99,
  'Ben Coe': 180.5,
  'Cleo Dahl': 275.25,
  'Dov Eng': 310,
  'Eva Fir': 244.26,
}
const TOTAL = 2_000
/** Returns the money before any work starts. */
const REFUNDED = 'Dov Eng'
/** Has a dispute with the brand, and gets the rest of these USD. */
const DISPUTED = 'Eva Fir'
const RETURNED = 100.01

const people = new Map<string, Visitor>()
let id = ''

/** Everyone who applies; each of them can be paid. */
async function enterCreators(): Promise<void> {
  for (const name of Object.keys(PRICES)) {
    const cast = { 'Maya Okafor': 'maya', 'Jonas Lindqvist': 'jonas', 'Priya Raman': 'priya' }[name]
    const visitor = cast ? await castMember(stack, market, cast) : await newcomer(stack, name)
    if (!cast) await setUpPayouts(filesOf(visitor))
    people.set(name, visitor)
  }
}

/** The same person with files to upload. */
const filesOf = ({ session }: Visitor) =>
  sessionOf(stack.url, session.access_token, session.user.id)

function person(name: string): Visitor {
  const one = people.get(name)
  if (one === undefined) throw new Error(`${name} has not applied`)
  return one
}

/** A hire's own project. */
async function dealOf(name: string): Promise<string> {
  const hires = await seller.call('projects.hires', { params: { id }, query: {} })
  const deal = hires.find((one) => one.creator?.name === name)
  if (deal === undefined) throw new Error(`${name} was not hired`)
  return deal.project.id
}

async function deliver(name: string): Promise<void> {
  const one = person(name)
  const project = await dealOf(name)
  const file = `${name.split(' ', 1)[0]?.toLowerCase()}.png`
  const { buffer, mimeType } = await pngFile(file)
  const uploaded = await filesOf(one).upload('deliverable-files', file, mimeType, buffer, project)
  await one.call('deliverables.submit', {
    params: { id: project },
    body: { file_id: uploaded.id, notes: null, post_url: null, answers: [] },
  })
}

const statusOf = async (name: string) =>
  (await seller.call('payments.for_project', { params: { id: await dealOf(name) } }))?.status
const card = (page: Page, name: string) => page.getByRole('article', { name })
const column = (page: Page, name: RegExp) => page.getByRole('region', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** What the budget bar says about its money, as a screen reader announces it. */
const budget = (page: Page, money: Record<'released' | 'held' | 'returned', number>) =>
  page
    .getByRole('img', {
      name: budgetWords.sentence({ committed: TOTAL, left: 0, ...money }),
      exact: true,
    })
    .waitFor()

test('eight creators are hired at once, and each outcome stays on screen after the last seat is taken', async () => {
  await enterCreators()
  const project = await seller.call('projects.create', {
    body: {
      title: 'Eight pictures of one lamp',
      category: 'home',
      description: 'One picture each, daylight.',
      budget: 250,
      deadline: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
      product_images: [],
      seats: 8,
      budget_total: TOTAL,
      status: 'active',
    },
  })
  ;({ id } = project)
  for (const [name, proposed_price] of Object.entries(PRICES))
    await person(name).call('applications.submit', {
      params: { id },
      body: { message: 'I photograph lamps by a north window.', proposed_price },
    })

  const page = await openPage(seller, paths.project(id))
  for (const name of Object.keys(PRICES)) await page.getByLabel(`Select ${name}`).check()
  const hire = seatWords.bulk.hire(8, '$2,000.00')
  await press(page, hire)
  await page.getByRole('dialog').getByRole('button', { name: hire }).click()
  const outcome = page.getByRole('dialog', { name: seatWords.bulk.doneTitle(8, 8) })
  await outcome.waitFor()
  await see(page, '8 of 8 hired · $2,000.00 of $2,000.00 committed')
  for (const name of Object.keys(PRICES))
    await outcome.getByRole('listitem').filter({ hasText: name }).getByRole('link').waitFor()
  await outcome.getByRole('button', { name: seatWords.bulk.done }).click()
  // The page stays where its reader was.
  expect(
    await page
      .getByRole('tab', { name: seatWords.tabs.applications })
      .getAttribute('aria-selected'),
  ).toBe('true')
})

test('all eight deals are funded with one click', async () => {
  const page = await openPage(seller, paths.board(id))
  await budget(page, { released: 0, held: 0, returned: 0 })
  await see(page, seatWords.fund.noCard)
  const { setup_url } = await seller.call('payment_methods.setup')
  await payCheckout(setup_url)
  await expect.poll(() => seller.call('payment_methods.list')).toHaveLength(1)
  await page.reload()
  const all = 'Fund all ($2,000.00)'
  await press(page, all)
  await page.getByRole('dialog').getByRole('button', { name: all }).click()
  const outcome = page.getByRole('dialog', { name: seatWords.fund.doneTitle(8, 8) })
  await outcome.waitFor({ timeout: 60_000 })
  await outcome.getByRole('button', { name: seatWords.bulk.done }).click()
  await budget(page, { released: 0, held: TOTAL, returned: 0 })
  await expect
    .poll(() =>
      column(page, /^Making/)
        .getByRole('article')
        .count(),
    )
    .toBe(8)
})

test('one creator returns the money and leaves the board, and the other seven carry on', async () => {
  const page = await openPage(seller, paths.board(id))
  const hers = await openPage(person(REFUNDED), paths.projectTab(await dealOf(REFUNDED), 'payment'))
  await press(hers, 'Return payment')
  await hers.getByRole('dialog').getByRole('button', { name: 'Return payment' }).click()
  await expect.poll(() => statusOf(REFUNDED), { timeout: 60_000 }).toBe('refunded')
  await page.getByText(boardWords.off(1)).waitFor()
  await expect
    .poll(() =>
      column(page, /^Making/)
        .getByRole('article')
        .count(),
    )
    .toBe(7)
  await budget(page, { released: 0, held: 1_690, returned: 310 })
})

test('work is approved from the review queue, by drag and by menu, and paid', async () => {
  const working = Object.keys(PRICES).filter((name) => name !== REFUNDED)
  for (const name of working) await deliver(name)
  const page = await openPage(seller, paths.board(id))
  await expect
    .poll(() =>
      column(page, /^To review/)
        .getByRole('article')
        .count(),
    )
    .toBe(7)

  // The queue begins with what was handed in first.
  await page.getByRole('link', { name: boardWords.reviewAll(7) }).click()
  await press(page, roomWords.approve)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve and release/ })
    .click()
  await page.getByRole('link', { name: queueWords.next('Jonas') }).waitFor()
  await page.goto(paths.board(id))

  const approve = page.getByRole('dialog', { name: approveWords.title })
  // Nothing moves on the board any more that would take the card from under the pointer.
  await column(page, /^Paid/).getByRole('article', { name: 'Maya Okafor' }).waitFor()
  // Dragged by its corner: a button in the middle of a card does not start a drag.
  await card(page, 'Jonas Lindqvist').dragTo(column(page, /^Approved/), {
    sourcePosition: { x: 8, y: 8 },
  })
  await approve.getByRole('button', { name: approveWords.approveOnly }).click()
  await column(page, /^Approved/)
    .getByRole('article', { name: 'Jonas Lindqvist' })
    .waitFor()
  await press(page, boardWords.menu('Jonas Lindqvist'))
  await page.getByRole('menuitem', { name: ACT_WORDS.release }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release Payment' }).click()
  await column(page, /^Paid/).getByRole('article', { name: 'Jonas Lindqvist' }).waitFor()

  const ask = async (name: string) => {
    await press(page, boardWords.menu(name))
    await page.getByRole('menuitem', { name: ACT_WORDS.approve }).click()
    await approve.waitFor()
  }
  const approveAndRelease = approve.getByRole('button', { name: /^Approve and release/ })
  // The response about Priya arrives once her card has moved and Ada's question is open, and leaves that question open.
  const told = page.getByText(approveWords.approved, { exact: true })
  await told.waitFor({ state: 'detached' })
  let answer = () => {}
  const nextIsAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    '**/api/deliverables/*/approve',
    async (route) => {
      const response = await route.fetch()
      await nextIsAsked
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await ask('Priya Raman')
  await approveAndRelease.click()
  await column(page, /^Paid/).getByRole('article', { name: 'Priya Raman' }).waitFor()
  await ask('Ada Bell')
  answer()
  await told.waitFor()
  await approveAndRelease.click()
  await approve.waitFor({ state: 'detached' })
  for (const name of ['Ben Coe', 'Cleo Dahl']) {
    await ask(name)
    await approveAndRelease.click()
    await approve.waitFor({ state: 'detached' })
  }
  await expect.poll(() => column(page, /^Paid/).getByRole('article').count()).toBe(6)
})

test('one deal is disputed: its card offers no approval meanwhile, and its money is split', async () => {
  const project = await dealOf(DISPUTED)
  const payment = await seller.call('payments.for_project', { params: { id: project } })
  await person(DISPUTED).call('disputes.open', {
    params: { id: payment?.id ?? '' },
    body: { reason: 'payment_withheld', statement: 'The picture is there, and nobody answers.' },
  })
  const page = await openPage(seller, paths.board(id))
  await press(page, boardWords.menu(DISPUTED))
  await page.getByRole('menuitem', { name: boardWords.project }).waitFor()
  expect(await page.getByRole('menuitem', { name: ACT_WORDS.approve }).count()).toBe(0)
  await page.keyboard.press('Escape')

  const [dispute] = await seller.call('disputes.for_project', { params: { id: project } })
  const params = { id: dispute?.id ?? '' }
  await seller.call('disputes.state', {
    params,
    body: { statement: 'It shows another lamp.', file_ids: [] },
  })
  const operator = await enterAsOperator(stack, market.operator)
  await operator.call('operator.decide_dispute', {
    params,
    body: { outcome: 'split', returned_amount: RETURNED, reason: 'One of two lamps is right.' },
  })
  await expect
    .poll(() => column(page, /^Paid/).getByRole('article').count(), { timeout: 60_000 })
    .toBe(7)
})

test('in the end every cent is accounted for, and the approved work downloads as one archive', async () => {
  const page = await openPage(seller, paths.board(id))
  const price = (name: string) => centsFromUsd(PRICES[name] ?? 0)
  await budget(page, { released: 1_589.99, held: 0, returned: 410.01 })
  for (const name of Object.keys(PRICES)) {
    const project = await dealOf(name)
    const payment = await person(name).call('payments.for_project', { params: { id: project } })
    expect(payment?.status, name).toBe(name === REFUNDED ? 'refunded' : 'released')
    const kept = price(name) - (name === DISPUTED ? centsFromUsd(RETURNED) : 0)
    if (name === REFUNDED) continue
    const own = await openPage(person(name), paths.projectTab(project, 'payment'), { width: 390 })
    // 85 % of what did not go back is the creator's (SPEC §9), half a cent included.
    await own
      .getByText(formatCents(Math.round(kept * 0.85)))
      .filter({ visible: true })
      .first()
      .waitFor()
    // No one meets another creator of the campaign.
    const content = await own.content()
    const others = Object.keys(PRICES).filter((one) => one !== name)
    expect(others.filter((one) => content.includes(one))).toEqual([])
  }

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, approvedWorkWords.download),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const names = [...unzipped(Buffer.concat(chunks)).keys()]
  for (const file of ['maya', 'jonas', 'priya', 'ada', 'ben', 'cleo'])
    expect(names.filter((name) => name.endsWith(`${file}.png`))).toHaveLength(1)
  expect(names.some((name) => name.includes('dov'))).toBe(false)

  // The deal whose money went back is the last one that is not over.
  await seller.call('projects.cancel', { params: { id: await dealOf(REFUNDED) } })
  await page.goto(paths.project(id))
  await see(page, /Every deal is over\./)
})
