import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authErrors } from '#contract/auth.ts'
import { errors } from '#contract/errors.ts'
import { DEMO_PASSWORD } from '#scripts/demo/cast.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { roleMeanings, roleScreenWords } from '#web/operator/role-words.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { waitForMail } from '#tests/support/inbox.ts'
import { applyTo, newcomer, postProject } from '#tests/support/market-deals.ts'
import { atSandbox } from '#tests/support/money-story.ts'
import { enter, openContext, settled } from '#tests/support/market.ts'
import { see } from '#tests/support/people.ts'
import { browser, market, stack, storyOnDemoMarket, windowOf } from '#tests/support/market-story.ts'

storyOnDemoMarket()

/** A ban closes sockets and ends sessions within a minute; the rest of the time is for a slow machine. */
const BAN_MS = 300_000
/** Each code works once, so another story's sign-in may have used this one; the next comes in half a minute. */
const SIGN_IN_MS = 100_000

let pool: Pool
let page: Page

beforeAll(async () => {
  pool = createPool(stack.databaseUrl, 1)
  page = await windowOf(null)
})
afterAll(async () => {
  await pool.end()
})

const nextCode = () =>
  new TOTP({ secret: Secret.fromBase32(market.operator.appSecret) }).generate({
    timestamp: Date.now() + 30_000,
  })

/** Enters the reason in the dialog and confirms with the dialog's own button. */
async function because(reason: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Signs in by password and authenticator code, as the console requires. */
async function signInTwice(): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(market.operator.email)
  await page.getByLabel('Password', { exact: true }).fill(market.operator.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
  const field = page.getByLabel('Code')
  await field.waitFor()
  await expect
    .poll(
      async () => {
        if (new URL(page.url()).pathname === '/dashboard') return true
        await field.fill(nextCode()).catch(() => undefined)
        await page
          .getByRole('button', { name: 'Verify' })
          .click({ timeout: 2_000 })
          .catch(() => undefined)
        await page.waitForURL('**/dashboard', { timeout: 5_000 }).catch(() => undefined)
        return new URL(page.url()).pathname === '/dashboard'
      },
      { timeout: SIGN_IN_MS, interval: 1_000 },
    )
    .toBe(true)
}

/** A deal of its own, funded by card: money that a bank disputes is frozen for everyone. */
async function heldPayment(title: string): Promise<{ id: string; charge: string }> {
  const seller = await enter(stack, market.seller)
  const project = await postProject(seller, title)
  const application = await applyTo(await enter(stack, market.creator), project)
  await seller.call('applications.accept', { params: { id: application.id } })
  const { id, checkout_url } = await seller.call('payments.create', {
    body: { project_id: project.id, application_id: application.id },
  })
  const checkout = checkout_url?.split('/').at(-1) ?? ''
  await atSandbox(stack, `sessions/${checkout}/pay`, { card_number: '4242424242424242' })
  const held = async () =>
    (
      await pool.query<{ charge: string }>(
        `select stripe_charge_id as charge from payments where id = $1 and status = 'held_in_escrow'`,
        [id],
      )
    ).rows[0]
  await expect.poll(held, { timeout: 120_000 }).toBeDefined()
  return { id, charge: (await held())?.charge ?? '' }
}

describe('the operator’s console', () => {
  test.each(['creator', 'seller'] as const)('does not exist for a %s', async (role) => {
    const context = await openContext(browser, stack, await enter(stack, market[role]))
    const hers = await context.newPage()
    for (const path of ['/operator', '/operator/payments', '/operator/people']) {
      await hers.goto(path)
      await see(hers, 'Oops! Page not found')
    }
    await hers.getByRole('button', { name: 'Account menu' }).click()
    await hers.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await hers.getByRole('menuitem', { name: 'Console' }).count()).toBe(0)
    // It looks like any other page that does not exist.
    expect(await hers.getByRole('navigation', { name: 'Main' }).count()).toBe(1)
    await hers.getByRole('contentinfo').waitFor()
    await context.close()
  })

  test('sends a visitor to /auth, like every page that needs a sign-in', async () => {
    const context = await openContext(browser, stack, null)
    const visitor = await context.newPage()
    for (const path of ['/operator', '/operator/payments', '/operator/people']) {
      await visitor.goto(path)
      await visitor.waitForURL('**/auth')
    }
    await context.close()
  })

  test('opens from the account menu after a second factor', async () => {
    await signInTwice()
    await settled(page)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Console' }).click()
    await page.getByRole('heading', { name: 'Console', level: 1 }).waitFor()
    await see(page, 'Differences with the provider')
    // Its own layout: nothing from the marketplace's, even when the address is opened directly.
    await page.goto('/operator')
    await page.getByRole('link', { name: 'Back to the marketplace' }).waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    expect(await page.getByRole('contentinfo').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Notifications' }).count()).toBe(0)
  })

  test('explains each role; the only owner cannot step down, and the reason typed for it is kept', async () => {
    await page.getByRole('link', { name: 'Operators', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: market.operator.email })
    await row.getByText(roleMeanings.owner).waitFor()
    await row.getByRole('button', { name: new RegExp(`^${roleScreenWords.change}`) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(roleScreenWords.role, { exact: true }).selectOption('support')
    await dialog.getByText(roleMeanings.support).waitFor()
    await dialog.getByLabel('Why').fill('I only answer reports now.')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: roleScreenWords.save }).click()
    await see(page, errors['operator.last_owner'].message)
    expect(await dialog.getByLabel('Why').inputValue()).toBe('I only answer reports now.')
    await dialog.getByLabel('Why').fill('')
    await dialog.getByLabel(roleScreenWords.role, { exact: true }).selectOption('owner')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('finds a payment by its project’s id and shows its ledger', async () => {
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await page.getByRole('searchbox').fill(market.projectIds['held'] ?? '')
    const found = page.getByRole('table', { name: 'Payments' }).getByRole('row')
    await expect.poll(() => found.count(), { timeout: 120_000 }).toBe(2)
    await found.nth(1).getByRole('link').first().click()
    await page.getByRole('heading', { name: '$540.00', level: 1 }).waitFor()
    const terms = page.getByRole('term').filter({ hasText: 'Fee terms' })
    expect(await terms.locator('+ dd').textContent()).toBe('15%')
    const ledger = page.getByRole('table', { name: 'Ledger' })
    await ledger.getByText('Hold').waitFor()
    await ledger.getByText('Escrow').waitFor()
    await see(page, '$540.00 credit')
    await page.getByRole('table', { name: 'Provider events' }).getByRole('row').nth(1).waitFor()
  })

  test('answers a bank dispute once, prefilled from the deal’s own records', async () => {
    const title = 'Reels for a disputed kettle'
    const payment = await heldPayment(title)
    await atSandbox(stack, `charges/${payment.charge}/dispute`)
    await expect
      .poll(
        async () =>
          (await pool.query(`select dispute_id from payments where id = $1`, [payment.id])).rows[0],
        { timeout: 120_000 },
      )
      .not.toEqual({ dispute_id: null })
    await page.goto(`/operator/payments/${payment.id}`)
    const section = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Bank dispute' }) })
    await section.getByText('Fraudulent').waitFor()
    const sold = section.getByLabel('What was sold')
    await expect.poll(() => sold.inputValue()).toContain(title)
    await sold.fill('')
    await section.getByRole('button', { name: 'Send to the bank' }).click()
    await see(page, 'Say what was sold.')
    await sold.fill('Three reels, as agreed.')
    await section.getByRole('button', { name: 'Send to the bank' }).click()
    await because('Everything was delivered.', 'Send to the bank')
    await section.getByText(/^Sent on .* by Olive Winter$/).waitFor()
    expect(await section.getByRole('button', { name: 'Send to the bank' }).count()).toBe(0)
    await see(page, 'Everything was delivered.')
  })

  test('retries a failed job for a given reason, and the job completes', async () => {
    const event = `evt_${randomUUID()}`
    await pool.query(
      `select graphile_worker.permanently_fail_jobs(array[(select id from graphile_worker.add_job('payments.event', $1::json))],
        'The provider was away.')`,
      [JSON.stringify({ event_id: event })],
    )
    await page.getByRole('link', { name: /^Failed jobs/ }).click()
    const row = page.getByRole('row').filter({ hasText: event })
    await row.getByText('The provider was away.').waitFor()
    await row.getByRole('button', { name: 'Retry' }).click()
    // Without a reason nothing happens.
    await page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }).click()
    await see(page, /^Give the reason/)
    await because('The provider is back.', 'Retry')
    await expect
      .poll(
        async () =>
          (
            await pool.query(
              `select 1 from graphile_worker._private_jobs where payload ->> 'event_id' = $1`,
              [event],
            )
          ).rowCount,
        { timeout: 120_000 },
      )
      .toBe(0)
  })

  test('bans a person, signing out their open window, hiding their profile and refusing their sign-in', async () => {
    const vera = await newcomer(stack, 'Vera Bogusova')
    const context = await openContext(browser, stack, vera)
    const hers = await context.newPage()
    await hers.goto('/dashboard')
    await settled(hers)

    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('searchbox').fill(vera.email)
    await page.getByRole('link', { name: vera.name }).click()
    await page.getByRole('heading', { name: vera.name, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await because('Sold bought followers as their own.', 'Ban')
    await see(page, 'Banned')

    await hers.waitForURL('**/auth**', { timeout: BAN_MS })
    await hers.goto(`/profile/${vera.session.user.id}`)
    await see(hers, 'Profile Not Found')
    const mail = await waitForMail(stack.inboxUrl, vera.email, /banned/i)
    expect(mail.text).toContain('Sold bought followers as their own.')
    await hers.goto('/auth')
    await hers.getByLabel('Email', { exact: true }).fill(vera.email)
    await hers.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await hers.getByRole('button', { name: 'Sign In', exact: true }).last().click()
    await see(hers, authErrors.user_banned.message)
    await context.close()
  })

  test('lists all of this in its activity, with the reasons and the operator', async () => {
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    const acts = page.getByRole('table', { name: 'Activity' })
    const ban = acts.getByRole('row').filter({ hasText: 'Vera Bogusova' }).first()
    await ban.getByText('Sold bought followers as their own.').waitFor()
    await ban.getByText('Olive Winter').waitFor()
    for (const [act, reason] of [
      ['Sent evidence to the bank about', 'Everything was delivered.'],
      ['Retried', 'The provider is back.'],
    ] as const) {
      const row = acts.getByRole('row').filter({ hasText: reason })
      await row.getByText(act).waitFor()
      await row.getByText('Olive Winter').waitFor()
    }
  })
})
