import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { holdBack } from '#tests/support/hold-back.ts'
import { waitForMail } from '#tests/support/inbox.ts'
import {
  confirmEmail,
  openWindow,
  type Person,
  pictureFailure,
  see,
  seeToast,
  signIn,
  signOut,
  signUp,
} from '#tests/support/people.ts'
import { ageSignIn, databaseOf } from '#tests/support/rows.ts'
import { browser, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

storyOnOwnStack({
  AUTH_SECURE_PASSWORD_CHANGE: '1',
  AUTH_COMMON_PASSWORDS: '1',
  AUTH_PROOF_SECONDS: '3600',
})

/** A toast disappears after six seconds; on a slow machine the last picture of its page may come later. */
const AT_ONCE = { waitUntil: 'commit' } as const

/** Everyone with an open window, for the pictures taken on a failure. */
const windows: Person[] = []

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureFailure(task.name, windows)
  for (const person of windows.splice(0)) await person.context.close()
})

describe('signing up and signing in', () => {
  test('a confirmation link opened in another browser verifies the email and asks for a sign-in there', async () => {
    const maya = await open('Maya Elsewhere')
    await signUp(maya, 'Creator')
    const phone = await open('Maya Elsewhere', { width: 390, dark: true })
    await phone.page.goto(await linkOf(maya.email, /confirm/i))
    await phone.page.getByRole('button', { name: 'Confirm your email' }).click()
    await see(phone.page, 'Email verified')
    await see(phone.page, 'Your account is ready. Please sign in to continue.')
    // When the page is opened again, the app shows its notice above what was typed before that.
    const letThrough = await holdBack(phone.page, '**/assets/AuthScreen-*.js')
    await phone.page.goto('/auth')
    const email = phone.page.getByLabel('Email', { exact: true })
    await email.fill(phone.email)
    letThrough()
    await see(phone.page, 'Email verified')
    await expect.poll(() => email.inputValue()).toBe(phone.email)
    await phone.page.getByLabel('Password', { exact: true }).fill(phone.password)
    await phone.page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
    await phone.page.waitForURL('**/dashboard')
  })

  test('signing in before confirming offers to resend the email, and an expired link says so', async () => {
    const jonas = await open('Jonas Waiting')
    await signUp(jonas, 'Seller')
    const first = await linkOf(jonas.email, /confirm/i)
    const asked = new Date()
    await signIn(jonas)
    await seeToast(jonas, 'Email not confirmed')
    await see(jonas.page, 'Confirm your email first')
    await jonas.page.getByRole('button', { name: 'Send the confirmation again' }).click()
    await seeToast(jonas, 'Email sent')
    const second = await linkOf(jonas.email, /confirm/i, asked)

    const passed = passedBy(jonas)
    await jonas.page.goto(second, AT_ONCE)
    await seeToast(jonas, 'Email verified')
    await jonas.page.waitForURL('**/find-creators')
    expect(passed()).toContain('/')
    await see(jonas.page, 'Welcome, Jonas')
    await signOut(jonas)
    await jonas.page.goto(first)
    await jonas.page.waitForURL('**/auth')
    await see(jonas.page, 'Email link is invalid or has expired')
    await jonas.page.getByRole('button', { name: 'Send the confirmation again' }).click()
    await see(jonas.page, 'Email is required')
  })

  test('a new member is led from the email to their dashboard, welcomed, and shown what to set up', async () => {
    const tess = await open('Tess Arrives')
    await signUp(tess, 'Creator')
    const passed = passedBy(tess)
    const { page } = tess
    const arrive = await holdBack(page, '**/assets/DashboardScreen-*.js')
    await confirmEmail(tess, stack)
    await page.getByRole('button', { name: 'Account menu' }).click()
    arrive()
    await page.waitForURL('**/dashboard')
    expect(passed()).toContain('/')
    // The redirect does not close what was opened in the meantime.
    await page.getByRole('heading', { level: 1, name: 'Welcome, Tess', exact: true }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Sign out' }).isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menu').count()).toBe(0)
    await see(page, '0 of 3 done')
    // Anyone who opens the landing page on purpose stays there.
    await page.goto('/')
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    await see(page, 'Early access in now live!')
    expect(new URL(page.url()).pathname).toBe('/')

    const showPortfolio = await holdBack(page, '**/assets/PortfolioSection-*.js')
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Set up payouts' }).click()
    await page.getByRole('heading', { name: 'Payment Setup' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Add your first piece of work' }).click()
    await page.getByRole('heading', { name: 'Creator Profile' }).waitFor()
    showPortfolio()
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.id'), {
        message: 'focused section',
      })
      .toBe('portfolio')
    await page.getByLabel('Portfolio URL').fill('tess.example/first')
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await seeToast(tess, 'Profile Updated')

    const phone = await open('Tess Arrives', { width: 390, dark: true })
    await signIn(phone)
    await see(phone.page, '1 of 3 done')
    await phone.page.getByRole('button', { name: 'Hide this list' }).click()
    await phone.page.getByText('1 of 3 done').waitFor({ state: 'detached' })
    await databaseOf(stack, (query) =>
      query(
        `update profiles set greeted_at = greeted_at - interval '1 day' where email = '${tess.email}'`,
      ),
    )
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Welcome back, Tess' }).waitFor()
    await see(page, 'Recent Projects')
    expect(await page.getByText('1 of 3 done').count()).toBe(0)
  })

  test('a refusal by the auth service is shown with its own message', async () => {
    const sam = await member('Sam Wordly', 'Creator')
    await signOut(sam)
    await signIn({ ...sam, password: 'not-my-password' })
    // The error is in the form, where the reader is looking, and the field is ready for the next try.
    const form = sam.page.locator('form').filter({ has: sam.page.getByLabel('Password') })
    await form.getByRole('alert').getByText('Invalid login credentials', { exact: true }).waitFor()
    expect(await sam.page.locator('[data-toast]').count()).toBe(0)
    expect(await sam.page.evaluate<string>('document.activeElement.type')).toBe('password')
    await sam.page.keyboard.type('n')
    await form.getByRole('alert').waitFor({ state: 'detached' })
    await sam.page.getByRole('tab', { name: 'Sign Up' }).click()
    await sam.page.getByLabel('Name', { exact: true }).fill('Sam')
    await sam.page.getByLabel('Email', { exact: true }).fill('someone.else@example.com')
    await sam.page.getByLabel('Password', { exact: true }).fill('12345')
    await sam.page.getByRole('button', { name: 'Sign Up', exact: true }).last().click()
    await see(sam.page, 'Password should be at least 6 characters.')
    await sam.page.getByLabel('Password', { exact: true }).fill('password')
    await sam.page.getByRole('button', { name: 'Sign Up', exact: true }).last().click()
    // In the toast, and beside the field it concerns.
    const why = 'Password is too common and easy to guess, please choose another one.'
    await expect.poll(() => sam.page.getByText(why, { exact: true }).count()).toBe(2)
  })

  test('an email address typed before hydration is carried over to the password reset', async () => {
    const { page, email } = await open('Quick Fingers')
    const letThrough = await holdBack(page, '**/assets/AuthScreen-*.js')
    await page.clock.install()
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.clock.fastForward(5_000)
    expect(new URL(page.url()).pathname).toBe('/auth')
    letThrough()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  })

  test('typing continues in the same field when the page is re-rendered meanwhile', async () => {
    const { page, email } = await open('Steady Fingers')
    await page.goto('/messages')
    await page.waitForURL('**/auth')
    const letThrough = await holdBack(page, '**/assets/AuthScreen-*.js')
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(email)
    const password = page.getByLabel('Password', { exact: true })
    await password.focus()
    await page.keyboard.type('three-')
    letThrough()
    // The prerendered page does not say where it leads.
    await page.getByRole('heading', { name: 'Sign in to read your messages' }).waitFor()
    await page.keyboard.type('spokes')
    expect(await password.inputValue()).toBe('three-spokes')
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  })

  test('a password submitted before any script has loaded appears in no URL', async () => {
    const { page, email } = await open('Quicker Fingers')
    const letThrough = await holdBack(page, '**/assets/*.js')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/auth', AT_ONCE)
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a secret of mine')
    const send = page.getByRole('button', { name: 'Sign In', exact: true }).last()
    await send.click()
    letThrough()
    await page.waitForLoadState()
    await send.click()
    await see(page, 'Invalid login credentials')
    expect(asked.filter((url) => url.includes('secret'))).toEqual([])
  })

  test('the sign-up form rates a new password’s strength, but accepts a weak one', async () => {
    const nils = await open('Nils Hint', { width: 390 })
    const { page } = nils
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    const hint = page.getByRole('tabpanel').getByRole('status').first()
    const password = page.getByLabel('Password', { exact: true })
    for (const [typed, said] of [
      ['zorg', ''],
      ['zorgblat12', 'Easy to guess'],
      ['zorgblat 12 canyon', 'Getting there'],
      ['zorgblat 12 canyon drift', 'Strong'],
    ] as const) {
      await password.fill(typed)
      await expect.poll(() => hint.textContent()).toBe(said)
    }
    expect(await violationsOf(page)).toEqual([])
    nils.password = 'zorgblat12'
    await signUp(nils, 'Creator')
  })

  test('a forgotten password is reset by email, and every old session ends', async () => {
    const kofi = await member('Kofi Forgetful', 'Creator')
    const other = await open('Kofi Forgetful')
    await signIn(other)
    await other.page.waitForURL('**/dashboard')
    await signOut(kofi)

    const { page } = kofi
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(kofi.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(kofi.email)
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await see(page, /^If nobody@example\.com has an account/)
    await page.getByLabel('Email', { exact: true }).fill(kofi.email)
    await page.getByRole('button', { name: 'Send again' }).click()
    await see(page, /^If kofi\.forgetful@example\.com has an account/)

    await page.goto(await linkOf(kofi.email, /reset/i))
    await page.waitForURL('**/auth/new-password')
    await page.getByLabel('New password').fill(kofi.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await see(page, 'New password should be different from the old password.')
    kofi.password = 'a-better-wheel-77'
    await page.getByLabel('New password').fill(kofi.password)
    await page.getByRole('button', { name: 'Save password' }).click()
    await seeToast(kofi, 'Password changed')
    await page.waitForURL('**/dashboard')
    await waitForMail(stack.inboxUrl, kofi.email, /password was changed/i)

    await other.page.goto('/messages')
    await other.page.waitForURL('**/auth')
    await signIn(other)
    await seeToast(other, 'Invalid login credentials')
  })

  test('an invalid recovery link says so and offers another', async () => {
    const lost = await open('Lost Link')
    await lost.page.goto(
      '/auth/v1/verify?via=mail&type=recovery&token=pkce_nothing&redirect_to=' +
        encodeURIComponent(`${stack.url}/auth/new-password`),
    )
    await see(lost.page, 'This link no longer works')
    await lost.page.getByRole('link', { name: 'Send a new link' }).click()
    await lost.page.getByRole('button', { name: 'Send the link' }).waitFor()
  })

  test('a new Google user is asked for their role once, before anything else', async () => {
    const team = await open('Brightleaf Team', { width: 390 })
    const { page } = team
    await page.goto('/find-creators')
    await page.waitForURL('**/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('radio', { name: /^Seller/ }).check()
    await continueWithGoogle(team)
    await page.waitForURL('**/auth')
    await see(page, 'Welcome, Brightleaf')
    await page.goto('/projects')
    await page.waitForURL('**/auth')
    expect(await page.getByRole('radio', { name: /^Seller/ }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.waitForURL('**/projects')
    await page.goto('/find-creators')
    await page.getByRole('heading', { name: 'Find Creators' }).waitFor()

    await page.evaluate(() => localStorage.clear())
    // The redirect of a seller is still loading its screen when the address is cleaned up.
    await page.route('**/assets/FindCreatorsScreen*.js', async (route) => {
      // Not until the page has loaded: on a slow day it waits for this very script.
      await page.waitForURL((url) => !url.searchParams.has('code'), AT_ONCE)
      await route.continue()
    })
    await page.goto('/auth')
    await continueWithGoogle(team)
    await page.waitForURL('**/find-creators')
  })

  test('cancelling at Google is reported on return', async () => {
    const shy = await open('Shy Person')
    await shy.page.goto('/auth')
    await shy.page.getByRole('button', { name: 'Continue with Google' }).click()
    await shy.page.getByRole('button', { name: 'Cancel the sign-in' }).click()
    await shy.page.waitForURL((url) => url.origin === stack.url, AT_ONCE)
    await see(shy.page, 'Chosen on the sandbox page')
  })
})

describe('the session', () => {
  test('the guard shows Loading... and then the page, or the sign-in page', async () => {
    const ellen = await member('Ellen Guarded', 'Seller')
    // Without the cookie that makes the server render the page.
    await ellen.context.clearCookies({ name: 'page-session' })
    const letThrough = await holdBack(ellen.page, '**/api/profiles/me')
    await ellen.page.goto('/my-projects')
    await see(ellen.page, 'Loading...')
    letThrough()
    await see(ellen.page, 'My Projects')
    const stranger = await open('Total Stranger')
    await stranger.page.goto('/my-projects')
    await stranger.page.waitForURL('**/auth')
    await stranger.page.getByRole('heading', { name: 'Sign in to see your projects' }).waitFor()
    // The guard replaces its page in the history: going back leaves the app.
    await stranger.page.goBack()
    expect(stranger.page.url()).toBe('about:blank')
  })

  test('survives a restart of the server', async () => {
    const priya = await member('Priya Lasting', 'Creator')
    await priya.page.goto('/dashboard')
    await stack.restartServer()
    await priya.page.goto('/my-applications')
    await see(priya.page, 'My Applications')
    expect(new URL(priya.page.url()).pathname).toBe('/my-applications')
  })

  test('signing out in one tab signs out the others', async () => {
    const hana = await member('Hana Tabs', 'Creator')
    const tab = await hana.context.newPage()
    await tab.goto('/messages')
    await see(tab, /No conversations/)
    await signOut(hana)
    await tab.waitForURL('**/auth')
    await signIn(hana)
    await hana.page.waitForURL('**/dashboard')
    await tab.waitForURL('**/messages')
  })

  test('signing out in another tab before a page has hydrated signs out that page, too', async () => {
    const noor = await member('Noor Between', 'Creator')
    const tab = await noor.context.newPage()
    const letThrough = await holdBack(tab, '**/assets/written-page-*.js')
    // By then the page has checked whose it is, and hydration has not begun.
    const isStarting = tab.waitForRequest('**/assets/written-page-*.js')
    await tab.goto('/messages')
    await see(tab, /No conversations/)
    await isStarting
    await signOut(noor)
    letThrough()
    await tab.waitForURL('**/auth')
  })

  test('signing out while the server is unreachable still signs out this browser', async () => {
    const dele = await member('Dele Offline', 'Creator')
    const tab = await dele.context.newPage()
    await tab.goto('/projects')
    await see(tab, 'Available Projects')
    await dele.page.route('**/auth/v1/logout*', (route) => route.abort())
    await signOut(dele)
    await tab.waitForURL('**/auth')
    await dele.page.goto('/dashboard')
    await dele.page.waitForURL('**/auth')
    expect(dele.complaints).toEqual([])
  })

  test('other sessions can be ended one by one or all at once', async () => {
    const lucia = await member('Lucia Everywhere', 'Creator')
    const phone = await open('Lucia Everywhere', { width: 390, dark: true })
    await signIn(phone)
    await phone.page.waitForURL('**/dashboard')
    await lucia.page.goto(paths.security)
    await see(lucia.page, 'This session')
    await lucia.page.getByRole('button', { name: /^End session/ }).click()
    await seeToast(lucia, 'Session ended')
    await phone.page.goto('/messages')
    await phone.page.waitForURL('**/auth')

    await signIn(phone)
    await phone.page.waitForURL((url) => url.pathname !== '/auth')
    await lucia.page.getByRole('button', { name: 'Sign out everywhere' }).click()
    const question = lucia.page.getByRole('dialog')
    await question.getByRole('button', { name: 'Sign out everywhere' }).click()
    await lucia.page.waitForURL('**/auth')
    await phone.page.goto('/dashboard')
    await phone.page.waitForURL('**/auth')
  })
})

describe('the security settings', () => {
  test('change the password, and the old one no longer works', async () => {
    const teo = await member('Teo Careful', 'Creator')
    const phone = await open('Teo Careful', { width: 390 })
    await signIn(phone)
    await phone.page.waitForURL('**/dashboard')
    await teo.page.goto(paths.security)
    const elsewhere = teo.page.getByRole('button', { name: /^End session/ })
    await elsewhere.waitFor()
    await teo.page.getByRole('button', { name: 'Change password' }).click()
    const dialog = teo.page.getByRole('dialog')
    await dialog.getByLabel('New password').fill('abc')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await see(teo.page, 'Password should be at least 6 characters.')
    await dialog.getByLabel('New password').fill('three-spokes-and-a-hub')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await seeToast(teo, 'Password changed')
    // The page shows at once that the phone is signed out, and lists the change.
    await expect.poll(() => elsewhere.count()).toBe(0)
    await teo.page.getByRole('listitem').filter({ hasText: 'Password changed' }).waitFor()
    await signOut(teo)
    await signIn(teo)
    await seeToast(teo, 'Invalid login credentials')
    await signIn({ ...teo, password: 'three-spokes-and-a-hub' })
    await teo.page.waitForURL('**/dashboard')
  })

  test('require an emailed code for a new password if the session is older than a day', async () => {
    const petra = await member('Petra Patient', 'Creator')
    await databaseOf(stack, (query) =>
      query(
        `update auth.sessions set created_at = now() - interval '25 hours'
          where user_id = (select id from auth.users where email = '${petra.email}')`,
      ),
    )
    await petra.page.goto(paths.security)
    await petra.page.getByRole('button', { name: 'Change password' }).click()
    const dialog = petra.page.getByRole('dialog')
    await dialog.getByLabel('New password').fill('three-spokes-and-a-hub')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await see(petra.page, /^You signed in more than a day ago/)
    const mail = await waitForMail(stack.inboxUrl, petra.email, /confirmation code/i)
    const code = /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
    await dialog.getByLabel('Code from the email').fill(code === '000000' ? '111111' : '000000')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await see(petra.page, 'This code is incorrect or has expired.')
    await dialog.getByLabel('Code from the email').fill(code)
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await seeToast(petra, 'Password changed')
  })

  test('change the email once both addresses have confirmed it', async () => {
    const noor = await member('Noor Moving', 'Creator')
    const { page } = noor
    const moved = 'noor.moved@example.com'
    await page.goto(paths.security)
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByLabel('New email').fill(moved)
    await page.getByRole('button', { name: 'Send the links' }).click()
    await see(page, 'Check both inboxes')
    await page.getByRole('button', { name: 'Done' }).click()
    await see(page, `Changing to ${moved}`)

    await page.goto(await linkOf(noor.email, /new email/i), AT_ONCE)
    await seeToast(
      noor,
      'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    )
    await see(page, `Changing to ${moved}`)
    await page.goto(await linkOf(moved, /new email/i), AT_ONCE)
    await seeToast(noor, 'Email changed')
    await page.waitForURL((url) => url.pathname === paths.security && url.search === '')
    await see(page, moved)
    await signOut(noor)
    await signIn({ ...noor, email: moved })
    await page.waitForURL('**/dashboard')
  })

  test('an authenticator app is set up, required at the next sign-in, and removed', async () => {
    const rui = await member('Rui Doubled', 'Seller')
    const { page } = rui
    await page.goto(paths.security)
    await page.getByRole('button', { name: 'Set up app' }).click()
    const dialog = page.getByRole('dialog')
    await expect
      .poll(() =>
        dialog
          .getByRole('img', { name: 'QR code for your app' })
          .evaluate((image) => Number(Reflect.get(image, 'naturalWidth'))),
      )
      .toBeGreaterThan(0)
    const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    const app = new TOTP({ secret: Secret.fromBase32(key) })
    await dialog.getByLabel('Code').fill(wrong(app))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await see(page, 'Invalid TOTP code entered')
    const first = app.generate()
    await dialog.getByLabel('Code').fill(first)
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await seeToast(rui, 'Authenticator app added')
    await page.getByRole('button', { name: 'I saved them' }).click()
    await see(page, 'On. Signing in also asks for a code from your app.')

    await signOut(rui)
    await signIn(rui)
    await see(page, 'Enter your code')
    await page.goto('/my-projects')
    await page.waitForURL('**/auth')
    // A code is accepted once, so the next one is the earliest that works.
    await page.getByLabel('Code').fill(nextAfter(app, first))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/my-projects')

    await page.goto(paths.security)
    await page
      .getByRole('button', { name: /^Remove/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^Remove Authenticator app/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await seeToast(rui, 'Authenticator app removed')
    await page.getByRole('button', { name: 'Set up app' }).waitFor()
    await signOut(rui)
    await signIn(rui)
    await page.waitForURL('**/find-creators')
  })

  test('a recovery code signs someone in without their phone, by keyboard, and is used up', async () => {
    const ines = await member('Ines Without', 'Creator')
    const { page } = ines
    const { app, first, codes } = await setUpApp(page)
    expect(codes).toHaveLength(10)
    await see(page, '10 of 10 left. Each gets you in once if you lose your phone.')

    await signOut(ines)
    await signIn(ines)
    await page.getByRole('button', { name: 'Lost your phone? Use a recovery code' }).press('Enter')
    await page.keyboard.type('0000-0000-0000-0000')
    await page.keyboard.press('Enter')
    await see(page, 'This recovery code is incorrect or was used before.')
    await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await seeToast(ines, 'Recovery code used')
    const mail = await waitForMail(stack.inboxUrl, ines.email, /recovery code/i)
    expect(mail.text).toContain('9 of your codes are left.')

    // Hours later new codes need a fresh proof, which is requested over the page.
    await ageSignIn(stack, ines)
    await page.goto(paths.security)
    await see(page, '9 of 10 left. Each gets you in once if you lose your phone.')
    await page.getByRole('button', { name: 'Get new codes' }).press('Enter')
    await see(page, 'Confirm that it is you')
    await page.keyboard.type(nextAfter(app, first))
    await page.keyboard.press('Enter')
    await see(page, 'Save your recovery codes')
    const renewed = await codesShown(page)
    expect(renewed).not.toContain(codes[1])
    await page.getByRole('button', { name: 'I saved them' }).press('Enter')
    await see(page, '10 of 10 left. Each gets you in once if you lose your phone.')
  })

  test('a stale session is asked for fresh proof once, keeps what was typed, and continues', async () => {
    const kofi = await member('Kofi Stale', 'Creator')
    const { page } = kofi
    await ageSignIn(stack, kofi)
    await page.goto(paths.security)
    await page.getByRole('button', { name: 'Change email' }).press('Enter')
    await page.getByLabel('New email').fill('kofi.moved@example.com')
    await page.keyboard.press('Enter')
    await see(page, 'Confirm that it is you')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await see(page, 'This password is incorrect.')
    await page.keyboard.press('Escape')
    await seeToast(kofi, 'Confirm that it is you to do this.')
    expect(await page.getByLabel('New email').inputValue()).toBe('kofi.moved@example.com')
    await page.getByRole('button', { name: 'Send the links' }).press('Enter')
    await see(page, 'Confirm that it is you')
    await page.keyboard.type(kofi.password)
    await page.keyboard.press('Enter')
    await see(page, 'Check both inboxes')
    await page.getByRole('button', { name: 'Done' }).click()

    // One proof is enough for what follows.
    await page.goto(paths.ownData)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('cartwright-data.zip')
    await ageSignIn(stack, kofi)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    await see(page, 'Confirm that it is you')
  })
})

/**
 * Sets up an authenticator app on the security page. Returns the app, the code that was used up, and the recovery
 * codes.
 */
async function setUpApp(page: Page) {
  await page.goto(paths.security)
  await page.getByRole('button', { name: 'Set up app' }).click()
  const dialog = page.getByRole('dialog')
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  const first = app.generate()
  await dialog.getByLabel('Code').fill(first)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await see(page, 'Save your recovery codes')
  const codes = await codesShown(page)
  await page.getByRole('button', { name: 'I saved them' }).press('Enter')
  return { app, first, codes }
}

const codesShown = (page: Page) =>
  page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allInnerTexts()

/** Opens a window that is closed when the test is over. */
async function open(name: string, look: { width?: number; dark?: boolean } = {}): Promise<Person> {
  const person = await openWindow(browser, stack, { name, ...look })
  windows.push(person)
  return person
}

/** Returns someone with a confirmed account, signed in. */
async function member(name: string, role: 'Creator' | 'Seller'): Promise<Person> {
  const person = await open(name)
  await signUp(person, role)
  await confirmEmail(person, stack)
  await person.page.getByRole('button', { name: 'Account menu' }).waitFor()
  return person
}

/** Collects the pages that someone's window passes through from now on. */
function passedBy({ page }: Person): () => string[] {
  const passed: string[] = []
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname))
  return () => passed
}

async function linkOf(email: string, subject: RegExp, after?: Date): Promise<string> {
  const mail = await waitForMail(stack.inboxUrl, email, subject, after)
  const link = mail.links.find((address) => address.includes('/auth/'))
  if (!link) throw new Error(`no link in "${mail.subject}"`)
  return link
}

async function continueWithGoogle({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /team@brightleaf\.example/ }).click()
  await page.waitForURL((url) => url.origin === stack.url)
}

const STEP_MS = 30_000

/** Returns a six-digit code that the app shows neither now nor one step before or after. */
function wrong(app: TOTP): string {
  const right = [-1, 0, 1].map((step) => app.generate({ timestamp: Date.now() + step * STEP_MS }))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/** The code of the step after the one that was used; the service accepts it up to a step early. */
function nextAfter(app: TOTP, used: string): string {
  const now = app.generate()
  return now === used ? app.generate({ timestamp: Date.now() + STEP_MS }) : now
}
