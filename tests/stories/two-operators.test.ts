import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { viewAsWords } from '#contract/view-as-words.ts'
import { ACCOUNT_ACT_WORDS } from '#web/security/account-log-words.ts'
import { proposalWords as words } from '#contract/operator-proposal-words.ts'
import { DEMO_OPERATOR, DEMO_PASSWORD } from '#scripts/demo/cast.ts'
import { enterOperator, proveOperator } from '#scripts/demo/operator.ts'
import { createPerson, demoPasswordHash } from '#scripts/demo/people.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { waitForMail } from '#tests/support/inbox.ts'
import { enterParties, heldDeal, type Party, statementText } from '#tests/support/money-story.ts'
import { openWindow, type Person, see, seeToast, signIn } from '#tests/support/people.ts'
import {
  browser,
  picturesOfFailures,
  pool,
  stack,
  storyOnOwnStack,
} from '#tests/support/stack-story.ts'

const OWEN = { ...DEMO_OPERATOR, name: 'Owen Marsh', email: 'owen@cartwright.example' } as const

storyOnOwnStack({
  OPERATOR_EMAILS: `${DEMO_OPERATOR.email},${OWEN.email}`,
  OPERATOR_SECOND_PERSON_FROM_CENTS: '120000',
})
picturesOfFailures(() => [olive, owen])

const TITLE = 'Twelve recipe videos'
const REASON = 'Ten of the twelve videos were delivered as agreed.'
const SENTENCE = 'A decision: $200.00 of $1,200.00 goes back to the card'

let parties: { seller: Party; creator: Party }
/** Olive proposes on a desktop; Owen confirms on a phone, in the dark theme. */
let olive: Person
let owen: Person
let paymentId = ''
let path = ''

beforeAll(async () => {
  parties = await enterParties(browser, stack)
  olive = await enter(DEMO_OPERATOR, await enterOperator(pool, stack.url), {})
  await createPerson(pool, OWEN, await demoPasswordHash(), new Date())
  owen = await enter(OWEN, await proveOperator(stack.url, OWEN.email), { width: 390, dark: true })
  ;({ paymentId, path } = await heldDeal(parties, stack, TITLE, 1_200))
})

const statusOf = async () =>
  (await oneRow<{ status: string }>(pool, sql`select status from payments where id = ${paymentId}`))
    .status

const reaches = async (status: string) => {
  await expect.poll(statusOf, { timeout: 120_000 }).toBe(status)
}

/** A dispute that is waiting for a decision. */
async function openDispute(): Promise<void> {
  await reaches('held_in_escrow')
  const { creator, seller } = parties
  const { id } = await creator.session.call('disputes.open', {
    params: { id: paymentId },
    body: { reason: 'payment_withheld', statement: 'Everything was handed in.' },
  })
  await seller.session.call('disputes.state', {
    params: { id },
    body: { statement: 'Two of them are missing.' },
  })
}

/** An operator in a window, signed in with both factors. */
async function enter(
  { name, email }: { name: string; email: string },
  appSecret: string,
  window: { width?: number; dark?: boolean },
): Promise<Person> {
  const person = {
    ...(await openWindow(browser, stack, { name, ...window })),
    email,
    password: DEMO_PASSWORD,
  }
  await signIn(person)
  // A code works once: the next step's code is used one step early.
  const app = new TOTP({ secret: Secret.fromBase32(appSecret) })
  await person.page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await person.page.getByRole('button', { name: 'Verify' }).click()
  await person.page.waitForURL((url) => url.pathname !== '/auth')
  return person
}

/** Enters the reason in the dialog and confirms it. */
async function because({ page }: Person, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a decision about a large amount is only proposed, and moves no money', async () => {
  await openDispute()
  const { page } = olive
  await page.goto('/operator/disputes?state=awaiting_decision')
  await page.getByRole('link', { name: TITLE }).click()
  await see(page, words.proposeHint)
  await page.getByRole('radio', { name: /^Split/ }).check()
  await page.getByRole('textbox', { name: 'Back to the card' }).fill('200')
  await page.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  await page.getByRole('button', { name: words.propose }).click()
  const dialog = page.getByRole('dialog', { name: words.proposeAsk })
  await dialog.getByRole('button', { name: words.propose }).click()
  await seeToast(olive, words.proposed)
  await see(page, SENTENCE)
  await see(page, words.waits)
  expect(await page.getByRole('button', { name: words.confirm }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])
  expect(await statusOf()).toBe('held_in_escrow')
  await page.screenshot({ path: 'screenshots/second-person/proposed.png', fullPage: true })
})

test('the other operator is mailed, and sees the proposal on the overview and with the dispute', async () => {
  const mail = await waitForMail(stack.inboxUrl, OWEN.email, new RegExp(words.mailSubject))
  expect(mail.text).toContain('Olive Winter proposed a decision: $200.00 of $1,200.00 goes back')
  const { page } = owen
  await page.goto('/operator')
  await page.getByRole('link', { name: `1 ${words.count}` }).waitFor()
  await see(page, SENTENCE)
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: 'screenshots/second-person/overview.png', fullPage: true })
  await page.getByRole('link', { name: TITLE }).first().click()
  await see(page, /^Proposed by Olive Winter,/)
  expect(await page.getByRole('button', { name: 'Decide', exact: true }).count()).toBe(0)
})

test('a rejected proposal can be made again, and a confirmed one is carried out to the cent', async () => {
  await owen.page.getByRole('button', { name: words.reject }).click()
  await because(owen, 'Look at the tenth video again.', words.reject)
  await olive.page.reload()
  await olive.page.getByRole('radio', { name: /^Split/ }).check()
  await olive.page.getByRole('textbox', { name: 'Back to the card' }).fill('200')
  await olive.page.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  await olive.page.getByRole('button', { name: words.propose }).click()
  await olive.page.getByRole('dialog').getByRole('button', { name: words.propose }).click()
  await see(olive.page, words.waits)
  await owen.page.reload()
  await owen.page.getByRole('button', { name: words.confirm }).click()
  const asked = owen.page.getByRole('dialog', { name: words.confirmAsk })
  await asked.getByText(`${SENTENCE}.`).waitFor()
  await owen.page.screenshot({ path: 'screenshots/second-person/confirm.png' })
  await because(owen, 'I looked at all twelve.', words.confirm)
  await seeToast(owen, words.confirmed)
  await see(owen.page, 'Decision')
  await reaches('released')
  const { seller, creator } = parties
  for (const [{ page }, moved] of [
    [seller, '$200.00'],
    [creator, '$850.00'],
  ] as const) {
    await page.goto(`${path}?tab=payment`)
    await expect.poll(() => statementText(page), { timeout: 120_000 }).toContain(moved)
  }
  await owen.page.goto('/operator/activity')
  for (const said of ['Proposed', 'Rejected', 'Confirmed', 'Decided']) await see(owen.page, said)
  expect([...olive.complaints, ...owen.complaints]).toEqual([])
})

test('an operator views an account as its owner sees it, and its owner is notified', async () => {
  const { page } = owen
  const { creator } = parties
  await page.goto(`/operator/people/${creator.session.userId}`)
  await page.getByRole('button', { name: viewAsWords.button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(viewAsWords.kind).selectOption('payment')
  await because(owen, 'She asks where her money is.', viewAsWords.begin)
  await see(page, viewAsWords.frame(creator.name))
  await see(page, TITLE)
  await see(page, '$1,200.00')
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: 'screenshots/second-person/view-as.png', fullPage: true })
  const mail = await waitForMail(stack.inboxUrl, creator.email, /Our team looked/)
  expect(mail.text).toContain('something about a payment')
  await creator.page.goto('/settings/security')
  await see(creator.page, ACCOUNT_ACT_WORDS.viewed_by_team)
  await page.getByRole('button', { name: viewAsWords.end, exact: true }).click()
  await page.waitForURL(`**/operator/people/${creator.session.userId}`)
  await page.goBack()
  await see(page, errors['view_as.over'].message)
  expect(owen.complaints).toEqual([])
})
