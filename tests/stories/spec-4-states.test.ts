import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Project } from '#contract/project-schemas.ts'
import { applyTo, castMember, newcomer, postProject } from '#tests/support/market-deals.ts'
import { enter, openContext, settled, visit, type Visitor } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { expectLines, read, readPage } from '#tests/support/reading.ts'
import {
  browser,
  market,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'

/** SPEC §4: states and transitions as people see them. The titles summarise its statements. */

storyOnDemoMarket()

let jonas: Visitor
let priya: Visitor
let page: Page
/** A project that jonas and priya applied to. */
let project: Project

beforeAll(async () => {
  jonas = await castMember(stack, market, 'jonas')
  priya = await castMember(stack, market, 'priya')
  project = await postProject(seller, 'A bowl in four states')
  await applyTo(jonas, project)
  await applyTo(priya, project)
  page = await windowOf(seller)
})

const at = (tab: string) => `/projects/${project.id}?tab=${tab}`

test('before a creator is accepted there is nothing to pay; both applications are pending', async () => {
  const shown = await readPage(page, at('applications'))
  expect(shown.match(/button "Accept"/g)).toHaveLength(2)
  expect(shown.match(/Pending/g)?.length).toBeGreaterThanOrEqual(2)
  expect(await readPage(page, at('payment'))).not.toContain('button "Fund Escrow"')
})

test('a creator’s second application to a project is refused with 409', async () => {
  expect(
    await jonas.ask('applications.submit', {
      params: { id: project.id },
      body: { message: 'Me again.', proposed_price: 500 },
    }),
  ).toMatchObject({ status: 409, body: { code: 'application.already_applied' } })
})

test('accepting shows "Application accepted successfully!", starts project and conversation, and rejects the others', async () => {
  await visit(page, at('applications'))
  const counting: { done?: () => void } = {}
  const counted = new Promise<void>((resolve) => (counting.done = resolve))
  await page.route('**/api/applications/*/accepting', async (route) => {
    await counted
    await route.fallback()
  })
  const row = page.getByRole('article', { name: 'Jonas Lindqvist' })
  await row.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept Jonas Lindqvist?' })
  const accept = dialog.getByRole('button', { name: 'Accept Jonas' })
  // Everything the list already knows is shown at once. It cannot be accepted before the rest has loaded, and loading
  // moves no button.
  await dialog.getByText(/^Next you fund \$[\d.]+\./).waitFor()
  expect(await accept.isDisabled()).toBe(true)
  const place = await accept.boundingBox()
  counting.done?.()
  await dialog.getByText('We’ll let the other applicant know that it is filled.').waitFor()
  expect(await dialog.innerText()).toMatch(
    /We’ll let the other applicant know that it is filled\.\s+Next you fund \$[\d.]+\./,
  )
  expect(await accept.boundingBox()).toEqual(place)
  await accept.click()
  await see(page, 'Application accepted successfully!')
  expect((await seller.call('projects.get', { params: { id: project.id } })).status).toBe(
    'in_progress',
  )
  const talks = await jonas.call('conversations.list')
  expect(talks.map(({ project_id }) => project_id)).toContain(project.id)
  const own = await priya.call('applications.own', { params: { id: project.id } })
  expect(own?.status).toBe('rejected')
  await row.getByText('Accepted').waitFor()
  const shown = await read(page)
  expect(shown).not.toContain('button "Accept"')
  expect(shown).not.toContain('button "Reject"')
})

test('the accepted creator’s button says "Application Accepted" and is disabled', async () => {
  const window = await windowOf(jonas)
  const shown = await readPage(window, `/projects/${project.id}`)
  expect(shown).toContain('button "Application Accepted" [disabled]')
  expect(shown).not.toContain('Apply to This Project')
})

test('an accepted application can no longer be rejected', async () => {
  const own = await jonas.call('applications.own', { params: { id: project.id } })
  expect(await seller.ask('applications.reject', { params: { id: own?.id } })).toMatchObject({
    status: 409,
    body: { code: 'application.already_answered' },
  })
})

test('without a payment record, funding escrow is offered and releasing is not', async () => {
  const shown = await readPage(page, at('payment'))
  expect(shown).toContain('button "Fund Escrow"')
  expect(shown).not.toContain('Release Payment')
})

test('a payment whose checkout was opened shows "Payment Pending"', async () => {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Fund Escrow' }).click(),
  ])
  // The checkout URL opens in a new tab.
  await tab.waitForURL((url) => url.origin === new URL(stack.stripeUrl).origin)
  await tab.close()
  await see(page, 'Payment Pending')
  expect(await read(page)).not.toContain('Release Payment')
})

test('"Release Payment" shows only when held_in_escrow: "Held in Escrow", then "Payment Released"', async () => {
  expectLines(
    await readPage(page, `/projects/${market.projectIds['held']}?tab=payment`),
    'Held in Escrow',
    'button "Release Payment"',
  )
  const done = await readPage(page, `/projects/${market.projectIds['completed']}?tab=payment`)
  expect(done).toContain('Payment Released')
  expect(done).not.toContain('button "Release Payment"')
})

test('a rejected deliverable is shown as "Needs revision", with the reviewer’s note', async () => {
  expectLines(
    await readPage(page, `/projects/${market.projectIds['held']}?tab=deliverables`),
    'Needs revision',
    'Please slow the opening down',
    'button "Approve"',
    'button "Request revision"',
  )
})

test('creators browse only active projects, and keep access to those they applied to', async () => {
  const listed = (await priya.call('projects.list')).projects.map(({ id }) => id)
  expect(listed).not.toContain(project.id)
  expect((await priya.ask('projects.get', { params: { id: project.id } })).status).toBe(200)
  const cancelled = { params: { id: market.projectIds['cancelled'] ?? '' } }
  expect((await priya.ask('projects.get', cancelled)).status).toBe(200)
  expect((await jonas.ask('projects.get', cancelled)).status).toBe(404)
  const draft = await postProject(seller, 'A bowl nobody knows of', 'draft')
  expect((await priya.ask('projects.get', { params: { id: draft.id } })).status).toBe(404)
  const active = await postProject(seller, 'A bowl for everybody')
  const now = (await priya.call('projects.list')).projects
  expect(now.map(({ id }) => id)).toContain(active.id)
  expect(now.map(({ id }) => id)).not.toContain(draft.id)
})

test('a project cancelled after a creator was accepted can no longer be funded or delivered', async () => {
  const dropped = await postProject(seller, 'A bowl given up')
  const { id } = await applyTo(jonas, dropped)
  await seller.call('applications.accept', { params: { id } })
  await seller.call('projects.cancel', { params: { id: dropped.id } })
  const payment = await readPage(page, `/projects/${dropped.id}?tab=payment`)
  expectLines(payment, 'Cancelled', 'This project was cancelled before escrow was funded.')
  expect(payment).not.toContain('Fund Escrow')
  expect(payment).toMatch(/You cancelled this project on .*\. Nothing was charged\./)
  await page.getByRole('link', { name: 'Post It Again' }).click()
  await see(page, 'The brief of “A bowl given up” is filled in')
  const deliverables = await readPage(page, `/projects/${dropped.id}?tab=deliverables`)
  expectLines(deliverables, 'This project was cancelled before anything was handed in.')
  expect(deliverables).not.toMatch(/funded yet|Fund escrow/)
  const window = await windowOf(jonas)
  const deal = await readPage(window, `/projects/${dropped.id}`)
  expectLines(deal, 'Cancelled', 'Nothing was paid.', 'link "Browse Projects"')
  expect(deal).toMatch(/ cancelled this project on .*\. No money was held for it\./)
  expect(deal).not.toMatch(/funded yet|Submit Deliverable/)
})

test('declining an invitation shows "Invitation declined successfully!", and it cannot be answered again', async () => {
  const kofi = await castMember(stack, market, 'kofi')
  const another = await postProject(seller, 'Four lids, one pot')
  await seller.call('invitations.send', {
    body: { project_id: another.id, creator_id: kofi.session.user.id, message: null },
  })
  const window = await windowOf(kofi)
  await visit(window, '/my-invitations')
  const row = window.getByRole('article', { name: 'Invitation to Four lids, one pot' })
  await row.getByRole('button', { name: 'Decline' }).click()
  await see(window, 'Invitation declined successfully!')
  await row.getByText('Declined').waitFor()
  await settled(window)
  expect(await row.getByRole('button').count()).toBe(0)
})

test('accepting an invitation shows "Invitation accepted successfully!" and opens the project to apply to', async () => {
  const kofi = await castMember(stack, market, 'kofi')
  const another = await postProject(seller, 'Two lids, no pot')
  await seller.call('invitations.send', {
    body: { project_id: another.id, creator_id: kofi.session.user.id, message: null },
  })
  const window = await windowOf(kofi)
  await visit(window, '/my-invitations')
  const row = window.getByRole('article', { name: 'Invitation to Two lids, no pot' })
  await row.getByRole('button', { name: 'Accept Invitation' }).click()
  await see(window, 'Invitation accepted successfully!')
  await window.waitForURL(`**/projects/${another.id}`)
})

test('onboarding opens in a new tab behind a busy button; without an account the page shows "Stripe Setup Required"', async () => {
  const noor = await newcomer(stack, 'Noor Haddad')
  const window = await windowOf(noor)
  expectLines(await readPage(window, '/profile'), 'Stripe Setup Required')
  await opens('Connect Stripe Account', 'Setting up...')
  await see(window, 'Setup In Progress')
  await opens('Continue Setup', 'Opening Stripe...')
  await see(window, "If you've completed setup, click refresh to update status")
  await window.getByRole('button', { name: 'Refresh status' }).click()
  await see(window, 'Status Updated')
  await see(window, 'Stripe account status has been refreshed')

  /** The provider's page, once the button has shown that it is busy. */
  async function opens(button: string, busy: string): Promise<void> {
    const gate: { open?: () => void } = {}
    const held = new Promise<void>((resolve) => (gate.open = resolve))
    await window.route('**/api/payouts/onboarding', async (route) => {
      await held
      await route.continue()
    })
    const opened = window.context().waitForEvent('page')
    await window.getByRole('button', { name: button }).click()
    await see(window, busy)
    gate.open?.()
    const tab = await opened
    await tab.waitForURL((url) => url.origin === new URL(stack.stripeUrl).origin)
    await tab.close()
    await window.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('a renewed session and a sign-in, in this tab or another, load the profile; a sign-out clears it', async () => {
  const window = await (
    await openContext(browser, stack, await enter(stack, market.creator))
  ).newPage()
  // Without a connection nothing else requests it again.
  await window.routeWebSocket(/\/realtime/, (socket) => socket.close())
  await window.route(/\/realtime/, (route) => route.abort())
  await visit(window, '/my-applications')
  let loads = 0
  window.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/profiles/me') loads += 1
  })
  // The session is about to expire when the reader comes back to the tab: it is renewed.
  const comeBack = () =>
    window.evaluate(`{
      const key = Object.keys(localStorage).find((one) => one.endsWith('-auth-token'))
      const session = JSON.parse(localStorage.getItem(key))
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 20 }))
      document.dispatchEvent(new Event('visibilitychange'))
    }`)
  const [renewed] = await Promise.all([
    window.waitForResponse(/\/token\?grant_type=refresh_token/),
    comeBack(),
  ])
  expect(renewed.status()).toBe(200)
  await expect.poll(() => loads).toBe(1)
  await window.getByRole('button', { name: 'Account menu' }).click()
  await window.getByRole('menuitem', { name: 'Sign out' }).click()
  await window.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect(await window.locator('header').innerText()).not.toContain('Maya')
  const other = await window.context().newPage()
  await visit(other, '/about')
  await other.getByRole('link', { name: 'Sign In' }).first().waitFor()
  loads = 0
  await visit(window, '/auth')
  await window.getByLabel('Email', { exact: true }).fill(market.creator.email)
  await window.getByLabel('Password', { exact: true }).fill(market.creator.password)
  await window.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  for (const tab of [window, other])
    await tab.getByRole('button', { name: 'Maya, account menu' }).waitFor()
  expect(loads).toBeGreaterThan(0)
})
