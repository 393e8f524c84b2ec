import { beforeAll, describe, expect, test } from 'vitest'
import { holdBack } from '#tests/support/hold-back.ts'
import { expectFocus, pressByKey, tabTo } from '#tests/support/keyboard.ts'
import { enterParties, type Party, tabOf } from '#tests/support/money-story.ts'
import { see, seeToast } from '#tests/support/people.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { browser, stack, storyOnOwnStack, picturesOfFailures } from '#tests/support/stack-story.ts'

storyOnOwnStack()
picturesOfFailures(() => [seller, creator])

let seller: Party
let creator: Party
let projectPath = ''

beforeAll(async () => {
  const parties = await enterParties(browser, stack)
  seller = parties.seller
  creator = parties.creator
  const { id } = await seller.session.call('projects.create', {
    body: {
      title: 'Three reels, without a mouse',
      category: 'home',
      description: 'Three vertical videos, daylight and natural sound.',
      product_details: null,
      budget: 600,
      deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      product_images: [],
      status: 'active',
    },
  })
  projectPath = `/projects/${id}`
})

describe('a deal by keyboard alone: every step moves the focus to the next one, not to the top of the page', () => {
  test('connecting Stripe moves the focus to the application, in the returning tab and in the waiting one', async () => {
    const { page } = creator
    await page.goto(projectPath)
    await see(page, 'Stripe Setup Required')
    await tabTo(page, /^Connect Stripe Account$/)
    const tab = await tabOf(creator, () => page.keyboard.press('Enter'))
    await expectFocus(page, /^Payout account$/)
    await tab.getByRole('button', { name: 'Complete onboarding' }).press('Enter')
    await tab.waitForURL((url) => url.origin === stack.url)
    await expectFocus(tab, /^Your application$/)
    await tab.close()
    await see(page, 'Stripe Account Connected')
    await expectFocus(page, /^Message/)
  })

  test('a sent application replaces its form and takes the focus', async () => {
    const { page } = creator
    await page.keyboard.type('I film in a north-facing kitchen.')
    await tabTo(page, /^Proposed price/)
    await page.keyboard.type('540.50')
    await pressByKey(page, /^Apply to This Project$/)
    await seeToast(creator, 'Application Submitted')
    await expectFocus(page, /^Your application$/)
  })

  test('accepting moves the focus to the payment button, and that button moves it to the payment', async () => {
    const { page } = seller
    // The Pay control may be drawn later than the row that says it is accepted. Until then the row has the focus. If
    // the sheet closes after the row has changed, the focus is in the list; if it closes before, it is on the row
    // itself.
    await page.route(
      /\/assets\/FundNext-/,
      async (route) => {
        await expectFocus(page, /^Maya Okafor(\s+Accepted|$)/)
        await route.continue()
      },
      // Later page loads request it again, when nothing is about to be accepted.
      { times: 1 },
    )
    await page.goto(projectPath)
    await see(page, 'Maya Okafor')
    await pressByKey(page, /^Accept$/)
    await page.getByRole('button', { name: 'Accept Maya' }).waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Accept Maya' }).isEnabled())
      .toBe(true)
    await pressByKey(page, /^Accept Maya$/)
    await expectFocus(page, /^Go to Payment$/)
    await page.keyboard.press('Enter')
    await expectFocus(page, /^Payment$/)
  })

  test('paying moves the focus to where the money is', async () => {
    const { page } = seller
    await see(page, 'Fund Escrow')
    await tabTo(page, /^Fund Escrow$/)
    const tab = await tabOf(seller, () => page.keyboard.press('Enter'))
    await tab.getByRole('button', { name: 'Succeeds', exact: true }).press('Enter')
    await tab.getByRole('button', { name: 'Pay $540.50' }).press('Enter')
    await tab.waitForURL((url) => url.origin === stack.url)
    await tab.close()
    await see(page, 'Held in Escrow')
    await expectFocus(page, /^Payment$/)
    await tabTo(page, /^Release Payment$/)
  })

  test('handing in moves the focus to the form for the next version', async () => {
    await deliver('reel-01.png')
  })

  test('a request for changes moves the focus to the deliverables', async () => {
    const { page } = seller
    await toDeliverables()
    await pressByKey(page, /^Request revision$/)
    await expectFocus(page, /^Note/)
    await page.keyboard.type('Please slow the opening down.')
    await pressByKey(page, /^Request revision$/)
    await seeToast(seller, 'Revision requested')
    await expectFocus(page, /^Deliverables/)
  })

  test('an approval moves the focus to the deliverables, and a release to where the money went', async () => {
    await deliver('reel-01-v2.png')
    const { page } = seller
    await toDeliverables()
    await pressByKey(page, /^Approve$/)
    await page.getByRole('dialog').waitFor()
    await pressByKey(page, /^Approve only$/)
    await seeToast(seller, 'Deliverable approved successfully')
    await expectFocus(page, /^Deliverables/)
    await page.keyboard.press('Shift+Tab')
    await expectFocus(page, /^Deliverables/)
    await page.keyboard.press('ArrowLeft')
    await pressByKey(page, /^Release Payment$/)
    await page.getByRole('dialog').waitFor()
    await pressByKey(page, /^Release Payment$/)
    await see(page, 'Payment Released')
    await expectFocus(page, /^Payment$/)
  })

  test('opening a review moves the focus to its form, and sealing it to the sealed review or the payment', async () => {
    for (const [{ page }, place] of [
      [creator, /^Your review is sealed/],
      // Both are shown now, below the money; the question was above it.
      [seller, /^Payment$/],
    ] as const) {
      // The element that takes over the focus may arrive after the press that removed the focused one.
      const letThrough = await holdBack(page, '**/assets/later-*.js')
      await page.goto(`${projectPath}?tab=payment`)
      await page.getByRole('button', { name: 'Write a Review' }).waitFor()
      await pressByKey(page, /^Write a Review$/)
      await page.getByRole('form').waitFor()
      letThrough()
      await expectFocus(page, /^How was it with/)
      for (const question of await page.getByRole('form').getByRole('group').all()) {
        await tabTo(
          page,
          new RegExp(
            `^${nameOf(await question.getByRole('radio').first().getAttribute('aria-label'))}`,
          ),
        )
        await page.keyboard.press('Space')
        await page.keyboard.press('Tab')
      }
      await pressByKey(page, /^Seal Review$/)
      await page.getByRole('button', { name: 'Seal Review' }).waitFor({ state: 'detached' })
      await expectFocus(page, place)
    }
  })

  test('and no page raised a script error on the way', () => {
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})

const nameOf = (text: string | null) => (text ?? '').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

async function deliver(name: string): Promise<void> {
  const { page } = creator
  await page.goto(projectPath)
  // The system's own dialog chooses the file.
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngFile(name))
  await see(page, name)
  const send = page.getByRole('button', { name: 'Submit Deliverable' })
  await expect.poll(() => send.isEnabled(), { timeout: 120_000 }).toBe(true)
  await pressByKey(page, /^Submit Deliverable$/)
  await seeToast(creator, 'Deliverable submitted')
  await expectFocus(page, /^Deliver version/)
}

async function toDeliverables(): Promise<void> {
  const { page } = seller
  await page.goto(`${projectPath}?tab=deliverables`)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
}
