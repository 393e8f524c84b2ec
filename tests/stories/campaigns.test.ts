import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { sumWords } from '#contract/money.ts'
import { createPool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import { hiringFormWords } from '#web/projects/hiring-words.ts'
import { seatWords } from '#web/seats/seat-words.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { castMember } from '#tests/support/market-deals.ts'
import {
  creator,
  market,
  openPage,
  seller,
  stack,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'

/** A project that hires several creators: posted in the form, hired from its page, each deal separate. */

storyOnDemoMarket()

const PHONE = { width: 390, height: 844 }

/** Waits until a text, or part of one, is shown. */
const see = (page: Page, text: string): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

/** Fits a phone, and axe finds no violations. */
async function sound(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
}

const PRICES = { maya: 250, jonas: 240, priya: 300 } as const

test('a brand posts a project for three, hires the two that fit its budget, and closes hiring', async () => {
  const form = await openPage(seller, '/post-project', PHONE)
  await form.getByLabel('Title', { exact: false }).first().fill('Three unboxing reels')
  await form.getByLabel('Category').selectOption('home')
  await form.getByLabel('Description').first().fill('Vertical, twenty to forty seconds.')
  await form.getByLabel('Budget').first().fill('250')
  await form.getByLabel('Deadline').fill('2031-01-31')
  await form.getByLabel(hiringFormWords.switch).check()
  await form.getByLabel(hiringFormWords.seats).fill('51')
  await form.getByLabel(hiringFormWords.until).fill('2031-02-01')
  await form.getByLabel(hiringFormWords.total).fill('600')
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  await see(form, hiringFormWords.seatsWrong)
  await form.getByLabel(hiringFormWords.seats).fill('3')
  await form.getByLabel(hiringFormWords.until).fill('2031-01-15')
  await see(form, `${sumWords(3, 25_000)} at your budget. $600.00 may not be enough`)
  await sound(form)
  await form.getByRole('button', { name: 'Post', exact: true }).click()
  await see(form, 'Project posted successfully!')

  const mine = await seller.call('projects.mine', { query: {} })
  const id = mine.find(({ title }) => title === 'Three unboxing reels')?.id ?? ''
  for (const [who, proposed_price] of Object.entries(PRICES)) {
    const one = who === 'maya' ? creator : await castMember(stack, market, who)
    const body = { message: 'I film unboxings at a white table.', proposed_price }
    await one.call('applications.submit', { params: { id }, body })
  }

  const reader = await openPage(creator, '/projects?q=unboxing', PHONE)
  await see(reader, '3 wanted, 0 hired')

  const page = await openPage(seller, `/projects/${id}`)
  await see(page, '0 of 3 hired · $0.00 of $600.00 committed')
  expect(await page.getByRole('button', { name: seatWords.close.button }).count()).toBe(0)
  for (const row of ['Maya', 'Jonas', 'Priya'])
    await page.getByLabel(new RegExp(`^Select ${row}`)).check()
  await page.getByRole('button', { name: 'Hire 3 ($790.00)' }).click()
  const asks = page.getByRole('dialog')
  await asks.getByRole('button', { name: 'Hire 3 ($790.00)' }).click()
  // Two fit into the total; the third is refused with a reason, and nothing changes about the others.
  await see(page, '2 of 3 hired')
  await see(page, errors['project.budget_exceeded'].message)
  await page.getByRole('button', { name: seatWords.bulk.done }).click()
  await page.getByText(/^2 of 3 hired · \$\d+\.00 of \$600\.00 committed$/).waitFor()

  await page.getByRole('tab', { name: /^Hired/ }).click()
  const hires = await seller.call('projects.hires', { params: { id }, query: {} })
  expect(hires).toHaveLength(2)
  // Each hired creator is taken to their own deal; the other's deal does not exist for them.
  const jonas = await castMember(stack, market, 'jonas')
  const [his, hers] = ['Jonas', 'Priya'].map(
    (name) => hires.find((deal) => deal.creator?.name.startsWith(name))?.project.id ?? '',
  )
  const hired = await openPage(jonas, `/projects/${id}`, PHONE)
  await expect.poll(() => new URL(hired.url()).pathname).toBe(`/projects/${his}`)
  expect((await jonas.ask('projects.get', { params: { id: hers } })).status).toBe(404)
  // Nor do the two see each other on the page they were taken to.
  expect(await hired.content()).not.toContain('Priya')
  await page
    .getByRole('link', { name: /^Fund escrow: / })
    .first()
    .click()
  await page.getByRole('link', { name: 'Three unboxing reels', exact: true }).click()
  await page.getByText('2 of 3 hired', { exact: false }).first().waitFor()

  await page.getByRole('button', { name: seatWords.close.button }).click()
  const closing = page.getByRole('dialog')
  await closing.getByText(seatWords.close.waiting(1)).waitFor()
  await closing.getByRole('button', { name: seatWords.close.button }).click()
  await see(page, seatWords.close.done)
  await see(page, 'Each hire has its own project.')

  const own = await openPage(seller, '/my-projects', PHONE)
  const card = own.getByRole('article', { name: 'Three unboxing reels', exact: true })
  await card.getByRole('list', { name: '2 hires' }).waitFor()
  expect(await card.count()).toBe(1)
  await sound(own)
})

test('a draft whose last day of hiring is over leads from its page to the editor', async () => {
  const days = { deadline: '2031-01-31', hiring_until: '2031-01-15' }
  const body = { title: 'Two late reels', description: 'Vertical.', category: 'home', budget: 250 }
  const { id } = await seller.call('projects.create', {
    body: { ...body, ...days, seats: 2, status: 'draft' },
  } as never)
  // Posting refuses a day that is over: it passes while the draft waits.
  const pool = createPool(stack.databaseUrl, 1)
  await execute(pool, sql`update projects set hiring_until = '2020-01-15' where id = ${id}`)
  await pool.end()
  const page = await openPage(seller, `/projects/${id}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click()
  await see(page, errors['project.hiring_until_passed'].message)
  await page.waitForURL((url) => url.search === `?edit=${id}`)
})
