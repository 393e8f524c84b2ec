import { beforeAll, expect, test } from 'vitest'
import { CHANGED_PAYOUT_HOURS } from '#contract/payouts.ts'
import { AUTH_SECONDS } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { payoutMessages } from '#contract/payout-words.ts'
import { pngPicture } from '#scripts/demo/pictures.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { stepUpWords } from '#web/step-up/step-up-words.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { mailsTo, waitForMail } from '#tests/support/inbox.ts'
import {
  atSandbox,
  enterParties,
  heldDeal,
  type Party,
  statementText,
  tabOf,
} from '#tests/support/money-story.ts'
import { see, seeToast, signIn } from '#tests/support/people.ts'
import { ageSignIn } from '#tests/support/rows.ts'
import {
  browser,
  picturesOfFailures,
  pool,
  stack,
  storyOnOwnStack,
} from '#tests/support/stack-story.ts'

/** A creator's payout account is replaced while money is held: the release waits a day, everyone reads why, and then it leaves (decision 0095). */

storyOnOwnStack({ AUTH_PROOF_SECONDS: String(AUTH_SECONDS.freshProof) })
picturesOfFailures(() => (seller === undefined ? [] : [seller, creator]))

const HOUR_S = 60 * 60
const CHANGED = /payouts go to another account$/
/** "Nov 28", with a non-breaking space. */
const DAY = /[A-Z][a-z]{2}\s\d{1,2}/

let seller: Party
let creator: Party
let path = ''
let paymentId = ''
/** The address that the creator left a moment ago. */
let left = ''
/** The time from which the new account can receive money. */
let from = new Date()

beforeAll(async () => {
  const parties = await enterParties(browser, stack)
  seller = parties.seller
  creator = parties.creator
  const deal = await heldDeal(parties, stack, 'A teapot, poured slowly', 540.5)
  path = deal.path
  paymentId = deal.paymentId
})

const statusOf = async () =>
  (await oneRow<{ status: string }>(pool, sql`select status from payments where id = ${paymentId}`))
    .status

const accountOf = () =>
  oneRow<{ id: string; receives_from: string | null }>(
    pool,
    sql`select stripe_account_id as id, receives_from from stripe_accounts
      where user_id = ${creator.session.userId} and replaced_at is null`,
  )

test('the creator changes their email address through links sent to both addresses', async () => {
  await expect.poll(statusOf, { timeout: 60_000 }).toBe('held_in_escrow')
  const { page } = creator
  left = creator.email
  const moved = 'maya.moved@example.com'
  await page.goto(paths.security)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(moved)
  await page.getByRole('button', { name: 'Send the links' }).click()
  await see(page, 'Check both inboxes')
  for (const address of [left, moved]) {
    const { links } = await waitForMail(stack.inboxUrl, address, /new email/i)
    // Without waiting for the whole page: the toast disappears after six seconds.
    const link = links.find((one) => one.includes('/auth/')) ?? ''
    await page.goto(link, { waitUntil: 'commit' })
    await see(page, address === left ? /^Confirmation link accepted/ : 'Email changed')
  }
  creator.email = moved
})

test('the closed payout account is replaced only after fresh proof of identity', async () => {
  const { page } = creator
  await atSandbox(stack, `accounts/${(await accountOf()).id}/onboarding`, { outcome: 'closed' })
  await page.goto('/profile')
  await see(page, payoutMessages.closedTitle)
  await ageSignIn(stack, creator)
  await page.getByRole('button', { name: payoutMessages.replace }).click()
  await see(page, stepUpWords.title)
  // The tab for the provider's page does not cover the question.
  await expect.poll(() => creator.context.pages().length).toBe(1)
  await page.getByLabel(stepUpWords.password).fill(creator.password)
  const tab = await tabOf(creator, () =>
    page.getByRole('button', { name: stepUpWords.confirm, exact: true }).click(),
  )
  await tab.getByRole('button', { name: 'Complete onboarding' }).click()
  await tab.waitForURL((url) => url.origin === stack.url)
  await tab.close()
})

test('the settings show when the new account starts to receive money, and both addresses are emailed', async () => {
  const { page } = creator
  await see(page, payoutMessages.connectedTitle)
  await see(page, /^This account took the place of another, so nothing is sent to it before/)
  expect(await violationsOf(page)).toEqual([])
  const { receives_from } = await accountOf()
  from = new Date(receives_from ?? '')
  expect((from.getTime() - Date.now()) / 1_000 / HOUR_S).toBeCloseTo(CHANGED_PAYOUT_HOURS, 0)
  const moment = `${from.toISOString().slice(0, 10)}, ${from.toISOString().slice(11, 16)} UTC`
  for (const address of [left, creator.email]) {
    const { text } = await waitForMail(stack.inboxUrl, address, CHANGED)
    expect(text).toContain(`nothing is sent to it before ${moment}`)
  }
})

test('the brand approves and releases, and both sides read why the transfer waits and until when', async () => {
  const projectId = path.split('/').at(-1) ?? ''
  const picture = await pngPicture('v-mugs')
  const { id: fileId } = await creator.session.upload(
    'deliverable-files',
    'teapot.png',
    'image/png',
    picture,
    projectId,
  )
  await creator.session.call('deliverables.submit', {
    params: { id: projectId },
    body: {
      file_id: fileId,
      notes: 'Poured twice.',
      post_url: null,
      ai_parts: ['none'],
      answers: [],
    },
  })
  const { page } = seller
  await page.goto(path)
  await page.getByRole('button', { name: 'Approve', exact: true }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Approve and release $459.43' })
    .click()
  await seeToast(seller, 'Deliverable approved successfully')
  await page.getByRole('tab', { name: /^Payment/ }).click()
  await see(page, /^Released\. Maya changed their payout account, so the transfer waits a day/)
  await see(page, 'Waits a day')
  expect(await page.getByRole('button', { name: 'Release Payment' }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])

  await creator.page.goto(path)
  const told = creator.page.getByText(/^Released\. You changed your payout account/).first()
  await told.waitFor()
  expect(await told.textContent()).toMatch(new RegExp(`it leaves on ${DAY.source}`))
  expect(await creator.page.getByRole('button', { name: 'Return payment' }).count()).toBe(0)
  expect(await violationsOf(creator.page)).toEqual([])
  expect(await statusOf()).toBe('held_in_escrow')
})

test('ten minutes before the day is over nothing has left; once it is over, the money arrives by itself', async () => {
  await moveClocksTo(from.getTime() - 60_000 * 10)
  await signedInAgain()
  await creator.page.goto(path)
  await see(creator.page, /^Released\. You changed your payout account/)
  expect(await statusOf()).toBe('held_in_escrow')

  // Announced once, on whichever page is open: this one would announce it while nobody looks.
  await creator.page.goto('about:blank')
  await moveClocksTo(from.getTime())
  await expect.poll(statusOf, { timeout: 180_000 }).toBe('released')
  await creator.page.goto(path)
  await see(creator.page, '$459.43 is yours')
  expect(await statementText(creator.page)).toContain('Sent to your Stripe balance')
  await seller.page.goto(path)
  await see(seller.page, 'Payment Released')
  await creator.page.goto('/profile')
  await see(creator.page, payoutMessages.connectedBody)
  // The change was announced once, however often anyone looked.
  for (const address of [left, creator.email]) {
    const told = (await mailsTo(stack.inboxUrl, address)).filter(({ subject }) =>
      CHANGED.test(subject),
    )
    expect(told).toHaveLength(1)
  }
})

let aheadMs = 0

/** Makes the product and the provider believe that it is this moment (ms since 1970). */
async function moveClocksTo(moment: number): Promise<void> {
  const ahead = Math.ceil((moment - Date.now()) / 1_000) * 1_000
  await atSandbox(stack, 'clock', { advance_ms: ahead - aheadMs })
  aheadMs = ahead
  await stack.restartServer({ CLOCK_OFFSET_SECONDS: String(ahead / 1_000) })
}

/** Sessions of a browser whose clock is a day behind continue, or end and are started again. */
async function signedInAgain(): Promise<void> {
  for (const person of [seller, creator]) {
    await person.page.goto('/dashboard')
    await person.page.waitForURL((url) => ['/dashboard', '/auth'].includes(url.pathname))
    if (new URL(person.page.url()).pathname === '/auth') await signIn(person)
  }
}
