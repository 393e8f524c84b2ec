import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { routePath } from '#contract/api.ts'
import type { Answer } from '#contract/schemas.ts'
import { extensionWords } from '#web/deal-licence/extension-words.ts'
import { licenceFormWords } from '#web/licences/licence-form-words.ts'
import { lastDay } from '#contract/licence-term.ts'
import { STANDARD_TERMS } from '#contract/licence-rights.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { agree, atSandbox, enterParties, type Party, tabOf } from '#tests/support/money-story.ts'
import { see, seeToast } from '#tests/support/people.ts'
import { browser, picturesOfFailures, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

/** A licence with an end date: its brand buys more months in two clicks, and its creator offers some. */

storyOnOwnStack()
picturesOfFailures(() => (seller === undefined ? [] : [seller, creator]))

let seller: Party
let creator: Party
let project = ''
let code = ''
let granted = new Date()
const until = (months: number) =>
  new Date(`${lastDay(granted, months)}T12:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })

test('a brand sets a six-month licence, and a price for three more months, before anyone applies', async () => {
  const parties = await enterParties(browser, stack)
  seller = parties.seller
  creator = parties.creator
  const { page } = seller
  await page.goto('/post-project')
  await page.getByLabel(licenceFormWords.switch).check()
  await page.getByLabel(licenceFormWords.term).selectOption({ label: '6 months' })
  await page.getByLabel(licenceFormWords.extend).selectOption({ label: '3 months' })
  await page.getByLabel(licenceFormWords.extendPrice).fill('120')
  await see(page, /the brand may add 3 more months for \$120\.00/)
  expect(await violationsOf(page)).toEqual([])
})

test('the work is paid and released, and the licence has its end date', async () => {
  await connect(creator)
  project = await agree({ seller, creator }, 'A lamp at dusk', 540.5, {
    ...STANDARD_TERMS,
    scope: ['paid_ads'],
    term_months: 6,
    extend_months: 3,
    extend_cents: 12_000,
  })
  const { page } = seller
  await page.goto(`${project}?tab=payment`)
  const tab = await tabOf(seller, () => page.getByRole('button', { name: 'Fund Escrow' }).click())
  await payOn(tab)
  await page.getByRole('button', { name: 'Release Payment' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release Payment' }).click()
  await seeToast(seller, 'Payment Released')
  const link = page.getByRole('link', { name: /^CW-/ })
  await link.waitFor()
  code = (await link.textContent()) ?? ''
  // Not this moment: the day may have changed since.
  granted = new Date((await checked()).granted_at)
  await see(page, until(6))
})

test('two clicks extend the licence: one accepts the price in its terms, the other pays it', async () => {
  const { page } = seller
  await page.getByRole('button', { name: extensionWords.take(3, '$120.00') }).click()
  const pay = page.getByRole('button', { name: extensionWords.pay('$120.00') })
  await pay.waitFor()
  expect(await violationsOf(page)).toEqual([])
  const tab = await tabOf(seller, () => pay.click())
  await payOn(tab)
  // Without a reload: the new last day, and what it cost.
  await see(page, until(9))
  await see(page, /3 more months, \$120\.00/)
  await page.getByRole('button', { name: extensionWords.take(3, '$120.00') }).waitFor()
})

test('anyone with the code reads the new last day, which the signed certificate contains, too', async () => {
  const { page } = creator
  await page.goto(`/licence/${code}`)
  await see(page, 'Valid until')
  await see(page, until(9))
  expect(await violationsOf(page)).toEqual([])
  await expect
    .poll(async () => {
      const { certificate } = await checked()
      const [, payload = ''] = (certificate ?? '').split('.')
      return payload === ''
        ? null
        : (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { ends_on: string }).ends_on
    })
    .toBe(lastDay(granted, 9))
})

test('the creator offers more months, and the brand declines them', async () => {
  const { page } = creator
  await page.goto(project)
  await page.getByRole('button', { name: extensionWords.offer.creator }).click()
  const dialog = page.getByRole('dialog', { name: extensionWords.offerTitle })
  await dialog.getByLabel(extensionWords.months).selectOption({ label: '12 more months' })
  await dialog.getByLabel(extensionWords.price).fill('0.50')
  await dialog.getByRole('button', { name: extensionWords.send }).click()
  await see(page, 'The minimum price is $1.00.')
  await dialog.getByLabel(extensionWords.price).fill('300')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: extensionWords.send }).click()
  await page.getByRole('button', { name: extensionWords.withdraw }).waitFor()
  await see(page, /You receive \$255\.00/)
  // The other side sees it without a reload.
  await seller.page.getByRole('button', { name: extensionWords.pay('$300.00') }).waitFor()
  await seller.page.getByRole('button', { name: extensionWords.decline }).click()
  await seeToast(seller, extensionWords.done.decline)
  await page.getByRole('button', { name: extensionWords.offer.creator }).waitFor()
})

test('an extension offered by the brand is paid once the creator has agreed', async () => {
  const { page } = seller
  await page.getByRole('button', { name: extensionWords.offer.seller }).click()
  const dialog = page.getByRole('dialog', { name: extensionWords.offerTitle })
  await dialog.getByLabel(extensionWords.months).selectOption({ label: '1 more month' })
  await dialog.getByLabel(extensionWords.price).fill('35.01')
  await dialog.getByRole('button', { name: extensionWords.send }).click()
  await creator.page.getByRole('button', { name: extensionWords.accept }).click()
  const tab = await tabOf(seller, () =>
    page.getByRole('button', { name: extensionWords.pay('$35.01') }).click(),
  )
  await payOn(tab)
  await see(page, until(10))
  await see(creator.page, until(10))
})

/** The licence as anyone with its code reads it. */
const checked = async () =>
  (await (
    await fetch(`${stack.url}${routePath('licences.check', { code })}`)
  ).json()) as Answer<'licences.check'>

/** Pays on the provider's checkout page. */
async function payOn(tab: Page): Promise<void> {
  await tab.waitForURL((url) => url.origin === stack.stripeUrl)
  const session = new URL(tab.url()).pathname.split('/').at(-1)
  await atSandbox(stack, `sessions/${session}/pay`, { card_number: '4242424242424242' })
  await tab.close()
}

/** The creator’s account at the provider, fully set up. */
async function connect(party: Party): Promise<void> {
  const { page } = party
  await page.goto('/profile')
  const tab = await tabOf(party, () =>
    page.getByRole('button', { name: 'Connect Stripe Account' }).click(),
  )
  await tab.getByRole('button', { name: 'Complete onboarding' }).click()
  await tab.waitForURL((url) => url.origin === stack.url)
  await tab.close()
}
