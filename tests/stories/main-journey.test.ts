import { beforeAll, describe, expect, test } from 'vitest'
import {
  confirmEmail,
  openWindow,
  type Person,
  see,
  seeToast,
  signIn,
  signOut,
  signUp,
  slowUploads,
} from '#tests/support/people.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { wake } from '#tests/support/drawn-page.ts'
import { noisyPngFile, pngFile } from '#tests/support/pictures.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { databaseOf } from '#tests/support/rows.ts'
import { browser, stack, storyOnOwnStack, picturesOfFailures } from '#tests/support/stack-story.ts'

storyOnOwnStack()
picturesOfFailures(() => [seller, creator])

const TITLE = 'Three unboxing reels for the mug set'

let seller: Person
let creator: Person
/** /projects/{id} once it is published. */
let projectPath = ''

beforeAll(async () => {
  seller = await openWindow(browser, stack, { name: 'Ellen Harrow' })
  creator = await openWindow(browser, stack, { name: 'Maya Okafor', width: 390, dark: true })
})

describe('a project from posting to payout, in two browser windows', () => {
  test('both sign up, and cannot sign in before they have confirmed their address', async () => {
    await signUp(seller, 'Seller')
    await signUp(creator, 'Creator')
    // The keyboard focus continues from the next step, not from the top of the page.
    await expect
      .poll(() => seller.page.evaluate<string>('document.activeElement.textContent'))
      .toMatch(/^Check your email/)
    await signIn(creator)
    await seeToast(creator, 'Email not confirmed')
  })

  test('the link in the confirmation email opens the account', async () => {
    for (const person of [seller, creator]) await confirmEmail(person, stack)
  })

  test('a wrong password is refused; the right one leads to the dashboard of their role', async () => {
    for (const person of [seller, creator]) await leave(person)
    await signIn({ ...seller, password: 'not-my-password' })
    await seeToast(seller, 'Invalid login credentials')
    await seller.page.getByLabel('Password', { exact: true }).fill(seller.password)
    await seller.page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
    await seller.page.waitForURL('**/find-creators')
    await signIn(creator)
    await creator.page.waitForURL('**/dashboard')
    await see(creator.page, 'No projects available right now')
  })

  test('the seller saves a draft, which no one else sees, and publishes it with a picture', async () => {
    const { page } = seller
    await page.getByRole('link', { name: 'Post Project' }).first().click()
    await page.getByLabel('Title').fill(TITLE)
    expect(await page.getByRole('button', { name: 'Post', exact: true }).isDisabled()).toBe(true)
    await page.getByLabel('Category').selectOption('home')
    await page
      .getByLabel('Description')
      .fill('Three vertical videos, 20 to 40 seconds, daylight and natural sound.')
    await page.getByLabel('Budget').fill('600')
    await page.getByLabel('Deadline').fill(inDays(30))
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await seeToast(seller, 'Project saved as draft!')

    await page.goto('/my-projects')
    await see(page, 'Draft')
    await page
      .getByRole('link', { name: /View Details/ })
      .first()
      .click()
    await page.waitForURL('**/projects/*')
    projectPath = new URL(page.url()).pathname
    await creator.page.goto(projectPath)
    await creator.page.waitForURL('**/projects')

    await page.getByRole('link', { name: 'Edit Project' }).first().click()
    const picture = await pngFile('mugs.png')
    await page.locator('input[type=file]').first().setInputFiles(picture)
    await see(page, '1 of 5')
    await expect
      .poll(() => page.getByRole('button', { name: 'Post', exact: true }).isEnabled())
      .toBe(true)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await seeToast(seller, 'Project posted successfully!')
  })

  test('the creator finds the project and is asked to set up payouts before applying', async () => {
    const { page } = creator
    await page.goto('/projects')
    await see(page, 'Available Projects')
    await page
      .getByRole('link', { name: new RegExp(TITLE) })
      .first()
      .click()
    await see(page, 'Stripe Setup Required')
    await see(page, 'Please complete your Stripe Connect setup before applying')
    expect(await page.getByLabel('Message', { exact: true }).isDisabled()).toBe(true)
  })

  test('onboarding on the provider’s page and a refresh connect the account', async () => {
    const { page, context } = creator
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Connect Stripe Account' }).click(),
    ])
    await tab.getByRole('button', { name: 'Complete onboarding' }).click()
    await tab.waitForURL((url) => url.origin === stack.url)
    await tab.close()
    const refresh = page.getByRole('button', { name: 'Refresh status' })
    const connected = page.getByText('Stripe Account Connected').first()
    await refresh.or(connected).first().waitFor()
    // The provider's own report may have connected it before anyone could click.
    if (await refresh.isVisible()) await refresh.click({ timeout: 2_000 }).catch(() => undefined)
    await connected.waitFor()
  })

  test('the creator applies, with the fee calculated while typing', async () => {
    const { page } = creator
    await page.getByLabel('Message', { exact: true }).fill('I film in a north-facing kitchen.')
    await page.getByLabel('Proposed price').fill('540.50')
    await see(page, '−$81.07')
    await see(page, '$459.43')
    await page.getByRole('button', { name: 'Apply to This Project' }).click()
    await seeToast(creator, 'Application Submitted')
    await see(page, 'Application Pending')
  })

  test('a second application is refused', async () => {
    const token = await tokenOf(creator)
    const again = await fetch(`${stack.url}/api${projectPath}/applications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Once more', proposed_price: 10 }),
    })
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'application.already_applied' })
  })

  test('the seller accepts; the project is in progress and the creator is notified', async () => {
    const { page } = seller
    await page.goto(projectPath)
    await see(page, 'Maya Okafor')
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('button', { name: 'Accept Maya' }).click()
    await seeToast(seller, 'Application accepted successfully!')
    await see(page, 'In progress')
    // She has the project on screen, so she is notified there and not by mail as well.
    await creator.page.getByRole('link', { name: /^Notifications, \d+ unread/ }).waitFor()
    const mail = () =>
      databaseOf(stack, async (query) => {
        const [notice] = await query<{ mail: string }>(
          `select mail from notifications where notice = 'application.accept' and audience = 'creator'`,
        )
        return notice?.mail
      })
    await expect.poll(mail, { timeout: 120_000 }).toBe('looking')
    expect(await mailsTo(stack.inboxUrl, creator.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('accepted') }),
    )
  })

  test('both chat and see each other’s messages without reloading', async () => {
    await seller.page.goto('/messages')
    await seller.page
      .getByRole('link', { name: /Maya Okafor/ })
      .first()
      .click()
    await creator.page.goto('/messages')
    await creator.page
      .getByRole('link', { name: /Ellen Harrow/ })
      .first()
      .click()
    await say(seller, 'The parcel leaves tomorrow.')
    await see(creator.page, 'The parcel leaves tomorrow.')
    await say(creator, 'Thank you! First cut by Sunday.')
    await see(seller.page, 'Thank you! First cut by Sunday.')
    await see(creator.page, /Read/)
  })

  test('a declined card keeps the checkout open; a good one holds the money', async () => {
    const { page, context } = seller
    await page.goto(`${projectPath}?tab=payment`)
    await page.getByRole('tab', { name: /^Payment/ }).click()
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Fund Escrow' }).click(),
    ])
    await tab.getByRole('button', { name: 'Declined', exact: true }).click()
    await tab.getByRole('button', { name: 'Pay $540.50' }).click()
    await see(tab, 'Your card was declined.')
    await tab.getByRole('button', { name: 'Succeeds', exact: true }).click()
    await tab.getByRole('button', { name: 'Pay $540.50' }).click()
    await tab.waitForURL((url) => url.origin === stack.url)
    await tab.close()
    await see(page, 'Held in Escrow')
    await page.getByRole('button', { name: 'Release Payment' }).first().waitFor()
  })

  test('the creator delivers, seeing the upload progress', async () => {
    const { page } = creator
    await page.goto(projectPath)
    // Slow enough that a busy machine sees it on its way.
    await slowUploads(creator, 50_000)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await noisyPngFile('reel-01.png'))
    const bar = page.getByRole('progressbar').first()
    await expect
      .poll(async () => Number(await bar.getAttribute('aria-valuenow')))
      .toBeGreaterThan(0)
    await see(page, /^\d+%$/)
    await slowUploads(creator, null)
    await submitDeliverable('First cut of the opening.')
    await see(page, 'reel-01.png')
  })

  test('the seller requests a revision, and the creator reads why', async () => {
    const { page } = seller
    await openDeliverables()
    await see(page, /First cut of the opening\./)
    await page.getByRole('button', { name: 'Request revision' }).first().click()
    await page.getByLabel('Note').fill('Please slow the opening down.')
    await page.getByRole('dialog').getByRole('button', { name: 'Request revision' }).click()
    await see(page, 'Needs revision')
    await see(creator.page, /Please slow the opening down\./)
    await see(creator.page, 'Needs revision')
  })

  test('a newer version replaces the waiting one; the seller’s open request leads to it and keeps its text', async () => {
    await deliver('reel-01-v2.png', 'Slower, but with the wrong cup.')
    const { page } = seller
    await see(page, /the wrong cup/)
    await page.getByRole('button', { name: 'Request revision' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('This is not our cup.')
    await deliver('reel-01-v3.png', 'Now with your cup.', { whileOneWaits: true })
    await see(page, 'Version 3 was handed in')
    await dialog.getByRole('button', { name: 'Look at version 3' }).click()
    await see(page, /Now with your cup/)
    await see(page, 'Replaced by V3')
    await see(creator.page, 'Replaced by V3')
    await page.getByRole('button', { name: 'Request revision' }).click()
    expect(await dialog.getByLabel('Note').inputValue()).toBe('This is not our cup.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('the creator must answer every requested change, and the answer survives a reload', async () => {
    await askForChange('Show the mark on the cup.')
    const { page } = creator
    await page.goto(projectPath)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await pngFile('reel-01-v4.png'))
    await see(page, 'Show the mark on the cup.')
    const send = page.getByRole('button', { name: 'Submit Deliverable' })
    await expect.poll(() => send.isEnabled(), { timeout: 120_000 }).toBe(true)
    await send.click()
    await see(page, 'Choose “Done” or “Not done”.')
    await page.getByRole('group', { name: 'Change 1' }).getByText('Not done').click()
    await page.getByLabel('Why not?').fill('The mark is on the back.')
    await page.reload()
    expect(await page.getByLabel('Why not?').inputValue()).toBe('The mark is on the back.')
  })

  test('the creator delivers again; the seller approves and releases the payment', async () => {
    await deliver('reel-01-v4.png', 'Slower now.', { aiParts: ['None', 'Voice', 'Images'] })
    const { page } = seller
    await see(page, /Slower now\./)
    // “None” was cleared by what was ticked after it.
    await see(page, 'Voice, Images')
    await see(creator.page, 'Voice, Images')
    await see(page, /1 open note/)
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click()
    await see(page, /sends Maya \$459\.43 of the \$540\.50 held/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve only' }).waitFor()
    await dialog.getByRole('button', { name: 'Approve and release $459.43' }).click()
    await see(page, '1 change is still open. Approve anyway?')
    await dialog.getByRole('button', { name: 'Approve anyway' }).click()
    await seeToast(seller, 'Deliverable approved successfully')
    await see(page, 'Completed')
    await page.getByRole('tab', { name: /^Payment/ }).click()
    await see(page, 'Payment Released')
    await see(creator.page, 'Completed')
  })

  test('the creator sees the money arrive, once', async () => {
    const { page } = creator
    await see(page, '$459.43 is yours')
    await see(page, /on your Stripe balance\. The day it reaches your bank/)
    const token = await tokenOf(creator)
    const unseen = async () => {
      const answer = await fetch(`${stack.url}/api/payments/arrivals`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.json()
    }
    await expect.poll(unseen).toEqual([])
    await page.reload()
    await see(page, 'Completed')
    expect(await page.getByText('is yours').count()).toBe(0)
  })

  test('both write a review: typed text survives a reload, and each is sealed until the other has written', async () => {
    const { page } = creator
    await page.getByRole('button', { name: 'Ask for a Review' }).click()
    await seeToast(creator, 'Ellen Harrow was asked.')
    await page.getByRole('button', { name: 'Write a Review' }).click()
    const form = page.getByRole('form', { name: 'How was it with Ellen Harrow?' })
    await form.getByRole('button', { name: 'Seal Review' }).click()
    await see(page, 'Choose one of the five.')
    // By keyboard: the arrow keys choose within a question.
    for (const question of ['Clear brief', 'Fair feedback', 'Communication']) {
      await form.getByRole('group', { name: question }).getByRole('radio').first().focus()
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    }
    await form.getByRole('group', { name: /again/ }).getByLabel('Yes').check()
    await form.getByLabel('In your words').fill('Answers before lunch.')
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await page.getByRole('button', { name: 'Write a Review' }).click()
    expect(await form.getByLabel('In your words').inputValue()).toBe('Answers before lunch.')
    await form.getByRole('button', { name: 'Seal Review' }).click()
    await see(page, /Ellen Harrow has not written yet\./)

    const brand = seller.page
    await see(brand, 'Maya Okafor asks how it was.')
    await see(brand, 'Maya Okafor has written.')
    expect(await brand.getByText('Answers before lunch.').count()).toBe(0)
    await brand.getByRole('button', { name: 'Write a Review' }).click()
    for (const [question, score] of [
      ['Followed the brief', '5: To the letter'],
      ['Quality', '5: Outstanding'],
      ['Communication', '4: Quick and clear'],
    ] as const)
      await brand.getByRole('group', { name: question }).getByLabel(score).check({ force: true })
    await brand.getByRole('group', { name: /again/ }).getByLabel('Yes').check({ force: true })
    await brand.getByLabel('Private note to Maya Okafor').fill('Keep June free.')
    await brand.getByRole('button', { name: 'Seal Review' }).click()
    await see(brand, 'Answers before lunch.')
    // The other side sees it without a reload.
    await see(page, 'Keep June free.')
    await page.getByRole('button', { name: 'Answer in Public' }).click()
    await page.getByLabel('Your answer').fill('June it is.')
    await page.getByRole('button', { name: 'Post Answer' }).click()
    await see(brand, 'June it is.')
  })

  test('the seller hires the creator again: the same brief without its deadline, and an invitation', async () => {
    const { page } = seller
    await page.getByRole('link', { name: 'Hire Maya again' }).click()
    await see(page, /After you post, you send Maya the invitation\./)
    const title = await page.getByLabel('Title').inputValue()
    expect(title).not.toBe('')
    expect(await page.getByLabel('Deadline').inputValue()).toBe('')
    await page.getByLabel('Deadline').fill('2035-01-31')
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await see(page, 'Project saved as draft!')
    // The draft remembers whom it is for.
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await page.getByRole('link', { name: 'Edit Project' }).click()
    await see(page, /After you post, you send Maya the invitation\./)
    await page.getByRole('button', { name: 'Post and invite Maya', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Maya Okafor' })
    await dialog.getByRole('button', { name: 'Send Invitation' }).click()
    await seeToast(seller, 'Invitation sent to Maya Okafor successfully!')
    await page.goto(projectPath)
  })

  test('the ledger splits the payment 85/15 to the cent', async () => {
    const rows = await databaseOf(stack, (query) =>
      query<{ account: string; amount: number }>(
        `select account, amount from ledger_entries join ledger_movements on ledger_movements.id = movement_id
          where kind = 'release' order by ledger_entries.id`,
      ),
    )
    expect(rows).toEqual([
      { account: 'escrow', amount: 54_050 },
      { account: 'creator_payable', amount: -45_943 },
      { account: 'platform_fee', amount: -8_107 },
    ])
  })

  test('anyone with the code sees that the licence is valid, and compares a file with it', async () => {
    await seller.page.goto(`${projectPath}?tab=payment`)
    const link = seller.page.getByRole('link', { name: /^CW-/ })
    await link.waitFor()
    const code = (await link.textContent()) ?? ''
    await creator.page.goto(projectPath)
    await creator.page.getByRole('link', { name: code }).waitFor()
    const buyer = await openWindow(browser, stack, { name: 'Ada Buyer', width: 390 })
    const { page } = buyer
    await page.goto(`/licence/${code.toLowerCase()}`)
    await see(page, 'Valid')
    await wake(page)
    await see(page, /AI-made parts: Voice, Images/)
    const choose = page.locator('input[type=file]')
    await choose.setInputFiles(await pngFile('reel-01-v4.png'))
    await see(page, /^Yes\. This is “reel-01-v4\.png”/)
    await choose.setInputFiles(await noisyPngFile('reel-01-v4.png'))
    await see(page, /^No\. This is not one of the licensed files/)
    expect(await violationsOf(page)).toEqual([])
    await page.goto('/licence/CW-0000-0000')
    await see(page, 'No Such Licence')
    await buyer.context.close()
  })

  test('a stranger gets nothing at any URL of the deal', async () => {
    const stranger = await openWindow(browser, stack, { name: 'Sam Stranger' })
    await signUp(stranger, 'Seller')
    await confirmEmail(stranger, stack)
    await stranger.page.goto(projectPath)
    await stranger.page.waitForURL('**/projects')
    await stranger.page.goto('/messages')
    await see(stranger.page, /No conversations/)
    const token = await tokenOf(stranger)
    for (const path of ['', '/applications', '/deliverables', '/payment']) {
      const answer = await fetch(`${stack.url}/api${projectPath}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.status, path).toBe(404)
    }
    await stranger.context.close()
  })

  test('both sign out, and no page raised a script error on the way', async () => {
    await signOut(seller)
    await creator.page.goto('/dashboard')
    await creator.page.getByRole('button', { name: 'Open menu' }).click()
    await creator.page.getByRole('button', { name: 'Sign out' }).click()
    await creator.page.goto('/dashboard')
    await creator.page.waitForURL('**/auth')
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})

async function say(person: Person, text: string): Promise<void> {
  const composer = person.page.getByRole('textbox', { name: /message|write to/i }).first()
  await composer.fill(text)
  await composer.press('Enter')
}

interface Delivering {
  whileOneWaits?: boolean
  /** The items that are ticked, in this order. */
  aiParts?: readonly string[]
}

async function deliver(
  name: string,
  notes: string,
  { whileOneWaits = false, aiParts = [] }: Delivering = {},
): Promise<void> {
  const { page } = creator
  await page.goto(projectPath)
  if (whileOneWaits) await page.getByRole('button', { name: /^Deliver version/ }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngFile(name))
  await see(page, name)
  for (const part of aiParts) await page.getByLabel(part, { exact: true }).check()
  await submitDeliverable(notes)
}

async function submitDeliverable(notes: string): Promise<void> {
  const { page } = creator
  await page.getByLabel('Notes').fill(notes)
  const send = page.getByRole('button', { name: 'Submit Deliverable' })
  await expect.poll(() => send.isEnabled(), { timeout: 120_000 }).toBe(true)
  await send.click()
  await seeToast(creator, 'Deliverable submitted')
}

/** A change requested in the review room of the newest version, with a revision request. */
async function askForChange(body: string): Promise<void> {
  const token = await tokenOf(seller)
  const call = async (path: string, json?: object) => {
    const answer = await fetch(`${stack.url}/api${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
    expect(answer.status, path).toBe(200)
    return (await answer.json()) as unknown
  }
  const [newest] = (await call(`${projectPath}/deliverables`)) as { id: string }[]
  const room = `/deliverables/${newest?.id}/review`
  const id = crypto.randomUUID()
  await call(`${room}/notes`, { id, kind: 'must', body })
  await call(`${room}/send`, { notes: [id], request_changes: true })
}

async function openDeliverables(): Promise<void> {
  await seller.page.goto(projectPath)
  await seller.page.getByRole('tab', { name: /^Deliverables/ }).click()
}

/** Clears a window's session, whatever page it is on. */
async function leave(person: Person): Promise<void> {
  await person.page.evaluate(() => localStorage.clear())
}

/** The access token that the page's own auth client stores. */
async function tokenOf(person: Person): Promise<string> {
  return person.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (!key.endsWith('-auth-token')) continue
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }
      if (session.access_token) return session.access_token
    }
    return ''
  })
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
