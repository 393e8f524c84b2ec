import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { CREATORS, DEMO_PASSWORD } from '#scripts/demo/cast.ts'
import { COVERED_FOR_OTHERS, COVERED_MESSAGE } from '#contract/conversation-words.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { enter, enterAsOperator, visit, type Visitor } from '#tests/support/market.ts'
import {
  creator,
  ellen,
  market,
  maya,
  openPage,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'
import { see } from '#tests/support/people.ts'

storyOnDemoMarket('windows')

const INSULT = 'You will never sell anything with this.'
let operator: Visitor
let desk: Page
let conversation = ''
let bio = ''

beforeAll(async () => {
  operator = await enterAsOperator(stack, market.operator)
  desk = await windowOf(operator)
  // Of a deal that runs.
  ;({ id: conversation } = await creator.call('conversations.open', {
    body: { project_id: market.projectIds['held'] ?? '', creator_id: market.creator.id },
  }))
  await creator.call('messages.send', {
    params: { id: conversation },
    body: { content: INSULT },
  })
  bio = (await creator.call('profiles.me')).bio ?? ''
})
afterAll(async () => {
  await desk?.context().close()
})

/** Fills in the open dialog, checks it with axe, and sends it. */
async function report(page: Page, reason: string, words: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Report / })
  await dialog.getByLabel('What is wrong?').selectOption({ label: reason })
  await dialog.getByLabel('What should we know?').fill(words)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await see(page, 'Reported')
}

/** Opens the waiting report with this title and acts on it. */
async function decide(title: string, act: string, facts: string): Promise<void> {
  await visit(desk, '/operator/reports')
  await desk.getByRole('table').getByRole('link', { name: title }).click()
  await desk.getByRole('heading', { name: title, level: 1 }).waitFor()
  expect(await violationsOf(desk)).toEqual([])
  await desk.getByRole('button', { name: act, exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('What you found, for the person concerned').fill(facts)
  expect(await violationsOf(desk)).toEqual([])
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('a report', () => {
  test('of a profile is made below the profile, and what was typed survives a reload', async () => {
    await visit(ellen, `/profile/${market.creator.id}`)
    const button = ellen.getByRole('button', { name: 'Report this profile' })
    await button.click()
    const dialog = ellen.getByRole('dialog', { name: 'Report this profile' })
    await dialog.getByRole('button', { name: 'Report', exact: true }).click()
    await see(ellen, 'Choose what is wrong.')
    await dialog.getByLabel('What should we know?').fill('The numbers are made up.')
    await ellen.reload()
    await button.click()
    expect(await dialog.getByLabel('What should we know?').inputValue()).toBe(
      'The numbers are made up.',
    )
    await report(ellen, 'False or misleading claims', 'The numbers are made up.')
  })

  test('of a message is made from the message’s menu, by keyboard', async () => {
    await visit(ellen, `/messages/${conversation}`)
    const bubble = ellen.getByRole('log').locator('div', { hasText: INSULT }).last()
    await bubble.getByRole('button', { name: 'More about this message' }).focus()
    await ellen.keyboard.press('Enter')
    await ellen.getByRole('menuitem', { name: 'Report' }).press('Enter')
    await report(ellen, 'Harassment or threats', '')
  })
})

test('an operator hides the reported profile and message: the reporter reads neither, and is notified', async () => {
  await visit(desk, '/operator')
  await desk.getByRole('link', { name: /Reports to decide/ }).waitFor()
  await decide('Profile: False or misleading claims', 'Hide', 'Three brands never hired you.')
  await decide('Message: Harassment or threats', 'Hide', 'It is an insult.')
  // Without loading anything again.
  await ellen.getByRole('log').getByText(COVERED_MESSAGE).waitFor()
  await visit(maya, `/messages/${conversation}`)
  await maya.getByRole('log').getByText(INSULT).waitFor()
  await maya.getByRole('log').getByText(COVERED_FOR_OTHERS).waitFor()
  await visit(ellen, `/profile/${market.creator.id}`)
  await ellen.getByRole('heading', { name: 'Maya Okafor', level: 1 }).waitFor()
  expect(await ellen.getByRole('main').innerText()).not.toContain(bio)
  await visit(ellen, '/notifications')
  await see(ellen, /We looked at the profile you reported/)
  await see(ellen, /We looked at the message you reported/)
})

test('the reported person sees the reasons, and can appeal once', async () => {
  const nobody = await windowOf(null)
  await nobody.goto(paths.sanction('00000000-0000-4000-8000-000000000000'))
  await nobody.getByRole('heading', { name: 'Sign in to read the decision' }).waitFor()
  await nobody.context().close()
  await visit(maya, '/notifications')
  await maya
    .getByRole('main')
    .getByRole('link', { name: /We have hidden your profile/ })
    .click()
  await maya.getByRole('heading', { name: 'We have hidden your profile', level: 1 }).waitFor()
  await see(maya, 'Three brands never hired you.')
  await maya.getByRole('button', { name: 'Appeal', exact: true }).click()
  await see(maya, 'Say why you think the decision is wrong.')
  await maya.getByLabel('Why is it wrong?').fill('They did: ask Harrow & Pine.')
  expect(await violationsOf(maya)).toEqual([])
  await maya.getByRole('button', { name: 'Appeal', exact: true }).click()
  await see(maya, 'We have your appeal. You will hear from us here and by email.')
  expect(await maya.getByRole('button', { name: 'Appeal', exact: true }).count()).toBe(0)
})

test('an operator reverses the decision, and the profile shows its text', async () => {
  await visit(desk, '/operator/appeals')
  expect(await violationsOf(desk)).toEqual([])
  await desk.getByRole('button', { name: 'Reverse', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Answer, for the person concerned').fill('They confirmed it.')
  await dialog.getByRole('button', { name: 'Reverse', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await maya.reload()
  await see(maya, 'You were right. The decision was undone.')
  await see(maya, 'They confirmed it.')
  await visit(ellen, `/profile/${market.creator.id}`)
  await see(ellen, bio)
})

test('a brand reports a licence from its page; an operator warns its creator, who reads why', async () => {
  const licence = await seller.call('licences.of_project', {
    params: { id: market.projectIds['completed'] ?? '' },
  })
  const path = paths.licence(licence?.code ?? '')
  const button = (page: Page) => page.getByRole('button', { name: 'Report misuse of this licence' })
  const anyone = await windowOf(null)
  await anyone.goto(path)
  await see(anyone, 'Public keys')
  expect(await button(anyone).count()).toBe(0)
  await anyone.context().close()
  const phone = await openPage(seller, path, { width: 390, height: 844, touch: true })
  await button(phone).waitFor()
  for (const link of await phone.getByRole('region', { name: 'Proof' }).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  await visit(ellen, path)
  await button(ellen).click()
  await see(ellen, 'This is about what the other side did under this licence.')
  await report(ellen, 'Use beyond the licence', 'The film is sold to others.')

  await visit(desk, '/operator/reports')
  const title = 'Licence: Use beyond the licence'
  await desk.getByRole('table').getByRole('link', { name: title }).click()
  await desk.getByRole('link', { name: licence?.code ?? '' }).waitFor()
  await see(desk, 'A licence cannot be hidden. It is a record between two people.')
  expect(await desk.getByRole('button', { name: 'Hide', exact: true }).count()).toBe(0)
  await decide(title, 'Warn', 'You sold the film again.')
  await visit(ellen, '/notifications')
  await see(ellen, /We looked at the licence you reported/)
  // The deal was with Jonas.
  const email = CREATORS.find(({ key }) => key === 'jonas')?.email ?? ''
  const jonas = await openPage(
    await enter(stack, { email, password: DEMO_PASSWORD }),
    '/notifications',
  )
  const heading = 'A warning about what you did under a licence'
  await jonas
    .getByRole('main')
    .getByRole('link', { name: new RegExp(heading) })
    .click()
  await jonas.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await see(jonas, 'You sold the film again.')
  await see(jonas, new RegExp(licence?.code ?? 'no licence'))
})

test('the page of a hidden project tells its brand so, and where to find the decision', async () => {
  const id = market.projectIds['active'] ?? ''
  await creator.call('reports.create', {
    body: { subject: 'project', subject_id: id, reason: 'scam', body: 'They want a deposit.' },
  })
  const { rows } = await operator.call('operator.reports')
  const about = rows.find(({ subject }) => subject === 'project')
  await operator.call('operator.act_on_report', {
    params: { id: about?.id ?? '' },
    body: { act: 'hide', reason: 'scam', facts: 'A deposit was asked for.' },
  })
  await visit(ellen, paths.project(id))
  await see(ellen, 'This project is hidden')
  await see(ellen, /Your notifications have the decision, and how to appeal/)
})

describe('blocking', () => {
  const dialog = (page: Page) => page.getByRole('dialog')

  test('from a profile asks first, hides the profile, and is undone there or in the settings', async () => {
    const block = () => ellen.getByRole('button', { name: 'Block Maya Okafor' }).click()
    const confirm = () => dialog(ellen).getByRole('button', { name: 'Block', exact: true }).click()
    const isBack = () => ellen.getByRole('heading', { name: 'Maya Okafor', level: 1 }).waitFor()
    await visit(ellen, `/profile/${market.creator.id}`)
    await block()
    await dialog(ellen)
      .getByText('You will no longer see each other. Running deals continue.')
      .waitFor()
    expect(await violationsOf(ellen)).toEqual([])
    await confirm()
    await ellen.getByRole('heading', { name: 'Profile Not Found' }).waitFor()
    const unblock = ellen.getByRole('button', { name: 'Unblock Maya Okafor' })
    await unblock.waitFor()
    expect(await violationsOf(ellen)).toEqual([])
    await unblock.click()
    await isBack()

    await block()
    await confirm()
    await unblock.waitFor()
    await visit(ellen, '/settings/blocked')
    const card = ellen.getByRole('region', { name: 'People you have blocked' })
    await card.getByText('Maya Okafor').first().waitFor()
    expect(await violationsOf(ellen)).toEqual([])
    await card.getByRole('button', { name: 'Unblock Maya Okafor' }).click()
    await card.getByText('You haven’t blocked anyone.').waitFor()
    await visit(ellen, `/profile/${market.creator.id}`)
    await isBack()
  })

  test('from a conversation works by keyboard, is one-sided, and leads to a list that keeps a running deal', async () => {
    // There the list opens no conversation beside it.
    await ellen.setViewportSize({ width: 390, height: 844 })
    await visit(ellen, `/messages/${conversation}`)
    await ellen.getByRole('button', { name: /^More about Maya/ }).focus()
    await ellen.keyboard.press('Enter')
    await ellen.getByRole('menuitem', { name: /^Block Maya/ }).press('Enter')
    await dialog(ellen).getByRole('button', { name: 'Block', exact: true }).press('Enter')
    await see(ellen, /Maya.* is blocked/)
    await dialog(ellen).waitFor({ state: 'detached' })
    await ellen.waitForURL('**/messages')
    await ellen.getByRole('main').locator(`a[href="/messages/${conversation}"]`).waitFor()
    await ellen.setViewportSize({ width: 1440, height: 900 })
    expect(await creator.call('blocks.list')).toEqual([])
    await visit(ellen, '/settings/blocked')
    await ellen.getByRole('button', { name: 'Unblock Maya Okafor' }).click()
    await see(ellen, 'You haven’t blocked anyone.')
  })
})
