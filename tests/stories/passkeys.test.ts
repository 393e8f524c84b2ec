import { Secret, TOTP } from 'otpauth'
import type { CDPSession, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { passkeyWords as words } from '#web/auth/passkey-words.ts'
import { stepUpWords } from '#web/step-up/step-up-words.ts'
import { violationsOf } from '#tests/support/axe.ts'
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
import { ageSignIn } from '#tests/support/rows.ts'
import { browser, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

storyOnOwnStack({ AUTH_PROOF_SECONDS: '3600' })

/** Everyone with an open window, for the screenshots of a failure. */
const windows: Person[] = []

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await pictureFailure(task.name, windows)
  for (const person of windows.splice(0)) await person.context.close()
})

describe.each([
  [1440, false],
  [390, true],
])('passkeys, in a window %i pixels wide', (width, dark) => {
  test('a passkey is added, named, used to sign in and removed, by keyboard', async () => {
    const rosa = await openWindow(browser, stack, { name: `Rosa Keys ${width}`, width, dark })
    windows.push(rosa)
    const { page } = rosa
    await signUp(rosa, 'Creator')
    await confirmEmail(rosa, stack)
    const device = await virtualAuthenticator(page)

    await page.goto(paths.security)
    await see(page, words.none)
    await page.getByRole('button', { name: words.add }).press('Enter')
    await seeToast(rosa, words.added)
    // It is named after the browser until its owner names it.
    const name = page.getByRole('textbox', { name: words.name })
    expect(await name.inputValue()).toMatch(/^Chrome on /)
    await name.fill('Work laptop')
    await page.keyboard.press('Enter')
    await seeToast(rosa, words.renamed)
    await see(page, 'Work laptop')
    expect(await violationsOf(page)).toEqual([])
    const mail = await waitForMail(stack.inboxUrl, rosa.email, /passkey was added/i)
    expect(mail.text).toContain('From now on you can sign in with it')

    await signOut(rosa)
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByRole('button', { name: words.signIn }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: words.signIn }).press('Enter')
    await page.waitForURL('**/dashboard')

    await page.goto(paths.security)
    await see(page, /last used/)
    await page.getByRole('button', { name: 'Remove Work laptop' }).press('Enter')
    // The sign-in was hours ago: the passkey proves again who is requesting its removal.
    await ageSignIn(stack, rosa)
    await page.getByRole('dialog').getByRole('button', { name: words.remove }).press('Enter')
    await see(page, stepUpWords.title)
    await page.getByRole('button', { name: words.instead }).press('Enter')
    await seeToast(rosa, words.removed)
    await see(page, words.none)
    await waitForMail(stack.inboxUrl, rosa.email, /passkey was removed/i)
    await see(page, 'Passkey removed')

    // The device still offers it, but the account no longer knows it; the password still signs in.
    await signOut(rosa)
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByRole('button', { name: words.signIn }).press('Enter')
    await see(page, 'No account here knows this passkey. Sign in another way.')
    await device.clear()
    await page.getByRole('button', { name: words.signIn }).press('Enter')
    await see(page, words.failures.notUsed)
    await signIn(rosa)
    await page.waitForURL('**/dashboard')
    expect(rosa.complaints).toEqual([])
  })
})

test('after the password, a passkey replaces the authenticator app’s code', async () => {
  const ivo = await openWindow(browser, stack, { name: 'Ivo Both' })
  windows.push(ivo)
  const { page } = ivo
  await signUp(ivo, 'Creator')
  await confirmEmail(ivo, stack)
  await virtualAuthenticator(page)
  await page.goto(paths.security)
  await page.getByRole('button', { name: words.add }).click()
  await seeToast(ivo, words.added)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Set up app' }).click()
  const dialog = page.getByRole('dialog')
  const key = (await dialog.getByLabel('Key').textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()

  await signOut(ivo)
  await signIn(ivo)
  await see(page, 'Enter your code')
  await page.getByRole('button', { name: words.instead }).press('Enter')
  await page.waitForURL('**/dashboard')
  expect(ivo.complaints).toEqual([])
})

/** A phone or laptop that recognises its owner at once, in Chromium's own software. */
async function virtualAuthenticator(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    clear: () => session.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
