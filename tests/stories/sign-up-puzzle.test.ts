import { beforeAll, expect, test } from 'vitest'
import { PUZZLE_WORDS } from '#contract/sign-up-puzzle.ts'
import {
  confirmEmail,
  openWindow,
  type Person,
  seeToast,
  signIn,
  signOut,
} from '#tests/support/people.ts'
import { browser, picturesOfFailures, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'

// As if a flood had used up the sign-ups that do not require a puzzle.
storyOnOwnStack({ AUTH_PUZZLE_ABOVE: '0' })
picturesOfFailures(() => [maya])

let maya: Person
/** What a page's policy blocked, as the browser reports it. */
const keptOut: string[] = []

beforeAll(async () => {
  maya = await openWindow(browser, stack, { name: 'Maya Okafor', width: 320 })
  maya.page.on('console', (line) => {
    if (/Content Security Policy|Trusted/i.test(line.text())) keptOut.push(line.text())
  })
})

test('during a flood of sign-ups the browser solves a puzzle while the person only waits', async () => {
  const { page } = maya
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  // The password's strength has a live region of its own.
  const status = page.getByRole('tabpanel', { name: 'Sign Up' }).locator('p[role=status]')
  await status.waitFor({ state: 'attached' })
  expect(await status.innerText()).toBe('')
  await page.getByLabel('Name', { exact: true }).fill(maya.name)
  await page.getByLabel('Email', { exact: true }).fill(maya.email)
  await page.getByLabel('Password', { exact: true }).fill(maya.password)
  let goOn = (): void => undefined
  const seen = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/signup/puzzle', async (route) => {
    await seen
    await route.continue()
  })
  // Only the keyboard is used, and nothing is left to do after the press.
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await status.getByText(PUZZLE_WORDS).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.screenshot({ path: 'screenshots/sign-up-puzzle.png' })
  goOn()
  await seeToast(maya, 'Account created! Please check your email to verify your account.')
  expect(await page.getByText(PUZZLE_WORDS).count()).toBe(0)
})

test('confirming the email and signing in need no puzzle', async () => {
  const asked: string[] = []
  maya.page.on('request', (request) => asked.push(request.url()))
  await confirmEmail(maya, stack)
  // The page continues by itself and keeps the open menu.
  await maya.page.waitForURL('**/dashboard')
  await signOut(maya)
  await signIn(maya)
  await maya.page.getByRole('button', { name: 'Account menu' }).waitFor()
  expect(asked.filter((url) => /\/signup\b|puzzle-worker/.test(url))).toEqual([])
  expect(keptOut).toEqual([])
  expect(maya.complaints).toEqual([])
})
