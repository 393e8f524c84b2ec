import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_OPERATOR, DEMO_PASSWORD } from '#scripts/demo/cast.ts'
import { UNAVAILABLE_TITLE } from '#contract/deal-unavailable.ts'
import { FROZEN_SENTENCES } from '#contract/deal-words.ts'
import { enterOperator } from '#scripts/demo/operator.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import {
  type BuiltApplication,
  type BuiltUser,
  buildDeliverable,
  buildNote,
} from '#tests/support/builders.ts'
import { enterParties, heldDeal, type Party, statementText } from '#tests/support/money-story.ts'
import { pngFile } from '#tests/support/pictures.ts'
import { openWindow, type Person, see, seeToast, signIn } from '#tests/support/people.ts'
import {
  browser,
  pool,
  stack,
  storyOnOwnStack,
  picturesOfFailures,
} from '#tests/support/stack-story.ts'

storyOnOwnStack({ OPERATOR_EMAILS: DEMO_OPERATOR.email })
picturesOfFailures(() => [seller, creator, operator])

const TITLE = 'Three unboxing reels'
const STATEMENT = 'All three reels were handed in a week ago, and nobody answers.'
const ANSWER = 'Two of them are fine. In the third the mug is not in the picture.'
const REASON = 'Two of the three reels were delivered as agreed, so two thirds are paid.'

let seller: Party
let creator: Party
let operator: Person
let app: TOTP
let project = ''

beforeAll(async () => {
  ;({ seller, creator } = await enterParties(browser, stack))
  const { name, email } = DEMO_OPERATOR
  operator = { ...(await openWindow(browser, stack, { name })), email, password: DEMO_PASSWORD }
  app = new TOTP({ secret: Secret.fromBase32(await enterOperator(pool, stack.url)) })
  project = (await heldDeal({ seller, creator }, stack, TITLE, 540.01)).path
  await addNotedWork(project.split('/').at(-1) ?? '')
})

/** A version with a note on it: evidence that is numbered. */
async function addNotedWork(projectId: string): Promise<void> {
  const application = await oneRow<BuiltApplication>(
    pool,
    sql`select id, project_id, creator_id, status from applications
      where project_id = ${projectId} and status = 'accepted'`,
  )
  const maya = await oneRow<BuiltUser>(
    pool,
    sql`select id, name, email, role from profiles where id = ${application.creator_id}`,
  )
  const about = { application: { ...application, creator: maya } }
  await buildNote(pool, {
    deliverable: await buildDeliverable(pool, { ...about, status: 'approved' }),
  })
}

test('the creator opens a dispute; input survives a reload, and the money is frozen', async () => {
  const { page } = creator
  await page.goto(project)
  await see(page, 'Held in Escrow')
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a dispute' })
  await dialog.getByRole('button', { name: 'Open a dispute' }).click()
  await see(page, 'Choose a reason.')
  await dialog.getByLabel('What is it about?').selectOption('payment_withheld')
  await dialog.getByLabel('What happened?').fill(STATEMENT)
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Open a dispute' }).click()
  expect(await dialog.getByLabel('What happened?').inputValue()).toBe(STATEMENT)
  await dialog.getByRole('button', { name: 'Open a dispute' }).click()
  await seeToast(creator, 'Dispute opened')
  await see(page, 'You opened a dispute')
  await see(page, 'In dispute')
  await see(page, STATEMENT)
  await see(page, /Harrow & Pine answers by /)
  await expect.poll(() => page.getByRole('button', { name: 'Return payment' }).count()).toBe(0)
})

test('the seller reads the dispute and its evidence, cannot release, and answers', async () => {
  const { page } = seller
  await page.goto(`${project}?tab=payment`)
  await see(page, 'Maya opened a dispute')
  await see(page, /Your move: answer by /)
  expect(await page.getByRole('button', { name: 'Release Payment' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show the evidence' }).click()
  await see(page, 'The mugs are on their way.')
  await see(page, 'Dispute opened')
  // Both sides and the operator refer to them by these numbers.
  for (const number of ['V1', 'C1', 'N1']) await page.getByText(number, { exact: true }).waitFor()
  await see(page, /The logo is cut off\./)
  await page.getByLabel('Your answer').fill(ANSWER)
  const panel = page.getByRole('article', { name: 'Maya opened a dispute' })
  await panel.locator('input[type=file]').setInputFiles(await pngFile('third-reel.png'))
  await see(page, 'third-reel.png')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await seeToast(seller, 'Answer sent')
  await see(page, 'Being decided')
  await see(creator.page, ANSWER)
  const shown = creator.page.getByRole('link', { name: 'third-reel.png' })
  const opened = await fetch(new URL((await shown.getAttribute('href')) ?? '', stack.url))
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/webp'])
  await see(creator.page, 'Both sides are heard. Our support reads them and decides.')
})

test('the dispute comes first on both sides’ pages, and says why other actions are unavailable', async () => {
  for (const [{ page }, action] of [
    [seller, 'Release Payment'],
    [creator, 'Return payment'],
  ] as const) {
    await page.goto(`${project}?tab=payment`)
    const first = page.getByRole('region', { name: 'Open dispute' })
    await see(page, 'Being decided')
    await page.waitForLoadState('networkidle')
    // Before it stands only what project this is; the window begins with both, on the phone too.
    const place = await page.evaluate<{ before: string[]; top: number; gap: number }>(`(() => {
      const first = document.querySelector('section[aria-label="Open dispute"]')
      const parts = [...first.parentElement.children]
      const at = parts.indexOf(first)
      const box = first.getBoundingClientRect()
      return {
        before: parts.slice(0, at).map((part) => part.tagName),
        top: box.top,
        gap: parts[at + 1].getBoundingClientRect().top - box.bottom,
      }
    })()`)
    expect(place.before).toEqual(['A', 'SECTION'])
    expect(place.top).toBeLessThan(page.viewportSize()?.height ?? 0)
    expect(place.gap).toBeGreaterThanOrEqual(0)

    const why = first.getByText(FROZEN_SENTENCES.dispute)
    expect(await why.first().isVisible()).toBe(false)
    await first.getByText(UNAVAILABLE_TITLE).press('Enter')
    await first.getByText(action, { exact: true }).waitFor()
    expect(await why.first().isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: action }).count()).toBe(0)
  }
})

test('the operator reads both sides and splits the money', async () => {
  const { page } = operator
  await signIn(operator)
  // A code works once, so the code of the next step is used one step early.
  await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth')
  await page.goto('/operator/disputes?state=awaiting_decision')
  await page.getByRole('link', { name: TITLE }).click()
  await see(page, STATEMENT)
  await see(page, ANSWER)
  await page.getByRole('link', { name: 'third-reel.png' }).waitFor()
  await see(page, 'The mugs are on their way.')
  await page.getByRole('radio', { name: /^Split/ }).check()
  await page.getByRole('textbox', { name: 'Back to the card' }).fill('600')
  await page.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  await page.getByRole('button', { name: 'Decide' }).click()
  await see(page, 'A split returns more than zero and less than the full amount.')
  await page.getByRole('textbox', { name: 'Back to the card' }).fill('180.01')
  await page.getByRole('button', { name: 'Decide' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
  await seeToast(operator, 'Decided')
  await see(page, 'Decision')
})

test('both sides see to the cent where the money went, and why', async () => {
  for (const { page } of [seller, creator]) {
    await see(page, REASON)
    for (const amount of ['$180.01', '$306.00', '$54.00']) await see(page, amount)
    await see(page, 'Payment Released')
  }
  await expect
    .poll(async () => statementText(seller.page), { timeout: 120_000 })
    .toContain('$180.01')
  await expect
    .poll(async () => statementText(creator.page), { timeout: 120_000 })
    .toContain('$306.00')
  expect([...seller.complaints, ...creator.complaints, ...operator.complaints]).toEqual([])
})
