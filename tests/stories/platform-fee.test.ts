import { beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { enterParties, type Party } from '#tests/support/money-story.ts'
import { see, seeToast } from '#tests/support/people.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

/**
 * A market whose fee, minimum price and rules of signing up differ from the defaults: every text about them says so,
 * before and after the app has loaded.
 */

storyOnOwnStack({
  PLATFORM_FEE_PERCENT: '12.5',
  MINIMUM_PRICE: '5',
  AUTH_PASSWORD_MIN_LENGTH: '12',
  AUTH_PASSWORD_CHARACTERS: '0123456789:"<&',
  AUTH_SIGNUPS: '0',
})

let seller: Party
let creator: Party
beforeAll(async () => ({ seller, creator } = await enterParties(browser, stack)))

const SAID: [path: string, ...lines: string[]][] = [
  ['/', 'Creator receives 87.5%', 'Platform fee 12.5%', '$472.50', '$67.50', 'keep 87.5% of it'],
  ['/how-it-works', '87.5% to the creator, 12.5% to the platform', 'keep 87.5% of it'],
  ['/terms', 'The platform fee is 12.5% of the price; the creator receives 87.5%.'],
]

test.each(SAID)('%s states the configured fee', async (path, ...lines) => {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const expectSaid = async () => {
    // Content far below the window is not laid out yet, but it is there.
    const text = (await page.locator('main').textContent()) ?? ''
    for (const line of lines) expect(text).toContain(line)
    expect(text).not.toMatch(/\b(85|15)%/)
  }
  await page.goto(`${stack.url}${path}`)
  await expectSaid()
  // With something in its address, the page does not wait for its reader: the app hydrates it.
  await page.goto(`${stack.url}${path}?now`)
  // Polled from here: the page's own policy forbids evaluating text in it.
  const isTakenOver = `Object.keys(document.querySelector('#root').firstElementChild).some((key) => key.startsWith('__react'))`
  await expect.poll(() => page.evaluate(isTakenOver)).toBe(true)
  await expectSaid()
  expect(errors).toEqual([])
  await page.close()
})

test('a new deal uses the configured fee', async () => {
  const deal = await buildDeal(pool)
  const { rows } = await pool.query<{ creator_bps: number }>(
    `select creator_bps from applications join fee_terms on fee_terms.id = fee_terms_id
      where applications.id = $1`,
    [deal.application.id],
  )
  expect(rows).toEqual([{ creator_bps: 8_750 }])
})

test('forms show the minimum price beside the field, and a budget below it is refused there', async () => {
  const { page } = seller
  await page.goto('/post-project')
  await see(page, 'In US dollars. The minimum is $5.00.')
  await page.getByLabel('Title').fill('A mug at dawn')
  await page.getByLabel('Category').selectOption('home')
  await page.getByLabel('Description').fill('Vertical, daylight and natural sound.')
  await page.getByLabel('Budget').fill('4.99')
  await page.getByLabel('Deadline').fill('2035-01-31')
  const refused = page.getByRole('textbox', { name: 'Budget' })
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect.poll(() => refused.getAttribute('aria-invalid')).toBe('true')
  await page.getByText('The minimum is $5.00.', { exact: true }).waitFor()
  await refused.fill('5')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await seeToast(seller, 'Project posted successfully!')
  const [posted] = await seller.session.call('projects.mine')
  await creator.page.goto(paths.project(posted?.id ?? ''))
  await see(creator.page, 'Budget is $5.00. The minimum is $5.00.')
})

test('the Sign Up tab of a closed market says so, and a new password is asked for by the configured rules', async () => {
  const page = await browser.newPage()
  await page.goto(`${stack.url}/how-it-works`)
  await page.getByRole('link', { name: 'Join Now' }).click()
  await see(page, 'We are not taking new sign-ups right now.')
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
  await page.close()
  await seller.page.goto(paths.security)
  await seller.page.getByRole('button', { name: 'Change password' }).click()
  const dialog = seller.page.getByRole('dialog')
  await dialog
    .getByText('At least 12 characters, one of each: 0123456789, "<&', { exact: true })
    .waitFor()
  await dialog.getByLabel('New password').fill('eleven-char')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Password should be at least 12 characters.', { exact: true }).waitFor()
})
