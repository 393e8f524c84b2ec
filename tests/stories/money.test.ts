import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '#tests/support/axe.ts'
import { settled } from '#tests/support/market.ts'
import {
  agree,
  apply,
  atSandbox,
  enterParties,
  type Party,
  PRODUCT_DETAILS,
  statementText,
  tabOf,
} from '#tests/support/money-story.ts'
import { textOfPages } from '#tests/support/pdfs.ts'
import { see, seeToast } from '#tests/support/people.ts'
import { browser, stack, storyOnOwnStack, picturesOfFailures } from '#tests/support/stack-story.ts'

storyOnOwnStack()
picturesOfFailures(() => [seller, creator])

/** Elements that are of no use on paper. */
const NOT_ON_PAPER =
  'header, footer, nav, form, button, details:not([open]), [role="tablist"], #connection'
/** The time of a movement, as printed on a statement. */
const AT_A_TIME = /\d{1,2}:\d{2}\s[AP]M/g
/** The row below all movements. */
const TOTAL = /Total\s+[−+]?\$/
const DAY_MS = 24 * 60 * 60 * 1000

let seller: Party
let creator: Party
/** The deal that is released, and the one whose money is returned. */
let kept = ''
let returned = ''

beforeAll(async () => {
  const parties = await enterParties(browser, stack)
  seller = parties.seller
  creator = parties.creator
})

/** Repeats the last movement of the open statement until there are 200; the reason it gives. */
const fillStatement = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const rows = document.querySelector('#payment-statement').closest('section').querySelector('tbody')
    const row = rows.lastElementChild
    for (let n = rows.childElementCount; n < 200; n += 1) rows.append(row.cloneNode(true))
    return row.querySelector('td > span:last-child').textContent
  })()`)

describe('the creator’s payout account', () => {
  test('first shows "Stripe Setup Required" and leads to the provider’s onboarding', async () => {
    const { page } = creator
    await page.goto('/profile')
    await see(page, 'Stripe Setup Required')
    const tab = await tabOf(creator, () =>
      page.getByRole('button', { name: 'Connect Stripe Account' }).click(),
    )
    await tab.getByRole('button', { name: 'Leave unfinished' }).click()
    await tab.waitForURL((url) => url.origin === stack.url)
    await tab.close()
  })

  test('can be resumed while unfinished, and its status can be refreshed', async () => {
    const { page } = creator
    await see(page, 'Setup In Progress')
    await see(page, 'Complete your Stripe onboarding')
    await see(page, "If you've completed setup, click refresh to update status")
    await page.getByRole('button', { name: 'Refresh status' }).click()
    await seeToast(creator, 'Status Updated')
    await see(page, 'Stripe account status has been refreshed')
    await see(page, 'Setup In Progress')
    const tab = await tabOf(creator, () =>
      page.getByRole('button', { name: 'Continue Setup' }).click(),
    )
    await tab.getByRole('button', { name: 'Complete onboarding' }).click()
    await tab.waitForURL((url) => url.origin === stack.url)
    await tab.close()
  })

  test('is shown as connected once onboarding is completed, without a click', async () => {
    await see(creator.page, 'Stripe Account Connected')
    await see(creator.page, 'Ready to receive payments')
    await stopsAsking(creator.page, 'Setup In Progress')
    kept = await agree({ seller, creator }, 'Three unboxing reels', 540.5)
    returned = await agree({ seller, creator }, 'A candle in a window', 200)
  })
})

describe('the seller’s cards', () => {
  test('adding a card leads to the provider’s page, and the card then appears without a reload', async () => {
    await seller.page.goto('/profile')
    await see(seller.page, 'No saved cards')
    await addCard('Succeeds')
    await seeToast(seller, 'Payment method saved')
    await see(seller.page, 'Visa ending 4242')
    await see(seller.page, 'Default')
    await addCard('Saves, then declines')
    await seeToast(seller, 'Payment method saved')
    await see(seller.page, 'Visa ending 0341')
  })

  test('setting another card as the default leaves exactly one default', async () => {
    const { page } = seller
    await page.getByRole('button', { name: 'Set default Visa ending 0341' }).click()
    await seeToast(seller, 'Default payment method updated')
    await page.getByRole('button', { name: 'Set default Visa ending 4242' }).waitFor()
    expect(await page.getByText('Default', { exact: true }).count()).toBe(1)
  })

  test('a declined card shows the failure, the bank’s message and that nothing was charged', async () => {
    await payWith(returned, 'Visa ending 0341', '$200.00')
    await seeToast(seller, 'Payment Failed - Unable to process payment. Please try again.')
    await see(seller.page, 'Payment Failed')
    await see(seller.page, /Your card was declined\. Nothing was charged\. You can try again\./)
    expect(await charged()).toEqual([])
  })

  test('a saved card is charged immediately, even after a declined one', async () => {
    await payWith(returned, 'Visa ending 4242', '$200.00')
    await see(seller.page, 'Held in Escrow')
    await payWith(kept, 'Visa ending 4242', '$540.50')
    await see(seller.page, 'Held in Escrow')
    await see(seller.page, 'Paid with Visa ending 4242')
    expect((await charged()).toSorted((a, b) => a - b)).toEqual([20_000, 54_050])
  })

  test('the price agreed through offers is the price to pay', async () => {
    const project = await apply({ seller, creator }, 'A jug, poured slowly', 400)
    const id = project.split('/').at(-1) ?? ''
    const brief = { items: [{ id: 'pour', what: 'video' as const, count: 1 }] }
    await seller.session.call('projects.update', { params: { id }, body: { brief } })
    await seller.page.goto(`${project}?tab=applications`)
    await seller.page.getByRole('button', { name: 'Make an Offer' }).click()
    await seller.page.getByRole('button', { name: 'Change what is delivered' }).click()
    await seller.page.getByRole('group', { name: 'Piece 1' }).getByLabel('How many').fill('2')
    expect(await violationsOf(seller.page)).toEqual([])
    await sendOffer(seller.page, { price: '300', rounds: '1' })
    await seeToast(seller, 'Offer sent')

    await creator.page.goto('/my-applications')
    await creator.page.getByRole('link', { name: 'Answer: A jug, poured slowly' }).click()
    await creator.page.getByRole('row', { name: 'You receive $340.00 $255.00 (differs)' }).waitFor()
    await creator.page
      .getByRole('row', { name: 'What is delivered 1 video 2 videos (differs)' })
      .waitFor()
    await creator.page.getByRole('button', { name: 'Counter' }).click()
    await creator.page.getByRole('dialog').getByLabel('Note').fill('Two takes and a cut.')
    await creator.page.reload()
    await creator.page.getByRole('button', { name: 'Counter' }).click()
    expect(await creator.page.getByRole('dialog').getByLabel('Note').inputValue()).toBe(
      'Two takes and a cut.',
    )
    await sendOffer(creator.page, { price: '330', rounds: '2' })

    // It can be answered in the conversation, too.
    const talk = { body: { project_id: id } }
    const thread = await creator.session.call('conversations.open', talk)
    await seller.page.goto(`/messages/${thread.id}`)
    const strip = seller.page.locator('details').filter({ hasText: 'They offer $330.00' })
    await strip.waitFor()
    // Small windows keep it collapsed.
    if ((await strip.getAttribute('open')) === null) await strip.locator('summary').first().click()
    await strip.getByRole('row', { name: 'Creator receives $255.00 $280.50 (differs)' }).waitFor()
    expect(await violationsOf(seller.page)).toEqual([])
    await creator.page.goto(`/messages/${thread.id}`)
    await see(creator.page, 'You offer $330.00')
    await seller.page.getByRole('button', { name: 'Accept $330.00' }).click()
    await seller.page
      .getByRole('dialog', { name: /\(\$280\.50 for the creator\)/ })
      .getByRole('button', { name: 'Accept $330.00' })
      .click()
    await seeToast(seller, 'Offer accepted')
    await seller.page.goto(project)
    await see(seller.page, '0 of 2 used')
    await see(seller.page, /^Version 2, agreed /)
    await payWith(project, 'Visa ending 4242', '$330.00')
    await see(seller.page, 'Held in Escrow')
  })

  test('a card is removed after a confirmation', async () => {
    const { page } = seller
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Remove Visa ending 0341' }).click()
    await see(page, /Are you sure you want to remove this payment method\?/)
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await seeToast(seller, 'Payment method removed')
    await stopsAsking(page, 'Visa ending 0341')
  })
})

describe('disputes, failed transfers and returned payments', () => {
  test('a dispute opened in the sandbox freezes the payment on both screens', async () => {
    await openPayment()
    await creator.page.goto(kept)
    await creator.page.getByRole('button', { name: 'Return payment' }).waitFor()
    const dashboard = await seller.context.newPage()
    await dashboard.goto(stack.stripeUrl)
    const charge = dashboard.getByRole('row', { name: /ch_.*540\.50/ })
    await charge.getByRole('button', { name: 'Open a dispute' }).click()
    for (const { page } of [seller, creator]) await see(page, /The money is frozen until the bank/)
    await stopsAsking(seller.page, 'Release Payment')
    await stopsAsking(creator.page, 'Return payment')
    await dashboard.getByRole('button', { name: 'Platform wins' }).click()
    // If the page is closed while its response is on the way, the browser may never report the request as finished.
    await stopsAsking(dashboard, 'Platform wins')
    await dashboard.close()
    await seller.page.getByRole('button', { name: 'Release Payment' }).waitFor()
    await creator.page.getByRole('button', { name: 'Return payment' }).waitFor()
  })

  test('a failed transfer leaves the money held, and the next click pays once', async () => {
    await atSandbox(stack, 'switches', { name: 'fail_next_transfer' })
    const { page } = seller
    await release()
    await seeToast(seller, 'Release Failed - Unable to release payment. Please try again.')
    await see(page, 'Held in Escrow')
    await release()
    await seeToast(seller, 'Payment Released')
    await see(page, 'Payment released to creator')
    await see(creator.page, /You received \$459\.43\./)
  })

  test('the creator returns a payment, and both sides see where the money went', async () => {
    await creator.page.goto(returned)
    await creator.page.getByRole('button', { name: 'Return payment' }).click()
    await see(creator.page, 'Return $200.00 to the brand?')
    await creator.page.getByRole('dialog').getByRole('button', { name: 'Return payment' }).click()
    // Track, form and next step agree: neither side is asked for anything any more.
    await see(creator.page, /The money went back to Harrow & Pine's card/)
    await stopsAsking(creator.page, 'Submit Deliverable')
    await seller.page.goto(`${returned}?tab=deliverables`)
    await see(seller.page, /The money went back to your card/)
    for (const { page } of [seller, creator]) {
      await expect.poll(() => page.getByText('Money returned').count()).toBeGreaterThan(0)
      expect(await page.locator('main [aria-current="step"]').count()).toBe(0)
    }
    await creator.page.goto('/dashboard')
    await see(creator.page, 'My Applications')
    expect(
      await creator.page.getByText('A candle in a window').filter({ visible: true }).count(),
    ).toBe(0)
    await creator.page.goto(returned)
    await seller.page.goto(`${returned}?tab=payment`)
    await see(seller.page, /^The money went back to your card on [A-Z][a-z]{2}\s\d+,\s\d{4}\.$/)
    expect(await statementText(seller.page)).toBe(
      [
        '$200.00 went back to the card it was paid with.',
        'Payment started | For $200.00 | –',
        'Paid into escrow | With Visa ending 4242 | −$200.00',
        'Returned · Refunded | Maya gave it back; it goes to Visa ending 4242 | +$200.00',
      ].join('\n'),
    )
  })
})

describe('the statement', () => {
  test('shows the seller each movement of their money', async () => {
    await openPayment()
    expect(await statementText(seller.page)).toBe(
      [
        "$459.43 was sent to Maya's Stripe balance; $81.07 is the platform fee.",
        'Payment started | For $540.50 | –',
        'Paid into escrow | With Visa ending 4242 | −$540.50',
        "Taken back by the card's bank | You or your bank dispute the charge | +$540.50",
        "Given back by the card's bank | The charge stands | −$540.50",
        'Released · Payment Released | $459.43 to Maya, $81.07 platform fee | –',
      ].join('\n'),
    )
  })

  test('follows the creator’s share to their bank', async () => {
    const { page } = creator
    await page.goto(kept)
    const lines = [
      'Paid into escrow | The brand paid $540.50; your share is $459.43 | –',
      "Taken back by the card's bank | The brand's bank disputes the charge | –",
      "Given back by the card's bank | The charge stands | –",
      'Sent to your Stripe balance | Your 85% of $540.50 | +$459.43',
    ]
    expect(await statementText(page)).toBe(
      ['$459.43 was sent to your Stripe balance.', ...lines].join('\n'),
    )
    await atSandbox(stack, 'clock', { advance_ms: 3 * DAY_MS })
    await see(page, /is expected at your bank on [A-Z][a-z]{2}\s\d+,\s\d{4}/)
    expect((await statementText(page)).replaceAll(/[A-Z][a-z]{2}\s\d+,\s\d{4}/g, '<day>')).toBe(
      [
        '$459.43 is expected at your bank on <day>.',
        ...lines,
        'Sent to your bank | Expected at your bank on <day> | –',
      ].join('\n'),
    )
    await atSandbox(stack, 'clock', { advance_ms: 7 * DAY_MS })
    await see(page, /\$459\.43 has been at your bank since/)
    // The line below says the same: money that has arrived is no longer expected.
    expect((await statementText(page)).split('\n').at(-1)).toMatch(
      /^Sent to your bank \| At your bank since [A-Z]/,
    )
  })

  test('prints on white in either theme, with the whole brief, without navigation or split rows', async () => {
    for (const { page } of [seller, creator]) {
      const onScreen = await statementText(page)
      const prompt = page.getByRole('heading', { name: /^How was it with/ })
      await prompt.waitFor()
      await page.emulateMedia({ media: 'print' })
      expect(await prompt.filter({ visible: true }).count()).toBe(0)
      expect(await statementText(page)).toBe(onScreen)
      expect(await page.locator(NOT_ON_PAPER).filter({ visible: true }).count()).toBe(0)
      await page.getByRole('columnheader', { name: 'Movement' }).waitFor()
      await page.getByText(PRODUCT_DETAILS, { exact: true }).filter({ visible: true }).waitFor()
      const paper = await page.evaluate(`(() => {
        const of = (selector) => getComputedStyle(document.querySelector(selector))
        return {
          behind: of('html').backgroundColor,
          scheme: of('html').colorScheme,
          row: of('tbody tr').breakInside,
          columns: of('thead').display,
        }
      })()`)
      expect(paper).toEqual({
        behind: 'rgb(255, 255, 255)',
        scheme: 'light only',
        row: 'avoid',
        columns: 'table-header-group',
      })
      await page.emulateMedia({ media: null })
    }
  })

  test('prints 200 movements with column headings on each page, unsplit rows and page numbers', async () => {
    const { page } = seller
    const why = await fillStatement(page)
    for (const format of ['Letter', 'A4']) {
      const pages = await textOfPages(await page.pdf({ format }))
      expect(pages.length).toBeGreaterThan(10)
      const statement = pages.filter((text) => text.includes(why))
      expect(statement.length).toBeGreaterThan(8)
      for (const text of statement) expect(text).toContain('Movement')
      // A row that is split has its date on one page and its reason on the next. The first page has other rows too, and
      // the row before the total has a reason of its own.
      for (const text of statement.slice(1))
        expect(text.match(AT_A_TIME)).toHaveLength(
          text.split(why).length - 1 + (TOTAL.test(text) ? 1 : 0),
        )
      expect(pages.map((text) => /\b\d+ \/ \d+\b/.exec(text)?.[0])).toEqual(
        pages.map((_, at) => `${at + 1} / ${pages.length}`),
      )
    }
  })

  test('never prints the total alone on a page: the last movement stays with it', async () => {
    const { page } = seller
    await fillStatement(page)
    const sheets = async () => textOfPages(await page.pdf({ format: 'A4' }))
    const movements = (text = '') => text.match(AT_A_TIME)?.length ?? 0
    const printed = await sheets()
    const last = printed.findIndex((text) => TOTAL.test(text))
    // The rows that fill the last page except for one, and then one more at a time until a new page begins.
    let room = movements(printed[last - 1]) - movements(printed[last]) - 1
    let at = last
    for (let more = 0; at === last && more < 8; more += 1) {
      await page.evaluate(`(() => {
        const rows = document.querySelector('#payment-statement').closest('section').querySelector('tbody')
        for (let n = ${room}; n > 0; n -= 1) rows.append(rows.lastElementChild.cloneNode(true))
      })()`)
      room = 1
      const now = await sheets()
      const withTotal = now.filter((text) => TOTAL.test(text))
      expect(withTotal.map(movements)).toEqual([expect.any(Number)])
      expect(withTotal.map(movements)).not.toEqual([0])
      at = now.findIndex((text) => TOTAL.test(text))
    }
    expect(at, 'the total went over to the next page, with a movement').toBe(last + 1)
  })

  test('and no page raised a script error on the way', () => {
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})

describe('a package', () => {
  test('is written and listed by keyboard', async () => {
    const { page } = creator
    await page.goto('/profile/packages')
    await page.getByRole('button', { name: 'New package' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save package' }).press('Enter')
    await dialog.getByText('Name the package.').waitFor()
    await dialog.getByLabel('Title').fill('Two unboxing videos')
    await dialog.getByLabel('Price (USD)').fill('180')
    await dialog.getByRole('button', { name: 'Add an add-on' }).press('Enter')
    await dialog.getByLabel('What', { exact: true }).fill('Raw footage')
    await dialog.getByRole('group', { name: 'Add-on 1' }).getByLabel('Price (USD)').fill('40')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save package' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'List Two unboxing videos' }).press('Enter')
    await page.getByRole('button', { name: 'Pause Two unboxing videos' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('is ordered in three steps, accepted, and then funded with the saved card', async () => {
    const { page } = seller
    await creator.page.goto('/profile')
    await creator.page.getByRole('link', { name: 'View Public Profile' }).click()
    await creator.page.waitForURL(/\/profile\/[0-9a-f-]{36}$/)
    await page.goto(new URL(creator.page.url()).pathname)
    await see(page, 'From $180.00')
    // A click while the page still takes shape could miss the link.
    await settled(page)
    await page.getByRole('link', { name: 'Order Two unboxing videos' }).click()
    await page.getByRole('checkbox', { name: /Raw footage/ }).check()
    await see(page, '$220.00')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByLabel('What is it about?').fill('Our new mug, for people who work at night.')
    expect(await violationsOf(page)).toEqual([])
    // What was typed and chosen survives a reload, and so does the current step.
    await page.reload()
    expect(await page.getByLabel('What is it about?').inputValue()).toContain('Our new mug')
    await see(page, '$220.00')
    await page.getByRole('button', { name: 'Continue' }).click()
    await see(page, 'Nothing is charged now.')
    expect(await violationsOf(page)).toEqual([])
    // No card is preselected: choosing one is the consent.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(1)
    await page
      .getByRole('radio', {
        name: 'When the creator accepts, charge $220.00 to my Visa ending 4242',
      })
      .check()
    // The creator changes the price and removes the add-on meanwhile: the refusal shows the package as it is now.
    const [listed] = await creator.session.call('packages.mine')
    if (!listed) throw new Error('The creator has no package.')
    const { id, title, items, days, rounds } = listed
    await creator.session.call('packages.update', {
      params: { id },
      body: { title, items, days, rounds, price: 240 },
    })
    await page.getByRole('button', { name: 'Place order' }).click()
    await seeToast(
      seller,
      'The creator has changed this package. Look at it again before you order.',
    )
    await see(page, '$240.00')
    expect(await page.getByText('Raw footage').count()).toBe(0)
    await see(page, 'Our new mug, for people who work at night.')
    // The consent was to another amount.
    expect(await page.getByRole('radio', { name: /Visa ending 4242/ }).isChecked()).toBe(false)
    // The creator pauses the package meanwhile: after the refusal there is no order to place any more.
    await creator.session.call('packages.pause', { params: { id } })
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { name: 'This package is not offered any more' }).waitFor()
    await creator.session.call('packages.list', { params: { id } })
    await page.reload()
    await page
      .getByRole('radio', {
        name: 'When the creator accepts, charge $240.00 to my Visa ending 4242',
      })
      .check()
    // The order is stored, but its response is lost: pressing again finds it instead of reporting one that waits.
    await page.route(
      /\/api\/packages\/[^/]+\/orders$/,
      async (route) => {
        await route.fetch()
        return route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByText('We could not reach the server.').first().waitFor()
    // A reload forgets the card. Without it this is another order, so it is refused, with a link to the first one.
    await page.reload()
    await settled(page)
    await page.getByRole('button', { name: 'Place order' }).click()
    await page
      .getByRole('alert')
      .getByText(/Nothing else was ordered\.$/)
      .waitFor()
    await page.getByRole('link', { name: 'Open the order' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('radio', { name: /Visa ending 4242/ }).check()
    await page.getByRole('button', { name: 'Place order' }).click()
    await see(page, 'Not accepted yet')
    await creator.page.goto('/dashboard')
    const move = creator.page.getByRole('region', { name: 'Your move' })
    await move.getByText(/ordered Two unboxing videos\.$/).waitFor()
    await creator.page.goto('/messages')
    await creator.page.getByText('Two unboxing videos').first().click()
    await see(creator.page, / ordered this package for \$240\.00 \(\$204\.00 for you\)$/)
    await creator.page.getByText('Open until').waitFor()
    expect(await violationsOf(creator.page)).toEqual([])
    await creator.page.goto('/my-invitations')
    await creator.page.getByRole('link', { name: 'View order of Two unboxing videos' }).click()
    expect(await violationsOf(creator.page)).toEqual([])
    await creator.page.getByRole('button', { name: 'Accept order' }).click()
    await creator.page.waitForURL(/\/projects\//)
    await page.getByRole('link', { name: 'Open the project' }).click()
    await see(page, 'Held in Escrow')
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})

async function addCard(label: string): Promise<void> {
  const { page } = seller
  await page.getByRole('button', { name: 'Add Payment Method' }).click()
  const tab = await tabOf(seller, () =>
    page.getByRole('button', { name: 'Continue to Stripe' }).click(),
  )
  await tab.getByRole('button', { name: label, exact: true }).click()
  await tab.getByRole('button', { name: 'Save card' }).click()
  await tab.waitForURL((url) => url.origin === stack.url)
  await tab.close()
}

async function sendOffer(page: Page, terms: { price: string; rounds: string }): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: true }).fill(terms.price)
  await dialog.getByLabel('Revision rounds').selectOption(terms.rounds)
  await dialog.getByRole('button', { name: 'Send Offer' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** What the provider has taken from cards so far, in cents, in no particular order. */
async function charged(): Promise<number[]> {
  const { charges } = (await (await fetch(`${stack.stripeUrl}/_control/state`)).json()) as {
    charges: Record<string, { amount_captured: number; status: string }>
  }
  return Object.values(charges)
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_captured }) => amount_captured)
}

async function payWith(project: string, card: string, amount: string): Promise<void> {
  const { page } = seller
  await page.goto(`${project}?tab=payment`)
  await page.getByRole('button', { name: 'Fund Escrow' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: card }).check()
  await dialog.getByRole('button', { name: `Pay ${amount}` }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const openPayment = () => seller.page.goto(`${kept}?tab=payment`)

async function release(): Promise<void> {
  const { page } = seller
  await page.getByRole('button', { name: 'Release Payment' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Release Payment' }).click()
}

/** Waits until the page no longer shows something. */
const stopsAsking = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor({ state: 'detached' })
