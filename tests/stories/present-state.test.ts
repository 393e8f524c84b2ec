import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { reportErrors } from '#contract/reports.ts'
import { taxWords } from '#contract/tax-words.ts'
import { REASON, refuse } from '#tests/support/refused-calls.ts'
import { enterAsOperator, settled, type Visitor, visit } from '#tests/support/market.ts'
import {
  creator,
  ellen,
  market,
  maya,
  openPage,
  seller,
  stack,
  storyOnDemoMarket,
} from '#tests/support/market-story.ts'
import { see } from '#tests/support/people.ts'
import { stepUpWords } from '#web/step-up/step-up-words.ts'
import { guestWords } from '#web/review/guest-words.ts'
import { decisionWords } from '#web/reports/decision-words.ts'

/** A screen shows what is true now: after an action that failed, and after the same person acted elsewhere. */

storyOnDemoMarket('windows')

let operator: Visitor
let reportId = ''

beforeAll(async () => {
  operator = await enterAsOperator(stack, market.operator)
  await seller.call('reports.create', {
    body: {
      subject: 'profile',
      subject_id: market.creator.id,
      reason: 'misleading',
      body: 'The numbers are made up.',
    },
  })
  reportId = (await operator.call('operator.reports')).rows[0]?.id ?? ''
})

/** Someone comes back to this window: what may have changed is refetched. */
const comeBack = (page: Page) =>
  page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')

/** The server's refusal, with sentences for fields. */
const problem = (fields: Record<string, string> = {}): Parameters<Route['fulfill']>[0] => ({
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    status: 422,
    code: 'request.invalid',
    message: REASON,
    fields,
    request_id: 'r',
  }),
})

test('a heart whose save failed is empty again, although its list cannot be read either', async () => {
  await visit(ellen, '/find-creators')
  const heart = ellen.getByRole('button', { name: 'Save Maya Okafor' })
  const before = await heart.getAttribute('aria-pressed')
  await refuse(ellen, 'GET', /\/api\/creators\/saved$/)
  await ellen.route(/\/api\/creators\/[^/]+\/save$/, (route) => route.fulfill(problem()))
  await heart.click()
  await see(ellen, REASON)
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe(before)
  await ellen.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a search that was saved although its response says otherwise is shown as saved', async () => {
  await visit(ellen, '/find-creators?niche=Beauty')
  await ellen.route(/\/api\/saved-searches$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.fulfill(problem())
  })
  await ellen.getByRole('button', { name: 'Save this search' }).click()
  await see(ellen, REASON)
  await ellen.getByRole('button', { name: 'Stop emails for this search' }).waitFor()
  await ellen.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Requests a code by email twice in the open dialog, before the first request is answered: one is sent. */
async function mailCodeTwice(): Promise<void> {
  let sent = 0
  let answer: () => void = () => undefined
  const awaited = new Promise<void>((resolve) => (answer = resolve))
  await maya.route(/\/reauthenticate/, async (route) => {
    sent += 1
    await awaited
    await route.fulfill({ json: {} })
  })
  const dialog = maya.getByRole('dialog')
  const mail = dialog.getByRole('button', { name: 'Mail me a code instead' })
  await mail.dispatchEvent('click')
  await mail.dispatchEvent('click')
  await expect.poll(() => sent).toBe(1)
  answer()
  await dialog.getByLabel('Code from the email').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await settled(maya)
  expect(sent).toBe(1)
  await maya.unrouteAll({ behavior: 'ignoreErrors' })
}

test('a code for deleting the account is mailed once, however often it is requested', async () => {
  await visit(maya, paths.ownData)
  await maya.getByRole('button', { name: 'Delete account' }).click()
  await mailCodeTwice()
})

test('a code that proves who someone is is mailed once, however often it is requested', async () => {
  await visit(maya, paths.ownData)
  await refuse(maya, 'POST', /\/api\/account\/export$/, 'account.proof_needed', 403)
  await maya.getByRole('button', { name: 'Download' }).click()
  await maya.getByRole('dialog').getByText(stepUpWords.title).waitFor()
  await mailCodeTwice()
})

test('a guest link that could not be copied says so, and a failure is gone once something succeeds', async () => {
  const id = market.projectIds['held'] ?? ''
  const [version] = await seller.call('deliverables.for_project', { params: { id } })
  await visit(ellen, paths.review(id, version?.id ?? ''))
  await ellen.getByRole('button', { name: guestWords.linksTitle }).click()
  const dialog = ellen.getByRole('dialog')
  await dialog.getByRole('button', { name: guestWords.create }).click()
  await dialog.getByText('/guest-review#').waitFor()
  await ellen.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("No"))')
  await dialog.getByRole('button', { name: guestWords.copy }).click()
  await see(ellen, guestWords.notCopied)

  await refuse(ellen, 'POST', /\/guest-links$/)
  await dialog.getByRole('button', { name: guestWords.create }).click()
  const failure = dialog.getByRole('alert').getByText(REASON)
  await failure.waitFor()
  await dialog.getByRole('button', { name: guestWords.revoke }).click()
  await dialog.getByText(guestWords.revoked).waitFor()
  expect(await failure.count()).toBe(0)
  await ellen.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an act on a report shows the server’s sentences beside their fields', async () => {
  const desk = await openPage(operator, `/operator/reports/${reportId}`)
  await desk.getByRole('button', { name: 'Hide', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  const facts = dialog.getByLabel('What you found, for the person concerned')
  await facts.fill('Nothing.')
  await desk.route(/\/act$/, (route) =>
    route.fulfill(problem({ 'body.facts': 'Say more.', 'body.reason': 'Choose another.' })),
  )
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await dialog.getByText('Say more.').waitFor()
  const errorOf = async (field: typeof facts) => {
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
    return desk.locator(`[id="${ids.at(-1)}"]`).innerText()
  }
  expect(await errorOf(facts)).toBe('Say more.')
  expect(await errorOf(dialog.getByLabel('The rule'))).toBe('Choose another.')
})

test('an appeal that was sent elsewhere in the meantime is shown instead of the form', async () => {
  await operator.call('operator.act_on_report', {
    params: { id: reportId },
    body: { act: 'hide', reason: 'misleading', facts: 'Three brands never hired you.' },
  })
  const [sanction] = (
    await operator.call('operator.sanctions', {
      query: { person: market.creator.id },
    })
  ).rows
  const id = sanction?.id ?? ''
  await visit(maya, paths.sanction(id))
  await maya.getByLabel(decisionWords.appealField).fill('They did, in this window.')
  await creator.call('sanctions.appeal', {
    params: { id },
    query: {},
    body: { body: 'They did, on my phone.' },
  })
  await maya.getByRole('button', { name: decisionWords.appeal, exact: true }).click()
  await see(maya, reportErrors['sanction.appealed'].message)
  await see(maya, decisionWords.waiting)
  await see(maya, /They did, on my phone\./)
})

test('typed tax details survive what another window saves; the other fields follow it', async () => {
  const details = { address: '1 Dock Road', country: 'GB', business: false, tax_id: null }
  await visit(maya, paths.documents)
  const name = maya.getByLabel(taxWords.name)
  const address = maya.getByLabel(taxWords.address, { exact: true })
  await address.fill('2 Dock Road')
  await creator.call('tax.save', { body: { ...details, legal_name: 'Maya Okafor Films' } })
  await comeBack(maya)
  await expect.poll(() => name.inputValue()).toBe('Maya Okafor Films')
  expect(await address.inputValue()).toBe('2 Dock Road')

  // Once it is saved, the field follows again.
  await maya.getByRole('button', { name: taxWords.save }).click()
  await see(maya, taxWords.saved)
  await creator.call('tax.save', { body: { ...details, legal_name: 'Maya Okafor' } })
  await comeBack(maya)
  await expect.poll(() => name.inputValue()).toBe('Maya Okafor')
  expect(await address.inputValue()).toBe('1 Dock Road')
})
