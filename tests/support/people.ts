import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { waitForMail } from './inbox.ts'
import type { Stack } from './servers.ts'

/** A person in a browser window of their own. */
export interface Person {
  name: string
  email: string
  password: string
  page: Page
  context: BrowserContext
  /** What the page has complained about so far: script errors and refused requests that it did not expect. */
  complaints: string[]
}

/**
 * Opens a window for a person without an account. `width` 390 is a phone; `userAgent` is the identity of another
 * device.
 */
export async function openWindow(
  browser: Browser,
  stack: Stack,
  who: { name: string; width?: number; dark?: boolean; userAgent?: string },
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: who.width ?? 1440, height: 900 },
    colorScheme: who.dark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
    // A story cannot hold up, count or drop the service worker's requests (tests/stories/service-worker.test.ts covers
    // them).
    serviceWorkers: 'block',
    ...(who.userAgent === undefined ? {} : { userAgent: who.userAgent }),
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  const email = `${who.name.toLowerCase().replaceAll(' ', '.')}@example.com`
  return { name: who.name, email, password: 'sturdy-oak-cart-42', page, context, complaints }
}

/** Fills in the Sign Up form and submits it. */
export async function signUp(person: Person, role: 'Creator' | 'Seller'): Promise<void> {
  const { page } = person
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).last().click()
  await seeToast(person, 'Account created! Please check your email to verify your account.')
}

/** Opens the confirmation mail's link in the window that signed up, which is then signed in. */
export async function confirmEmail(person: Person, stack: Stack): Promise<void> {
  const mail = await waitForMail(stack.inboxUrl, person.email, /confirm/i)
  const link = mail.links.find((address) => address.includes('/auth/'))
  expect(link, 'a link in the confirmation mail').toBeDefined()
  // Without waiting for its pictures: the toast, which comes before the last of them, disappears after six seconds.
  await person.page.goto(link ?? '', { waitUntil: 'commit' })
  await seeToast(person, 'Email verified')
}

/** Signs in by password on /auth. */
export async function signIn(person: Person): Promise<void> {
  const { page } = person
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
}

/** Chooses Sign out in the account menu and waits for the door. */
export async function signOut(person: Person): Promise<void> {
  const { page } = person
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
}

/** Waits until a toast says this, word for word. */
export async function seeToast(person: Person, text: string): Promise<void> {
  await person.page.getByText(text, { exact: true }).first().waitFor()
}

/** Waits until this text is visible on the page, word for word. */
export const see = (page: Page, text: string | RegExp): Promise<void> =>
  page
    .getByText(text, typeof text === 'string' ? { exact: true } : {})
    .filter({ visible: true })
    .first()
    .waitFor()

/** Saves a screenshot of every window in screenshots/ when a test failed: what a person would have seen. */
export async function pictureFailure(name: string, people: readonly Person[]): Promise<void> {
  for (const { page, name: who } of people) {
    const file = `${name}-${who}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    await page.screenshot({ path: `screenshots/failed/${file}.png` }).catch(() => undefined)
  }
}

/** Limits a window to this many sent bytes per second, as on a phone in a train; null lifts the limit. */
export async function slowUploads(person: Person, bytesPerSecond: number | null): Promise<void> {
  const session = await person.context.newCDPSession(person.page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  })
}
