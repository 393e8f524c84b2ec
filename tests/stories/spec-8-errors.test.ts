import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PICTURE_REMOVED } from '#contract/picture-words.ts'
import { createPool } from '#server/db/pool.ts'
import { playDisputedDeals } from '#tests/support/disputed-deals.ts'
import { applyTo, castMember, postProject } from '#tests/support/market-deals.ts'
import { callsUnderWay } from '#tests/support/calls-under-way.ts'
import { enter, settled, visit } from '#tests/support/market.ts'
import { mailsTo, waitForMail } from '#tests/support/inbox.ts'
import { see } from '#tests/support/people.ts'
import { REASON, refuse } from '#tests/support/refused-calls.ts'
import {
  ellen,
  market,
  maya,
  seller,
  stack,
  reopenWindow,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'

/** SPEC §8: the error catalogue, with each failure produced at the network. The titles summarise its statements. */

storyOnDemoMarket('windows')

/** Has no payout account yet. */
let kofi: Page
const consoleLines: string[] = []

beforeAll(async () => {
  kofi = await windowOf(await castMember(stack, market, 'kofi'))
  for (const page of [ellen, maya, kofi])
    page.context().on('console', (line) => consoleLines.push(line.text()))
})
afterEach(() =>
  Promise.all([ellen, maya, kofi].map((page) => page.unrouteAll({ behavior: 'ignoreErrors' }))),
)

/** Two frames: whatever has arrived is on the page, and its layout shifts are counted. */
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'

/** Closes the toast about a read that failed, and repeats the read: it fails again, and another toast says so. */
async function toastAgain(page: Page, told: string): Promise<void> {
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await close.click()
  await close.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await close.waitFor()
  await see(page, told)
}

const held = (tab = '') => `/projects/${market.projectIds['held']}${tab}`

describe('profiles and payouts', () => {
  test('a profile that cannot be loaded shows "Failed to load profile" and logs "Error fetching profile"', async () => {
    const page = await windowOf(seller)
    const logged: string[] = []
    page.on('console', (line) => logged.push(line.text()))
    await refuse(page, 'GET', /\/api\/profiles\/me$/)
    await page.goto('/profile')
    await see(page, 'Failed to load profile')
    await see(page, 'Please log in to view your profile')
    await expect.poll(() => logged.join('\n')).toContain('Error fetching profile')
    await page.context().close()
    // Without a profile, the editor of either role shows only the failure; without a session, not even that.
    for (const who of [seller, await enter(stack, market.creator), null]) {
      const other = await windowOf(who)
      await refuse(other, 'GET', /\/api\/profiles\/me$/)
      await other.goto('/profile/edit')
      if (who === null) await other.waitForURL('**/auth')
      else await other.getByRole('heading', { name: 'Failed to load profile', level: 1 }).waitFor()
      expect(await other.locator('main form[aria-label], main textarea').count()).toBe(0)
      await other.context().close()
    }
  })

  test('a failed update shows "Failed to update profile" and keeps the input', async () => {
    await refuse(ellen, 'PATCH', /\/api\/profiles\/me$/)
    await visit(ellen, '/profile/edit')
    await ellen.getByLabel('Industry').fill('Stoneware')
    await ellen.getByRole('button', { name: 'Save Profile' }).click()
    await see(ellen, 'Failed to update profile')
    await see(ellen, REASON)
    expect(await ellen.getByLabel('Industry').inputValue()).toBe('Stoneware')
    await reopenWindow('ellen')
  })

  test('a refused picture says why below its drop zone, which takes the focus', async () => {
    await ellen.route(/\/api\/profiles\/me$/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 422,
            json: {
              code: 'upload.not_yours',
              message: 'Upload failed',
              fields: { avatar_url: PICTURE_REMOVED },
            },
          })
        : route.fallback(),
    )
    await visit(ellen, '/profile/edit')
    await ellen.getByLabel('Industry').fill('Stoneware')
    await ellen.getByRole('button', { name: 'Save Profile' }).click()
    await see(ellen, PICTURE_REMOVED)
    await expect
      .poll(() => ellen.evaluate('document.activeElement.ariaLabel'))
      .toBe('Profile Picture')
    await reopenWindow('ellen')
  })

  test('a failed onboarding call shows "Failed to set up Stripe account"', async () => {
    await refuse(kofi, 'POST', /\/api\/payouts\/onboarding$/)
    await visit(kofi, '/profile')
    const start = kofi.getByRole('button', { name: /Connect Stripe Account|Continue Setup/ })
    await start.click()
    await see(kofi, 'Failed to set up Stripe account')
  })

  test('a refresh without an account shows "No Stripe Account"; else "Error", "Failed to refresh Stripe account status"', async () => {
    const account = {
      user_id: market.creator.id,
      onboarding_complete: false,
      created_at: '2026-06-03T09:41:00Z',
    }
    await kofi.route('**/api/payouts/account', (route) => route.fulfill({ json: account }))
    await refuse(kofi, 'POST', /\/api\/payouts\/refresh$/, 'payout.no_account', 404)
    await visit(kofi, '/my-applications')
    await visit(kofi, '/profile')
    await kofi.getByRole('button', { name: 'Refresh status' }).click()
    await see(kofi, 'No Stripe Account')
    await see(kofi, "Please create a Stripe account first by clicking 'Connect Stripe Account'")
    await refuse(kofi, 'POST', /\/api\/payouts\/refresh$/)
    await kofi.getByRole('button', { name: 'Refresh status' }).click()
    await see(kofi, 'Failed to refresh Stripe account status')
    await see(kofi, 'Error')
  })
})

describe('Google sign-in', () => {
  test('a failure is shown and the loading state ends, also after the browser’s Back button', async () => {
    const page = await windowOf(null)
    await page.route('**/assets/auth-library-*.js', (route) => route.abort())
    await page.goto('/auth')
    const google = page.getByRole('button', { name: 'Continue with Google' })
    await google.click()
    await see(page, 'We could not reach the server. Check your connection and try again.')
    await expect.poll(() => google.isEnabled()).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await page.goto('/auth')
    // A response without a page: the browser stays where it is.
    await page.route('**/auth/v1/authorize?*', (route) => route.fulfill({ status: 204 }))
    const [left] = await Promise.all([page.waitForRequest(/authorize/), google.click()])
    await left.response()
    expect(await google.isDisabled()).toBe(true)
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await expect.poll(() => google.isEnabled()).toBe(true)
    await page.context().close()
  })
})

describe('signing out', () => {
  test('a failed sign-out is only logged; signing out without a session logs nothing', async () => {
    const signOutOf = async (signOut: (page: Page, item: Locator) => Promise<unknown>) => {
      const page = await windowOf(await enter(stack, market.creator))
      const logged: string[] = []
      page.on('console', (line) => logged.push(line.text()))
      await visit(page, '/messages')
      await page.getByRole('button', { name: 'Account menu' }).click()
      await signOut(page, page.getByRole('menuitem', { name: 'Sign out' }))
      await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
      expect(await page.evaluate<number>('localStorage.length')).toBe(0)
      await page.context().close()
      return logged.filter((line) => line.startsWith('Error signing out'))
    }
    const failing = async (page: Page, item: Locator) => {
      await refuse(page, 'POST', /\/auth\/v1\/logout$/)
      // The page is left before its last line has arrived here.
      const heard = page.waitForEvent('console', (line) =>
        line.text().startsWith('Error signing out'),
      )
      await item.click()
      await heard
    }
    expect(await signOutOf(failing)).toHaveLength(1)
    // In one step: the app itself signs out as soon as it notices that the session is gone.
    const without = (_: Page, item: Locator) =>
      item.evaluate((element: { click(): void }) => {
        localStorage.clear()
        element.click()
      })
    expect(await signOutOf(without)).toEqual([])
  })
})

describe('payment methods and payments', () => {
  test('adding a card can fail with "Failed to create customer account", "Failed to setup payment method"', async () => {
    // Which of the two calls comes first depends on whether Ellen is already a customer.
    await ellen.route('**/api/profiles/me', async (route) => {
      const answer = await route.fetch()
      const profile = (await answer.json()) as object
      await route.fulfill({ json: { ...profile, stripe_customer_id: null } })
    })
    await ellen.goto('/profile')
    await refuse(ellen, 'POST', /\/payment-methods\/customer$/)
    await addCard()
    await see(ellen, 'Failed to create customer account')
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    await ellen.goto('/profile')
    await refuse(ellen, 'POST', /\/payment-methods\/setup$/)
    await addCard()
    await see(ellen, 'Failed to setup payment method')
    await ellen.keyboard.press('Escape')
  })

  test('failures show "Failed to update default payment method", "Failed to remove payment method", "Failed to save payment method"', async () => {
    const card = (last4: string, is_default: boolean) => ({
      id: `00000000-0000-4000-8000-00000000${last4}`,
      stripe_customer_id: 'cus_1',
      stripe_payment_method_id: `pm_${last4}`,
      payment_method_type: 'card',
      is_default,
      card_brand: 'visa',
      card_last4: last4,
      card_exp_month: 12,
      card_exp_year: 2034,
      created_at: '2026-06-03T09:41:00Z',
    })
    const saved = [card('0341', false), card('4242', true)]
    await ellen.route('**/api/payment-methods', (route) => route.fulfill({ json: saved }))
    await refuse(ellen, 'POST', /\/payment-methods\/[^/]+\/default$/)
    await refuse(ellen, 'DELETE', /\/payment-methods\/[^/]+$/)
    await ellen.goto('/profile')
    await ellen.getByRole('button', { name: 'Set default Visa ending 0341' }).click()
    await see(ellen, 'Failed to update default payment method')
    await ellen.getByRole('button', { name: 'Remove Visa ending 0341' }).click()
    await ellen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await see(ellen, 'Failed to remove payment method')

    // The card is entered on the provider's page; whether it arrived can no longer be seen.
    const setup_url = `${stack.url}/about`
    await ellen.route('**/payment-methods/setup', (route) => route.fulfill({ json: { setup_url } }))
    await ellen.route('**/payment-methods/customer', (route) =>
      route.fulfill({ json: { customer_id: 'cus_1' } }),
    )
    await refuse(ellen, 'GET', /\/api\/payment-methods$/)
    const tab = ellen.context().waitForEvent('page')
    await addCard()
    await (await tab).close()
    await see(ellen, 'Failed to save payment method')
    await ellen.keyboard.press('Escape')
  })

  test('payments that cannot be loaded show and log "Failed to load payments"', async () => {
    await refuse(ellen, 'GET', /\/api\/payments$/)
    await visit(ellen, '/my-projects')
    await visit(ellen, '/settings/cards')
    await see(ellen, 'Failed to load payments')
    await expect.poll(() => consoleLines.join('\n')).toContain('Failed to load payments')
  })

  test('a failed release shows "Release Failed - Unable to release payment. Please try again." and is logged', async () => {
    await refuse(ellen, 'POST', /\/api\/payments\/release$/)
    await visit(ellen, held('?tab=payment'))
    await ellen.getByRole('button', { name: 'Release Payment' }).first().click()
    await ellen.getByRole('dialog').getByRole('button', { name: 'Release Payment' }).click()
    await see(ellen, 'Release Failed - Unable to release payment. Please try again.')
    await expect.poll(() => consoleLines.join('\n')).toContain('Failed to release payment')
  })

  test('a failed payment shows "Payment Failed - Unable to process payment. Please try again.", logs "Failed to create payment"', async () => {
    const priya = await castMember(stack, market, 'priya')
    const project = await postProject(seller, 'A vase nobody pays for')
    const application = await applyTo(priya, project)
    await seller.call('applications.accept', { params: { id: application.id } })
    await refuse(ellen, 'POST', /\/api\/payments$/)
    await visit(ellen, `/projects/${project.id}?tab=payment`)
    await ellen.getByRole('button', { name: 'Fund Escrow' }).click()
    await see(ellen, 'Payment Failed - Unable to process payment. Please try again.')
    await expect.poll(() => consoleLines.join('\n')).toContain('Failed to create payment')

    // The same when no checkout URL returns.
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    consoleLines.length = 0
    const nowhere = { status: 'pending', charging: false, checkout_url: null }
    await ellen.route('**/api/payments', (route) => route.fulfill({ json: nowhere }))
    await ellen.goto(`/projects/${project.id}?tab=payment`)
    await ellen.getByRole('button', { name: 'Fund Escrow' }).click()
    await see(ellen, 'Payment Failed - Unable to process payment. Please try again.')
    await expect.poll(() => consoleLines.join('\n')).toContain('Failed to create payment')
  })

  test('release and payment failures are also shown and logged if the provider refuses after the response', async () => {
    const params = { id: market.projectIds['held'] ?? '' }
    const payment = await seller.call('payments.for_project', { params })
    const late = async (first: object, then: object) => {
      consoleLines.length = 0
      let asked = 0
      // Only for this project: the page before may still be reading the payment of its own.
      await ellen.route(`**/api/projects/${params.id}/payment`, (route) =>
        route.fulfill({ json: { ...payment, ...(asked++ === 0 ? first : then) } }),
      )
      await ellen.goto(held('?tab=payment'))
    }
    await late({ moving: 'release' }, { moving: null })
    await see(ellen, 'Release Failed - Unable to release payment. Please try again.')
    await expect.poll(() => consoleLines.join('\n')).toContain('Failed to release payment')
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })

    const declined = 'Your card was declined.'
    await late({ status: 'pending', charging: true }, { status: 'failed', failure: declined })
    await see(ellen, 'Payment Failed - Unable to process payment. Please try again.')
    await expect.poll(() => consoleLines.join('\n')).toContain('Failed to create payment')
  })

  async function addCard(): Promise<void> {
    await ellen
      .getByRole('button', { name: /Add Payment Method/ })
      .first()
      .click()
    const dialog = ellen.getByRole('dialog', { name: 'Add Payment Method' })
    await dialog.getByRole('button', { name: 'Continue to Stripe' }).click()
  }
})

describe('applications, deliverables, invitations', () => {
  test('a failed answer shows "Failed to {status} application: {message}"', async () => {
    const priya = await castMember(stack, market, 'priya')
    const project = await postProject(seller, 'A saucer to be answered')
    await applyTo(priya, project)
    await refuse(ellen, 'POST', /\/api\/applications\/[^/]+\/(accept|reject)$/)
    await visit(ellen, `/projects/${project.id}`)
    await ellen.getByRole('button', { name: 'Reject' }).click()
    await see(ellen, `Failed to reject application: ${REASON}`)
    await ellen.getByRole('button', { name: 'Accept' }).click()
    await ellen.getByRole('dialog').getByRole('button', { name: 'Accept Priya' }).click()
    await see(ellen, `Failed to accept application: ${REASON}`)
    // In the meantime nothing happened; now it does.
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    await ellen.getByRole('button', { name: 'Reject' }).click()
    await see(ellen, 'Application rejected successfully!')
  })

  test('a rejection undone by keyboard leaves the application pending, and its creator is told nothing', async () => {
    // The focus moves to Undo once it is there.
    await ellen.getByText(/We’ll let Priya know in \d+ seconds\./).waitFor()
    await ellen.locator('button:focus').filter({ hasText: 'Undo' }).waitFor()
    await ellen.keyboard.press('Enter')
    await see(ellen, 'Rejection undone')
    await ellen.getByRole('button', { name: 'Accept' }).waitFor()
    const priya = await castMember(stack, market, 'priya')
    const [newest] = await priya.call('applications.mine')
    expect(newest).toMatchObject({
      status: 'pending',
      project: { title: 'A saucer to be answered' },
    })
    // Once a later rejection has been told, the time for the first one is over as well.
    const { id } = await applyTo(priya, await postProject(seller, 'A saucer not to be had'))
    await seller.call('applications.reject', { params: { id } })
    const subject = (title: string) => `Your application to “${title}”`
    const address = priya.session.user.email ?? ''
    await waitForMail(stack.inboxUrl, address, new RegExp(subject('A saucer not to be had')))
    const mails = await mailsTo(stack.inboxUrl, address)
    expect(mails.map((mail) => mail.subject)).not.toContain(subject('A saucer to be answered'))
    const told = JSON.stringify(await priya.call('notifications.list'))
    expect(told).toContain('A saucer not to be had')
    expect(told).not.toContain('A saucer to be answered')
  })

  test('an application that fails shows "Failed to submit application. Please try again." and keeps what was typed', async () => {
    const project = await postProject(seller, 'A tray to apply to')
    await refuse(maya, 'POST', /\/applications$/)
    await visit(maya, `/projects/${project.id}`)
    await maya.getByLabel('Message', { exact: true }).fill('I would film it twice.')
    await maya.getByLabel('Proposed price').fill('120')
    await maya.getByRole('button', { name: 'Apply to This Project' }).click()
    await see(maya, 'Failed to submit application. Please try again.')
    expect(await maya.getByLabel('Message', { exact: true }).inputValue()).toBe(
      'I would film it twice.',
    )
    await reopenWindow('maya')
  })

  test('an unauthenticated application shows "You must be logged in to apply"', async () => {
    const project = await postProject(seller, 'A tray for nobody')
    await refuse(maya, 'POST', /\/applications$/, 'request.unauthenticated', 401)
    await visit(maya, `/projects/${project.id}`)
    await maya.getByLabel('Message', { exact: true }).fill('I was somebody.')
    await maya.getByLabel('Proposed price').fill('120')
    await maya.getByRole('button', { name: 'Apply to This Project' }).click()
    await see(maya, 'You must be logged in to apply')
    await reopenWindow('maya')
  })

  test('a failed approval shows "Failed to approve deliverable"', async () => {
    await refuse(ellen, 'POST', /\/api\/deliverables\/[^/]+\/approve$/)
    await visit(ellen, held('?tab=deliverables'))
    await ellen.getByRole('button', { name: 'Approve' }).first().click()
    await ellen
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve and release/ })
      .click()
    await see(ellen, 'Failed to approve deliverable')
  })

  test('a failed submission shows "Failed to submit deliverable: {message}"', async () => {
    const deliverables = () =>
      seller.call('deliverables.for_project', { params: { id: market.projectIds['held'] ?? '' } })
    await refuse(maya, 'POST', /\/api\/projects\/[^/]+\/deliverables$/)
    await visit(maya, held())
    await maya.getByRole('button', { name: /^Deliver version/ }).click()
    await maya
      .locator('main form input[type=file]')
      .first()
      .setInputFiles({
        name: 'shots.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('A list of shots.'),
      })
    await maya.getByText('shots.txt').first().waitFor()
    const submit = maya.getByRole('button', { name: 'Submit Deliverable' })
    await expect.poll(() => submit.isEnabled()).toBe(true)
    await submit.click()
    await see(maya, `Failed to submit deliverable: ${REASON}`)

    // A proof that was chosen but did not arrive is not dropped silently.
    await maya.unrouteAll({ behavior: 'ignoreErrors' })
    await maya
      .locator('main form input[type=file]')
      .last()
      .setInputFiles({
        name: 'post.png',
        mimeType: 'image/png',
        buffer: Buffer.from('No picture.'),
      })
    const lost = 'Screenshot upload failed: File type must be one of .jpeg, .jpg, .png, .webp'
    await see(maya, lost)
    const before = (await deliverables()).length
    await submit.click()
    await see(maya, `Failed to submit deliverable: ${lost}`)
    expect(await deliverables()).toHaveLength(before)
    await reopenWindow('maya')
  })

  test('failures show "Failed to update invitation. Please try again.", "Failed to send invitation. Please try again."', async () => {
    await refuse(maya, 'POST', /\/api\/invitations\/[^/]+\/(accept|decline)$/)
    await visit(maya, '/my-invitations')
    await maya.getByRole('button', { name: 'Decline' }).first().click()
    await see(maya, 'Failed to update invitation. Please try again.')
    await see(maya, REASON)

    await refuse(ellen, 'POST', /\/api\/invitations$/)
    await visit(ellen, '/find-creators')
    await ellen.getByRole('button', { name: 'Invite Kofi Mensah' }).click()
    const dialog = ellen.getByRole('dialog', { name: 'Invite Kofi Mensah' })
    await dialog.getByLabel('Project').selectOption({ label: 'Pour-over in stoneware' })
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await see(ellen, 'Failed to send invitation. Please try again.')
    await ellen.keyboard.press('Escape')
  })
})

describe('messages and page errors', () => {
  test('deliverables that fail to load on the dashboard are logged and treated as empty', async () => {
    await refuse(maya, 'GET', /\/api\/deliverables\/mine$/)
    await maya.goto('/dashboard')
    await see(maya, 'Recent Projects')
    await expect.poll(() => consoleLines.join('\n')).toContain('Deliverables could not be loaded')
    expect(await maya.getByRole('heading', { name: 'My Deliverables' }).count()).toBe(0)
  })

  test('a loading screen shows until the project has loaded', async () => {
    const open: { let?: () => void } = {}
    const gate = new Promise<void>((resolve) => (open.let = resolve))
    await maya.route('**/api/projects/*', async (route) => {
      await gate
      await route.fallback()
    })
    await maya.goto(`/projects/${market.projectIds['active']}`)
    await see(maya, 'Loading...')
    open.let?.()
    await maya.getByRole('button', { name: 'Contact Seller' }).first().waitFor()
  })

  test('on a phone, content that loads late does not push anything down', async () => {
    const creator = await enter(stack, market.creator)
    const open = `/projects/${market.projectIds['active']}`
    const completed = `/projects/${market.projectIds['completed']}`
    const pool = createPool(stack.databaseUrl, 1)
    const deals = await playDisputedDeals(stack, pool)
    await pool.end()
    const disputed = `/projects/${deals.unanswered.project}`
    const screens = [
      [seller, held('?tab=deliverables'), /\/deliverables$/],
      [seller, held('?tab=deliverables'), /\/payment$/],
      [creator, held(), /\/payment$/],
      [creator, held(), /\/statement$/],
      [creator, held(), /\/assets\/DisputeSection-/],
      [seller, held('?tab=payment'), /\/disputes$/],
      [seller, open, /\/assets\/ProposedPrices-/],
      [seller, completed, /\/assets\/HireAgain-/],
      [seller, '/profile', /\/api\/payment-methods$/],
      [creator, held(), /\/deliverables$/],
      [creator, '/dashboard', /\/api\/invitations\/mine$/],
      [seller, '/my-projects', /\/dashboard\/waiting$/],
      [creator, '/my-applications', /\/api\/applications\/mine$/],
      [creator, '/notifications', /\/api\/notifications$/],
      [deals.seller, `${disputed}?tab=deliverables`, /\/disputes$/],
      [deals.seller, `${disputed}?tab=deliverables`, /\/deliverables$/],
      [deals.creator, disputed, /\/payment$/],
    ] as const
    for (const [who, path, calls] of screens) {
      const page = await windowOf(who)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.addInitScript(`
        window.shifts = []
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: 'layout-shift', buffered: true })
      `)
      const door: { open?: () => void } = {}
      const gate = new Promise<void>((resolve) => (door.open = resolve))
      let waiting = 0
      await page.route(
        (url) => calls.test(url.pathname),
        async (route) => {
          waiting += 1
          await gate
          await route.fallback()
        },
      )
      await page.goto(path)
      await page.locator('main:has(h1) .pending').first().waitFor({ state: 'attached' })
      await page.getByRole('contentinfo').waitFor({ state: 'hidden' })
      // Everything else is there, and must not occupy the place where this one will be.
      await expect.poll(() => callsUnderWay(page) - waiting).toBe(0)
      await page.evaluate(DRAWN)
      door.open?.()
      await page.getByRole('contentinfo').waitFor()
      await page.evaluate(DRAWN)
      const shifts = await page.evaluate<number>('shifts.reduce((sum, one) => sum + one, 0)')
      expect(shifts, `${path} ${calls}`).toBeLessThan(0.01)
      await page.context().close()
    }
  })

  test('a project that cannot be loaded leads to /projects', async () => {
    await refuse(maya, 'GET', /\/api\/projects\/[0-9a-f-]{36}$/)
    await visit(maya, '/my-applications')
    await visit(maya, `/projects/${market.projectIds['cancelled']}`)
    await maya.waitForURL('**/projects')
    await see(maya, 'Available Projects')
    await see(maya, 'Error loading project')
    await see(maya, REASON)
  })

  test('a conversation that cannot be opened shows "Failed to create conversation"', async () => {
    await refuse(maya, 'POST', /\/api\/conversations$/)
    await visit(maya, `/projects/${market.projectIds['active']}`)
    await maya.getByRole('button', { name: 'Contact Seller' }).first().click()
    await see(maya, 'Failed to create conversation')
  })

  test('failures show "Failed to load conversations", "Failed to load messages", "Failed to send message"', async () => {
    const creator = await enter(stack, market.creator)
    const [conversation] = await creator.call('conversations.list')
    const path = `/messages/${conversation?.id}`
    const page = await windowOf(creator)
    await refuse(page, 'GET', /\/api\/conversations$/)
    await page.goto(path)
    await see(page, 'Failed to load conversations')
    await toastAgain(page, 'Failed to load conversations')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await refuse(page, 'GET', /\/api\/conversations\/[^/]+\/messages$/)
    await page.goto(path)
    await see(page, 'Failed to load messages')
    await toastAgain(page, 'Failed to load messages')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(path)
    await refuse(page, 'POST', /\/api\/conversations\/[^/]+\/messages$/)
    const box = page.getByPlaceholder(/^Write to /)
    await box.fill('Does this arrive?')
    await box.press('Enter')
    await see(page, 'Failed to send message')
    await see(page, REASON)
    await page.context().close()
  })

  test('failures show "Error loading projects: {message}", "Error loading applications"', async () => {
    await refuse(ellen, 'GET', /\/api\/projects\/mine$/)
    await visit(ellen, '/find-creators')
    await visit(ellen, '/my-projects')
    await see(ellen, `Error loading projects: ${REASON}`)
    await refuse(ellen, 'GET', /\/api\/projects\/[^/]+\/applications$/)
    await visit(ellen, `/projects/${market.projectIds['completed']}?tab=applications`)
    await see(ellen, 'Error loading applications')
  })

  test('every failed read shows the same kind of notice, whose button repeats the call', async () => {
    const [talk] = await seller.call('conversations.list')
    const work = held('?tab=deliverables')
    const money = held('?tab=payment')
    const accepted = await postProject(seller, 'A ladle, agreed and not funded')
    const { id } = await applyTo(await castMember(stack, market, 'jonas'), accepted)
    await seller.call('applications.accept', { params: { id } })
    const unfunded = `/projects/${accepted.id}?tab=payment`
    const open = `/projects/${market.projectIds['active']}`
    const lists = [
      [maya, '/projects', /\/api\/projects$/, `Error loading projects: ${REASON}`],
      [maya, '/dashboard', /\/api\/projects$/, `Error loading projects: ${REASON}`],
      [maya, held(), /\/deliverables$/, 'Your deliverables could not be loaded'],
      [maya, '/notifications', /\/api\/notifications$/, 'Your notifications could not be loaded'],
      [ellen, '/find-creators', /\/api\/creators$/, REASON],
      [ellen, '/messages', /\/api\/conversations$/, 'Your conversations could not be shown'],
      [ellen, `/messages/${talk?.id}`, /\/messages$/, 'The messages could not be shown'],
      [ellen, work, /\/deliverables$/, 'The deliverables could not be loaded'],
      [ellen, money, /\/payment$/, 'Failed to load payments'],
      [ellen, work, /\/payment$/, 'Failed to load payments'],
      [ellen, money, /\/disputes$/, 'The disputes could not be loaded'],
      [ellen, unfunded, /\/applications\/accepted$/, 'Error loading applications'],
      [maya, held(), /\/payment$/, 'Failed to load payments'],
      [kofi, open, /\/applications\/own$/, 'Error loading applications'],
      [kofi, open, /\/payouts\/account$/, 'Your payout account could not be loaded'],
    ] as const
    for (const [page, path, calls, says] of lists) {
      await refuse(page, 'GET', calls)
      await page.goto(path)
      const again = page.getByRole('button', { name: 'Try again' })
      const notice = page.getByRole('alert').filter({ has: again })
      await notice.waitFor()
      expect(await notice.innerText(), path).toContain(says)
      expect(await notice.innerText(), path).toContain(REASON)
      const asked = page.waitForRequest((request) => calls.test(new URL(request.url()).pathname))
      await again.click()
      await asked
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('nothing is claimed about a payment that could not be loaded', async () => {
    for (const [page, path] of [
      [ellen, held('?tab=payment')],
      [ellen, held('?tab=deliverables')],
      [maya, held()],
    ] as const) {
      await refuse(page, 'GET', /\/payment$/)
      await page.goto(path)
      await settled(page)
      const shown = await page.locator('main').innerText()
      expect(shown, path).not.toMatch(/not funded|Fund Escrow|no money is held/i)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('editing without an id shows "No project ID provided", with an invalid one "Invalid project data"', async () => {
    await visit(ellen, '/post-project?edit=')
    await see(ellen, 'No project ID provided')
    await visit(ellen, '/post-project?edit=nonsense')
    await see(ellen, 'Invalid project data')
  })

  test('failed posts show the server’s message, others "Project saved as draft!", "Project posted successfully!"', async () => {
    await visit(ellen, '/my-projects')
    await visit(ellen, '/post-project')
    await ellen.getByLabel('Title').fill('A plate for the record')
    await ellen.getByLabel('Category').selectOption('home')
    await ellen.getByLabel('Description').fill('One still.')
    await ellen.getByLabel('Budget').fill('10')
    await ellen
      .getByLabel('Deadline')
      .fill(new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
    await refuse(ellen, 'POST', /\/api\/projects$/)
    const post = ellen.getByRole('button', { name: 'Post', exact: true })
    await post.click()
    await see(ellen, REASON)
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    await ellen.getByRole('button', { name: 'Save as Draft' }).click()
    await see(ellen, 'Project saved as draft!')
    await ellen.waitForURL('**/my-projects')
    const drafts = await seller.call('projects.mine')
    const draft = drafts.find(({ title }) => title === 'A plate for the record')
    expect(draft?.status).toBe('draft')
    await visit(ellen, `/post-project?edit=${draft?.id}`)
    const shown: string[] = []
    ellen.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname))
    await ellen.getByRole('button', { name: 'Post', exact: true }).click()
    await see(ellen, 'Project posted successfully!')
    // After posting, the app goes to /dashboard, which redirects a seller.
    await ellen.waitForURL('**/find-creators')
    expect(shown).toEqual(['/dashboard', '/find-creators'])
  })
})
