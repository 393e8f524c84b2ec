import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { waitForMail } from '#tests/support/inbox.ts'
import {
  confirmEmail,
  openWindow,
  type Person,
  see,
  seeToast,
  signIn,
  signUp,
} from '#tests/support/people.ts'
import { browser, picturesOfFailures, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'
import { ACCOUNT_ACT_WORDS, accountLogWords } from '#web/security/account-log-words.ts'

storyOnOwnStack()
picturesOfFailures(() => [tess, stranger])

const ANDROID =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

/** Tess, on a phone, and someone who knows her password. */
let tess: Person
let stranger: Person

beforeAll(async () => {
  tess = await openWindow(browser, stack, { name: 'Tess Watchful', width: 390 })
  stranger = await openWindow(browser, stack, { name: 'Tess Watchful', userAgent: ANDROID })
  await signUp(tess, 'Creator')
  await confirmEmail(tess, stack)
  await tess.page.waitForURL('**/dashboard')
})

/** The lines of Recent activity, newest first. */
async function activity(page: Page): Promise<string[]> {
  await page.goto(paths.security)
  await see(page, accountLogWords.title)
  const lines = page
    .locator('.card', { has: page.getByText(accountLogWords.intro) })
    .getByRole('listitem')
  await lines.first().waitFor()
  return lines.allInnerTexts()
}
const mailedLink = async (subject: RegExp): Promise<string> => {
  const { links } = await waitForMail(stack.inboxUrl, tess.email, subject)
  return links.find((address) => address.includes('/auth/')) ?? ''
}

test('a sign-in from another device is mailed to the owner and listed in the account’s activity log', async () => {
  await signIn(stranger)
  await stranger.page.waitForURL('**/dashboard')
  const { text } = await waitForMail(stack.inboxUrl, tess.email, /new device/)
  expect(text).toContain('Chrome on Android signed in to your account')
  const [newest] = await activity(tess.page)
  expect(newest).toContain(ACCOUNT_ACT_WORDS.signed_in_elsewhere)
  expect(newest).toContain('Chrome on Android')
  expect(await tess.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

test('“It was not me” asks first, then signs everyone out and disables the password', async () => {
  const link = await mailedLink(/new device/)
  await tess.page.goto(link)
  await tess.page.getByRole('heading', { name: 'Was this not you?' }).waitFor()
  await tess.page.screenshot({ path: 'screenshots/not-me.png' })
  // A scanner that opens the link changes nothing: the stranger is still signed in.
  await stranger.page.goto(paths.notifications)
  await see(stranger.page, 'Notifications')

  await tess.page.getByRole('button', { name: 'It was not me' }).press('Enter')
  await tess.page.getByRole('heading', { name: 'Everyone is signed out' }).waitFor()
  await stranger.page.goto(paths.notifications)
  await stranger.page.waitForURL('**/auth')
  await signIn(stranger)
  await seeToast(stranger, 'Invalid login credentials')
  await tess.page.goto(paths.notifications)
  await tess.page.waitForURL('**/auth')

  await tess.page.goto(link)
  await tess.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test('the owner sets a new password by mail, and the activity log lists what happened', async () => {
  const { page } = tess
  await page.getByRole('link', { name: 'Choose a new password' }).click()
  await page.getByLabel('Email', { exact: true }).fill(tess.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(await mailedLink(/reset/i))
  await page.waitForURL('**/auth/new-password')
  tess.password = 'a-quiet-harbour-58'
  await page.getByLabel('New password').fill(tess.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/dashboard')

  const lines = (await activity(page)).join('\n')
  for (const act of ['sign_in_disowned', 'password_changed', 'signed_in_elsewhere'] as const)
    expect(lines).toContain(ACCOUNT_ACT_WORDS[act])
  expect(tess.complaints).toEqual([])
})
