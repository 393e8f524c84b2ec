import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { amendmentWords } from '#contract/amendment-words.ts'
import { amendmentMessages } from '#contract/amendments.ts'
import { amountSentence } from '#contract/amount-text.ts'
import { PRICE_RULE } from '#contract/applications.ts'
import { extraRoundWords } from '#contract/extra-round-words.ts'
import { newerBriefWords } from '#contract/newer-brief.ts'
import { offerWords } from '#contract/offer-words.ts'
import { errors } from '#contract/errors.ts'
import { sessionOf } from '#scripts/demo/session.ts'
import { payCheckout } from '#scripts/demo/provider-pages.ts'
import { createPool } from '#server/db/pool.ts'
import { buildPayment } from '#tests/support/builders.ts'
import { briefFormWords } from '#web/briefs/brief-form-words.ts'
import { applyTo, fundDeal, postProject } from '#tests/support/market-deals.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { creator, openPage, seller, stack, storyOnDemoMarket } from '#tests/support/market-story.ts'
import { see } from '#tests/support/people.ts'
import { pngFile } from '#tests/support/pictures.ts'

/** A brief from a template: posted by keyboard, read by creators, agreed and frozen. */

storyOnDemoMarket()

/** Presses Tab until the field or button of this name has the focus; returns how many times. */
async function tabTo(page: Page, name: string): Promise<number> {
  const focused = () =>
    page.evaluate<string>(
      `(() => { const at = document.activeElement; return at.name || at.value || at.textContent.trim() })()`,
    )
  for (let presses = 0; presses < 80; presses++) {
    if ((await focused()) === name) return presses
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

test('a creator proposes a new price, date and line for an agreed brief, and the brand sees and accepts them', async () => {
  const brief = {
    items: [{ id: 'ad', what: 'video' as const, count: 1 }],
    say: ['Under ten dollars'],
  }
  const posted = await seller.call('projects.create', {
    body: {
      title: 'The lid, once more',
      category: 'home',
      budget: 300,
      deadline: '2031-01-31',
      status: 'active',
      brief,
    },
  })
  const application = await applyTo(creator, posted)
  await seller.call('applications.accept', { params: { id: application.id } })

  const asker = await openPage(creator, `/projects/${posted.id}`, { width: 390, height: 844 })
  await asker.getByRole('button', { name: 'Propose a Change' }).click()
  await asker.getByRole('button', { name: 'Send Proposal' }).click()
  await see(asker, errors['amendment.nothing_new'].message)
  await asker.getByRole('textbox', { name: /^Price/ }).fill('480')
  await see(asker, '$408.00')
  await asker.getByLabel('Deliver by').fill('2031-02-14')
  await asker.getByLabel('Change the brief, too').check()
  await asker.getByRole('textbox', { name: /^Say or show/ }).fill('Under nine dollars')
  await asker.getByRole('textbox', { name: 'Why' }).fill('The lid ships late.')
  expect(await violationsOf(asker)).toEqual([])
  expect(await asker.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await asker.getByRole('button', { name: 'Send Proposal' }).click()
  await see(asker, 'You proposed a change')
  await asker.getByRole('button', { name: 'Withdraw' }).waitFor()
  // The buttons that were pressed are gone: keyboard focus moves to where the change is shown.
  await expect.poll(() => asker.evaluate('document.activeElement.id')).toMatch(/^proposal-/)

  const answerer = await openPage(seller, `/projects/${posted.id}`)
  const panel = answerer.getByRole('region', { name: /proposed a change$/ })
  await panel.getByText('The lid ships late.').waitFor()
  for (const gone of ['$540.50 (Creator receives $459.43)', 'Jan 31, 2031', 'Under ten dollars'])
    expect(await panel.locator('del').getByText(gone).count()).toBe(1)
  for (const comes of ['$480.00 (Creator receives $408.00)', 'Feb 14, 2031', 'Under nine dollars'])
    expect(await panel.locator('ins').getByText(comes).count()).toBe(1)
  expect(await violationsOf(answerer)).toEqual([])
  await panel.getByRole('button', { name: 'Accept the Change' }).press('Enter')
  await answerer
    .getByRole('dialog')
    .getByRole('button', { name: 'Accept the Change' })
    .press('Enter')
  await see(answerer, 'Change agreed')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => answerer.evaluate('document.activeElement.ariaLabel')).toBe('Changes')
  await see(answerer, '$408.00')
  await see(answerer, /^Version 2, agreed /)
  const { deadline, brief: agreed } = await creator.call('projects.get', {
    params: { id: posted.id },
  })
  expect({ deadline, say: agreed?.brief.say }).toEqual({
    deadline: '2031-02-14',
    say: ['Under nine dollars'],
  })
})

test('a counter-offer being typed is kept when its offer is withdrawn, and sending it shows why it is refused', async () => {
  const posted = await postProject(seller, 'The lid, bargained over')
  const application = await applyTo(creator, posted)
  const id = crypto.randomUUID()
  const terms = { price: 480, deliver_by: posted.deadline, rounds: 1, note: '' }
  const params = { id: application.id }
  await seller.call('offers.make', { params, body: { id, ...terms } })
  const thread = await creator.call('conversations.open', { body: { project_id: posted.id } })

  const maya = await openPage(creator, `/messages/${thread.id}`)
  await maya.getByRole('button', { name: 'Counter' }).click()
  const form = maya.getByRole('dialog')
  await form.getByLabel('Note').fill('Three takes.')
  await seller.call('offers.withdraw', { params: { id } })
  await maya.getByText('They offer $480.00').waitFor({ state: 'detached' })
  await form.getByRole('button', { name: offerWords.send }).click()
  await form.getByRole('alert').getByText(errors['offer.answered'].message).waitFor()
  expect(await form.getByLabel('Note').inputValue()).toBe('Three takes.')
})

test('when a brand lowers a held price, both sides read what goes back and what stays, and it goes back', async () => {
  const posted = await postProject(seller, 'The lid, one clip less')
  const application = await applyTo(creator, posted)
  await seller.call('applications.accept', { params: { id: application.id } })
  await fundDeal(seller, { project: posted.id, application: application.id })

  const asker = await openPage(seller, `/projects/${posted.id}`)
  await asker.getByRole('button', { name: 'Propose a Change' }).click()
  const price = asker.getByRole('textbox', { name: /^Price/ })
  await price.fill('540.99')
  await asker.getByRole('button', { name: 'Send Proposal' }).click()
  await see(asker, amendmentMessages.more)
  await price.fill('490.50')
  await see(asker, 'You get $50.00 back on your card. $490.50 stays held for Maya.')
  expect(await violationsOf(asker)).toEqual([])
  await asker.getByRole('button', { name: 'Send Proposal' }).press('Enter')
  await see(asker, 'You proposed a change')

  const answerer = await openPage(creator, `/projects/${posted.id}`, { width: 390, height: 844 })
  const panel = answerer.getByRole('region', { name: /proposed a change$/ })
  await panel.getByText('Harrow & Pine gets $50.00 back. $490.50 stays held for you.').waitFor()
  expect(await violationsOf(answerer)).toEqual([])
  expect(await answerer.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await panel.getByRole('button', { name: 'Accept the Change' }).press('Enter')
  const question = answerer.getByRole('dialog')
  await question.getByText(/\$50\.00 back/).waitFor()
  await question.getByRole('button', { name: 'Accept the Change' }).press('Enter')
  await see(answerer, 'Change agreed')
  await answerer
    .getByText(/You receive \$416\.93 when/)
    .first()
    .waitFor()

  await asker.goto(`/projects/${posted.id}?tab=payment`)
  await asker.getByText('A part returned').first().waitFor()
  await see(asker, '+$50.00')
  await see(asker, '$50.00 went back to the card it was paid with; $490.50 is held in escrow.')
})

test('a raised price takes effect once the brand has paid the difference, and all of it is then held', async () => {
  const posted = await postProject(seller, 'The lid, one clip more')
  const application = await applyTo(creator, posted)
  await seller.call('applications.accept', { params: { id: application.id } })
  await fundDeal(seller, { project: posted.id, application: application.id })

  const asker = await openPage(creator, `/projects/${posted.id}`, { width: 390, height: 844 })
  await asker.getByRole('button', { name: 'Propose a Change' }).click()
  await asker.getByRole('textbox', { name: /^Price/ }).fill('600')
  await see(asker, 'Harrow & Pine pays $59.50 more. It counts once that is held.')
  await asker.getByRole('button', { name: 'Send Proposal' }).press('Enter')
  await see(asker, 'You proposed a change')

  const payer = await openPage(seller, `/projects/${posted.id}`)
  const panel = payer.getByRole('region', { name: /proposed a change$/ })
  await panel.getByText('You pay $59.50 more. It counts once that is held.').waitFor()
  await panel.getByRole('button', { name: 'Accept the Change' }).press('Enter')
  const question = payer.getByRole('dialog')
  await question.getByText(amendmentWords.acceptTextUnpaid).waitFor()
  await question.getByRole('button', { name: 'Accept the Change' }).press('Enter')
  const unpaid = payer.getByRole('region', { name: amendmentWords.unpaidTitle })
  await unpaid.waitFor()
  expect(await violationsOf(payer)).toEqual([])
  await asker.getByRole('region', { name: amendmentWords.unpaidTitle }).waitFor()
  await see(asker, /It counts once Harrow & Pine has paid \$59\.50/)
  expect(await violationsOf(asker)).toEqual([])
  expect(await asker.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  // It is the brand's turn, wherever its turns are listed.
  const list = await openPage(seller, '/my-projects')
  await list.getByRole('link', { name: 'Pay the difference: The lid, one clip more' }).waitFor()
  await list.close()

  // Shown once, also beside the money.
  await payer.getByRole('tab', { name: 'Payment' }).click()
  await see(payer, 'Statement')
  expect(await payer.getByText(amendmentWords.unpaidTitle).count()).toBe(1)
  const [page] = await Promise.all([
    payer.context().waitForEvent('page'),
    unpaid.getByRole('button', { name: 'Pay $59.50' }).click(),
  ])
  await page.waitForURL((url) => url.origin === new URL(stack.stripeUrl).origin)
  await payCheckout(page.url())
  await unpaid.waitFor({ state: 'detached' })
  await see(payer, '$600.00')
  await payer.getByText('−$59.50').first().waitFor()
  // Each payment is split separately: 85 % of $540.50 and of $59.50, rounded half up.
  await asker
    .getByText(/You receive \$510\.01 when/)
    .first()
    .waitFor()
})

test('beyond the agreed rounds, a brand buys an extra one and sends the revision note it had typed', async () => {
  const { id } = await seller.call('projects.create', {
    body: {
      title: 'The lid, no rounds agreed',
      category: 'home',
      budget: 600,
      deadline: '2031-01-31',
      status: 'active',
      brief: { items: [{ id: 'still', what: 'photo', count: 1 }], rounds: 0 },
    },
  })
  const application = await applyTo(creator, { id })
  await seller.call('applications.accept', { params: { id: application.id } })
  await fundDeal(seller, { project: id, application: application.id })
  const { session } = creator
  const own = sessionOf(stack.url, session.access_token, session.user.id)
  const { name, mimeType, buffer } = await pngFile('lid.png', 600, 400)
  const file = await own.upload('deliverable-files', name, mimeType, buffer, id)
  const handed = { file_id: file.id, notes: null, post_url: null }
  await own.call('deliverables.submit', { params: { id }, body: handed })

  const asker = await openPage(seller, `/projects/${id}?tab=deliverables`)
  await asker.getByRole('button', { name: 'Request revision' }).click()
  const form = asker.getByRole('dialog')
  await form.getByLabel('Note').fill('Turn the lid to the left.')
  const extra = form.getByRole('group', { name: extraRoundWords.title })
  const price = extra.getByLabel(extraRoundWords.price)
  await price.fill('0.50')
  await extra.getByRole('button', { name: extraRoundWords.ask }).click()
  await extra.getByText(amountSentence('below_minimum', PRICE_RULE)).waitFor()
  await price.fill('40')
  await extra.getByText('Maya receives $34.00 of it.').waitFor()
  expect(await violationsOf(asker)).toEqual([])
  // Enter requests the round; it does not send the request.
  await price.press('Enter')
  await extra.getByText('You proposed an extra round and a new price.').waitFor()
  expect(await form.getByLabel('Note').inputValue()).toBe('Turn the lid to the left.')
  expect(await violationsOf(asker)).toEqual([])
  await form.getByRole('button', { name: 'Cancel' }).click()

  const maya = await openPage(creator, `/projects/${id}`, { width: 390, height: 844 })
  const panel = maya.getByRole('region', { name: /proposed a change$/ })
  await panel.getByText('Turn the lid to the left.').waitFor()
  await panel.locator('ins').getByText('$580.50 (You receive $493.43)').waitFor()
  await panel.locator('ins').getByText('1 round of revision').waitFor()
  expect(await violationsOf(maya)).toEqual([])
  expect(await maya.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await panel.getByRole('button', { name: 'Accept the Change' }).press('Enter')
  await maya.getByRole('dialog').getByRole('button', { name: 'Accept the Change' }).press('Enter')

  const unpaid = asker.getByRole('region', { name: amendmentWords.unpaidTitle })
  const [page] = await Promise.all([
    asker.context().waitForEvent('page'),
    unpaid.getByRole('button', { name: 'Pay $40.00' }).click(),
  ])
  await page.waitForURL((url) => url.origin === new URL(stack.stripeUrl).origin)
  await payCheckout(page.url())
  await see(asker, '0 of 1 used')
  await asker.getByRole('button', { name: 'Request revision' }).click()
  await see(asker, 'Round 1 of 1.')
  expect(await form.getByLabel('Note').inputValue()).toBe('Turn the lid to the left.')
  await form.getByRole('button', { name: 'Request revision' }).click()
  await see(maya, /Turn the lid to the left/)
  await see(asker, '1 of 1 used')
})

/** The names of required fields that are empty, in order. */
const emptyRequired = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('main :is(input, select, textarea)')]
      .filter((field) => (field.required || field.ariaRequired === 'true') && field.value === '')
      .map((field) => field.name)`,
  )

/** Counts presses on the page from now on, including those by keyboard; a reload ends the count. */
const countPresses = (page: Page) =>
  page.evaluate(`window.presses = 0; addEventListener('click', () => window.presses++, true)`)
const presses = (page: Page) => page.evaluate<number>('window.presses')

const TITLE = 'The folding lid, three openings'

/** What docs/product/clicks.md says of the keyboard: to the templates, and from there to Post. */
const TABS = { toTemplate: 9, others: 11 }

test('posting from a template by keyboard takes no more Tab presses than documented', async () => {
  const page = await openPage(seller, '/post-project')
  await page.getByLabel('Just a text').waitFor()
  const tabs = { toTemplate: await tabTo(page, 'start'), others: 0 }
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('The one message').waitFor()
  const fill = async (name: string, typed: string) => {
    tabs.others += await tabTo(page, name)
    await page.keyboard.type(typed)
  }
  await fill('title', 'The lid, by keyboard')
  await fill('category', 'Home')
  tabs.others += await tabTo(page, briefFormWords.toTerms)
  await page.keyboard.press('Enter')
  await fill('budget', '300')
  await fill('deadline', '01312031')
  tabs.others += await tabTo(page, 'Post')
  await page.keyboard.press('Enter')
  await see(page, 'Project posted successfully!')
  expect(tabs.toTemplate).toBeLessThanOrEqual(TABS.toTemplate)
  expect(tabs.others).toBeLessThanOrEqual(TABS.others)
})

test('a brand posts from a template by keyboard, and its brief cannot change once it is agreed', async () => {
  const page = await openPage(seller, '/post-project')
  await page.getByLabel('Just a text').waitFor()
  await countPresses(page)
  await tabTo(page, 'start')
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('The one message').waitFor()
  // Of all the fields on the page, a post needs only these four besides the template.
  expect(await emptyRequired(page)).toEqual(['title', 'category', 'budget', 'deadline'])
  await tabTo(page, 'title')
  await page.keyboard.type(TITLE)
  await tabTo(page, 'category')
  await page.keyboard.type('Home')
  await see(page, 'No message given: viewers may remember anything.')
  await tabTo(page, 'brief.one_message')
  await page.keyboard.type('It fits in a drawer.')
  await page
    .getByText('No message given: viewers may remember anything.')
    .first()
    .waitFor({ state: 'hidden' })
  expect(await violationsOf(page)).toEqual([])

  // The template took one.
  expect(await presses(page)).toBe(1)

  // What was typed survives a reload, and a look at another template.
  await page.reload()
  await page.getByLabel('Unboxing').check()
  expect(await page.getByLabel('The one message').inputValue()).toBe('It fits in a drawer.')
  await page.getByLabel('UGC ad with hooks').check()
  await countPresses(page)

  await tabTo(page, 'budget')
  await page.keyboard.type('300')
  await tabTo(page, 'deadline')
  await page.keyboard.type('01312031')
  await tabTo(page, 'Post')
  await page.keyboard.press('Enter')
  await see(page, 'Project posted successfully!')
  // Post took one press as well: two in all (docs/product/clicks.md).
  expect(await presses(page)).toBe(1)
  const posted = (await seller.call('projects.mine')).find(({ title }) => title === TITLE)
  if (posted === undefined) throw new Error('Nothing was posted')
  const path = `/projects/${posted.id}`

  const reader = await openPage(creator, path, { width: 390, height: 844 })
  const table = reader.getByRole('table', { name: 'What you deliver' })
  await table.getByText('3 × Hook variation').waitFor()
  expect(await violationsOf(reader)).toEqual([])
  expect(await reader.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  // Creators who applied before a change are told of it, and so is the brand that accepts them: both agree on the brief
  // as it is then.
  await applyTo(creator, posted)
  const params = { params: { id: posted.id } }
  const { brief: first } = await seller.call('projects.get', params)
  if (first === null) throw new Error('It was posted without a brief')
  const shorter = { ...first.brief, hooks: ['It folds.'] }
  await seller.call('projects.update', { ...params, body: { brief: shorter } })
  await reader.reload()
  await see(reader, newerBriefWords.applicant)
  const owner = await openPage(seller, `${path}?tab=applications`)
  await owner.getByRole('button', { name: 'Accept', exact: true }).click()
  await see(owner, newerBriefWords.owner('Maya'))
  await owner.getByRole('dialog').getByRole('button', { name: 'Accept Maya' }).click()
  await see(reader, /^Version 2, agreed /)
  await owner.goto(path)
  await see(owner, /^Version 2, agreed /)
  await owner.getByRole('button', { name: 'Keep as a template' }).click()
  await owner.getByRole('button', { name: 'Keep', exact: true }).click()
  await see(owner, 'Template kept')
  const [{ brief } = { brief: null }] = await seller.call('brief_templates.list')
  expect(brief?.one_message).toBe('It fits in a drawer.')

  // The next post starts with it.
  const next = await openPage(seller, '/post-project')
  await see(next, briefFormWords.start.own)
  await next.getByRole('radio', { name: TITLE }).check()
  expect(await next.getByLabel('The one message').inputValue()).toBe('It fits in a drawer.')
  expect(await emptyRequired(next)).toEqual(['title', 'category', 'budget', 'deadline'])
  expect(await violationsOf(next)).toEqual([])
  const changed = { body: { brief: { items: [{ id: 'ad', what: 'video' as const, count: 9 }] } } }
  await expect(
    seller.call('projects.update', { params: { id: posted.id }, ...changed }),
  ).rejects.toThrow(errors['brief.agreed'].message)
})

test('the agreed checks appear in the hand-in, the review and a dispute', async () => {
  const { id } = await seller.call('projects.create', {
    body: {
      title: 'One still of the lid',
      category: 'home',
      budget: 300,
      deadline: '2031-01-31',
      status: 'active',
      product_images: [],
      brief: {
        items: [{ id: 'still', what: 'photo', count: 1, ratio: '1:1' }],
        checks: [
          { id: 'logo', text: 'The logo is in the picture.', kind: 'judged', must: true },
          { id: 'smile', text: 'Someone smiles.', kind: 'judged', must: false },
        ],
      },
    },
  })
  const application = await applyTo(creator, { id })
  await seller.call('applications.accept', { params: { id: application.id } })

  const maya = await openPage(creator, `/projects/${id}`)
  const form = maya.getByRole('region', { name: 'Deliver your work' })
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngFile('lid.png', 600, 400))
  // The file is not square: the machine says so, and a reason is required.
  await form.getByText('600 × 400').waitFor()
  await form.getByRole('button', { name: 'Submit Deliverable' }).click()
  await see(maya, 'Say why you are handing it in anyway.')
  await see(maya, 'Tick this, or say why you are handing it in anyway.')
  const reason = form.getByLabel('Why are you handing it in anyway?').first()
  await reason.fill('You asked for the wide crop.')
  expect(await violationsOf(maya)).toEqual([])
  await maya.setViewportSize({ width: 320, height: 780 })
  expect(await maya.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await maya.setViewportSize({ width: 1440, height: 900 })
  maya.once('dialog', (question) => void question.accept())
  await maya.reload()
  await form.getByText('600 × 400').waitFor()
  expect(await reason.inputValue()).toBe('You asked for the wide crop.')
  await form.getByRole('checkbox', { name: 'The logo is in the picture.' }).check()
  await form.getByRole('button', { name: 'Submit Deliverable' }).click()
  await see(maya, 'Deliverable submitted')

  const [first] = await seller.call('deliverables.for_project', { params: { id } })
  const ellen = await openPage(seller, `/projects/${id}/review/${first?.id}`)
  await ellen.getByRole('group', { name: 'Your answer: The logo is in the picture.' }).waitFor()
  const answer = (page: Page) =>
    page
      .getByRole('group', { name: 'Your answer: The logo is in the picture.' })
      .getByRole('button', { name: 'No' })
  await answer(ellen).click()
  await ellen.getByLabel('What is missing?').fill('It is cut off.')
  expect(await violationsOf(ellen)).toEqual([])
  await ellen.getByRole('button', { name: 'Request changes' }).click()
  const dialog = ellen.getByRole('dialog')
  await see(ellen, 'One check you answered with no goes with it, as a change.')
  expect(await violationsOf(ellen)).toEqual([])
  await dialog.getByRole('button', { name: 'Request changes' }).click()
  await see(ellen, 'Changes requested')
  await ellen.getByText('“The logo is in the picture.” does not hold: It is cut off.').waitFor()

  // It is a change like any other: the next version addresses it.
  const pool = createPool(stack.databaseUrl, 1)
  await maya.goto(`/projects/${id}`)
  await maya.getByText('It is cut off.').first().waitFor()
  const next = maya.getByRole('region', { name: 'Deliver version 2' })
  await next
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngFile('lid-2.png', 500, 500))
  await next.getByText('500 × 500').waitFor()
  await next.getByRole('button', { name: 'Done', exact: true }).click()
  await next.getByRole('checkbox', { name: 'Someone smiles.' }).check()
  await next.getByRole('button', { name: 'Say why not: The logo is in the picture.' }).click()
  // Clearing a tick brings the field back, and does not move the focus into it.
  const logo = next.getByRole('checkbox', { name: 'The logo is in the picture.' })
  await logo.check()
  await logo.uncheck()
  const why = next.getByLabel('Why are you handing it in anyway? The logo is in the picture.')
  await why.waitFor()
  expect(await maya.evaluate('document.activeElement.type')).toBe('checkbox')
  await why.fill('It is on the other side.')
  await next.getByRole('button', { name: 'Submit Deliverable' }).click()
  await see(maya, 'Deliverable submitted')
  await maya.reload()
  await maya.getByText('“It is on the other side.”').waitFor()

  await ellen.goto(`/projects/${id}?tab=deliverables`)
  await ellen.getByText('3 of 4 hold').waitFor()
  expect(await violationsOf(ellen)).toEqual([])
  await ellen.getByRole('button', { name: 'Approve' }).click()
  await see(ellen, 'Still open on the checklist')
  expect(await violationsOf(ellen)).toEqual([])
  await ellen.keyboard.press('Escape')

  const payment = await buildPayment(pool, { application })
  await pool.query(
    `update payments set status = 'held_in_escrow', funded_at = now(), stripe_charge_id = $2 where id = $1`,
    [payment.id, `ch_${payment.id}`],
  )
  await pool.end()
  await creator.call('disputes.open', {
    params: { id: payment.id },
    body: { reason: 'other', statement: 'The logo is on the other side.' },
  })
  for (const page of [ellen, maya]) {
    await page.goto(`/projects/${id}?tab=payment`)
    await page.getByRole('button', { name: 'Show the evidence' }).click()
    const table = page.getByRole('table', {
      name: 'Checklist of version 1, by version 1 of the brief',
    })
    await table.getByText('“You asked for the wide crop.”').waitFor()
    await table.getByText('“It is cut off.”').waitFor()
    expect(await violationsOf(page)).toEqual([])
  }
})
