import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PushContent } from '#contract/push.ts'
import { connectionWords } from '#web/connection/connection-words.ts'
import { pushWords } from '#web/push/push-words.ts'
import { offlineWords } from '#web/service-worker/offline-words.ts'
import { createPasswordHashes } from '#server/auth/passwords/password-hashes.ts'
import { execute, oneRow, rows, sql } from '#server/db/sql.ts'
import { launchWholeBrowser } from '#tests/support/browser.ts'
import { deliverPush, pushesAt, subscribeAt, withPushService } from '#tests/support/browser-push.ts'
import { buildDeal, buildProject, type BuiltUser } from '#tests/support/builders.ts'
import { enter, openContext, settled, type Visitor } from '#tests/support/market.ts'
import { TEST_PUSH_KEY } from '#tests/support/push-key.ts'
import { browser, pool, stack, storyOnOwnStack } from '#tests/support/stack-story.ts'
import { untilServerVouches } from '#tests/support/vouching.ts'

/**
 * What the service worker does: a page without a connection, the build's files, notifications. And what it never
 * caches.
 */

storyOnOwnStack({ VAPID_PRIVATE_KEY: TEST_PUSH_KEY })

const PASSWORD = 'correct horse'

let seller: BuiltUser
let creator: BuiltUser
let conversation = ''

beforeAll(async () => {
  const deal = await buildDeal(pool)
  ;({ seller, creator } = deal)
  conversation = `/messages/${deal.conversation.id}`
  await execute(pool, sql`update profiles set greeted_at = '2026-01-01T00:00:00Z'`)
  const hash = await createPasswordHashes({ memoryCost: 64, timeCost: 1 }).hash(PASSWORD)
  await execute(pool, sql`update auth.users set password_hash = ${hash}`)
  for (const one of [creator, seller]) await untilServerVouches(stack, await signIn(one))
})

const signIn = ({ email }: BuiltUser) => enter(stack, { email, password: PASSWORD })

const opened: Page[] = []
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close()
})

async function windowOf(
  visitor: Visitor,
  where = browser,
  zone: { timezoneId?: string } = {},
): Promise<Page> {
  const context = await openContext(where, stack, visitor, { worker: true, ...zone })
  const page = await context.newPage()
  opened.push(page)
  return page
}

/** Opens a page that the service worker controls. */
async function openUnderWorker(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await settled(page)
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** Whether a page listens to the worker: until then a press would open a window. */
const LISTENS = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/link-worker-'))`

/** Cuts the network, and waits until a request fails: on a busy machine one made immediately may still get through. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const reach = () => page.evaluate<string>(`fetch('/health').then(() => 'there', () => 'nowhere')`)
  await expect.poll(reach).toBe('nowhere')
}

/** Everything that the worker caches. */
const keptPaths = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map(({ url }) => new URL(url).pathname)
  })()`)

describe('without a connection', () => {
  test('a page says so, shows nothing stale, and opens on its own once the connection is back', async () => {
    const page = await windowOf(await signIn(creator))
    await openUnderWorker(page, '/dashboard')
    await goOffline(page)
    const answer = await page.reload()
    await heading(page, connectionWords.title)
    expect(answer?.status()).toBe(503)
    expect(await page.locator('body').innerText()).toContain(offlineWords.text)
    expect(await page.locator('body').innerText()).not.toContain('Maya')
    await page.getByRole('button', { name: offlineWords.again }).click()
    await heading(page, connectionWords.title)
    await page.context().setOffline(false)
    await heading(page, /^Welcome/)
  })

  test('pages and API responses are never cached, only files of the current build', async () => {
    const page = await windowOf(await signIn(creator))
    await page.goto('/terms')
    await page.evaluate(
      `caches.open('files-of-an-earlier-build').then((cache) => cache.put('/assets/old.js', new Response('')))`,
    )
    for (const path of ['/dashboard', conversation, '/settings/notifications', '/projects'])
      await openUnderWorker(page, path)
    const kept = await keptPaths(page)
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.filter((path) => !/^\/assets\/[\w.-]+$/.test(path))).toEqual([])
    expect(kept).not.toContain('/assets/old.js')
  })
})

describe('a message written without a connection', () => {
  const line = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
  const arrivals = async (content: string) =>
    (await rows(pool, sql`select 1 from messages where content = ${content}`)).length

  async function writeOffline(page: Page, text: string): Promise<void> {
    await openUnderWorker(page, conversation)
    await goOffline(page)
    await line(page).fill(text)
    await line(page).press('Enter')
    await page.getByText(/Sends when you are back online/).waitFor()
  }

  test.each(['the same page', '/dashboard'])(
    'is sent exactly once by %s when the connection is back, even after a failed page load',
    async (path) => {
      const text = `Written in a tunnel, sent by ${path}`
      const page = await windowOf(await signIn(creator))
      await writeOffline(page, text)
      await (path.startsWith('/') ? page.goto(path) : page.reload())
      await heading(page, connectionWords.title)
      expect(await arrivals(text)).toBe(0)
      await page.context().setOffline(false)
      await expect.poll(() => arrivals(text)).toBe(1)
      await page.goto(conversation)
      await page.getByText(text).first().waitFor()
      await settled(page)
      expect(await arrivals(text)).toBe(1)
    },
  )

  test('is not sent after signing out, nor by the next account', async () => {
    const text = 'Never to be sent'
    const page = await windowOf(await signIn(creator))
    await writeOffline(page, text)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
    await page.context().setOffline(false)
    // Without a reload: something left waiting in this page would still be waiting.
    await page.getByRole('link', { name: 'Sign In' }).first().click()
    await page.getByLabel('Email', { exact: true }).fill(seller.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).last().click()
    await page.getByRole('button', { name: 'Account menu' }).waitFor()
    await page.goto(conversation)
    await settled(page)
    expect(await page.getByText(text).count()).toBe(0)
    expect(await arrivals(text)).toBe(0)
    expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(text)
  })
})

describe('push notifications', () => {
  let whole: Browser
  beforeAll(async () => {
    whole = await launchWholeBrowser()
  })
  afterAll(() => whole?.close())

  const keyOf = async (visitor: Visitor) => (await visitor.call('push.state')).server_key ?? ''
  const browsersOf = (person: BuiltUser) =>
    rows(pool, sql`select 1 from push_subscriptions where user_id = ${person.id}`)
  const shown = (page: Page) =>
    page.evaluate<{ title: string; body: string; tag: string }[]>(
      `navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
        .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`,
    )

  test('are enabled by a press, arrive with an event, lead to it and end with the session', async () => {
    const visitor = await signIn(seller)
    const page = await windowOf(visitor, whole)
    const key = await keyOf(visitor)
    const subscription = await subscribeAt(stack.pushUrl, key)
    await page.context().grantPermissions(['notifications'])
    await withPushService(page.context(), subscription, key)
    await openUnderWorker(page, '/settings/notifications')
    expect(await browsersOf(seller)).toEqual([])
    await page.getByRole('button', { name: pushWords.turnOn }).click()
    await page.getByRole('button', { name: pushWords.turnOff }).waitFor()
    expect(await browsersOf(seller)).toHaveLength(1)
    expect(await page.getByRole('checkbox', { name: 'Applications' }).last().isChecked()).toBe(true)

    const project = await buildProject(pool, { seller, title: 'A vase on a sill' })
    const applicant = await signIn(creator)
    await execute(
      pool,
      sql`insert into stripe_accounts (user_id, stripe_account_id, onboarding_complete, country)
        values (${creator.id}, ${`acct_${creator.id}`}, true, 'US') on conflict do nothing`,
    )
    await applicant.call('applications.submit', {
      params: { id: project.id },
      body: { message: 'Daylight, no music.', proposed_price: 120 },
    })
    await expect.poll(() => pushesAt(stack.pushUrl, subscription)).toHaveLength(1)
    const [payload = ''] = await pushesAt(stack.pushUrl, subscription)
    const content = JSON.parse(payload) as PushContent
    expect(content.title).toContain('A vase on a sill')
    expect(payload).not.toContain('Daylight')

    // The browser's own part: the push reaches the worker, twice.
    for (let times = 0; times < 2; times += 1) await deliverPush(page, payload)
    await expect
      .poll(() => shown(page))
      .toEqual([{ title: content.title, body: 'Applications', tag: content.tag }])
    await expect.poll(() => page.evaluate(LISTENS)).toBe(true)
    const [worker] = page.context().serviceWorkers()
    await worker?.evaluate(
      `registration.getNotifications().then(([notification]) =>
        void dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    )
    await page.waitForURL((url) => url.pathname + url.search + url.hash === content.path)
    // The browser closes it on its own: the page may be led on before that.
    await expect.poll(() => shown(page)).toEqual([])

    await deliverPush(page, payload)
    await expect.poll(() => shown(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => browsersOf(seller)).toEqual([])
    await expect.poll(() => shown(page)).toEqual([])
    expect(await page.evaluate(`localStorage.getItem('of-the-browser')`)).toBeNull()
  })

  test('show times in the reader’s time zone', async () => {
    const page = await windowOf(await signIn(seller), whole, { timezoneId: 'Asia/Kolkata' })
    await page.context().grantPermissions(['notifications'])
    await openUnderWorker(page, '/settings')
    const title = 'Maya made you an offer, until Jun 28, 2028, 10:00 UTC'
    const content = { tag: 'notice-2', title, kind: 'applications', path: '/my-projects' }
    await deliverPush(page, JSON.stringify(content))
    await expect
      .poll(async () => (await shown(page)).map((one) => one.title))
      .toEqual(['Maya made you an offer, until Jun 28, 2028 3:30 PM'])
  })

  test('never lead to another site: invalid ones lead to /notifications', async () => {
    const page = await windowOf(await signIn(seller), whole)
    await page.context().grantPermissions(['notifications'])
    await openUnderWorker(page, '/settings')
    const content = { tag: 'notice-1', title: 'x', kind: 'payments', path: '//evil.example/' }
    for (const data of [JSON.stringify(content), 'no json']) {
      await expect.poll(() => page.evaluate(LISTENS)).toBe(true)
      await deliverPush(page, data)
      await expect.poll(() => shown(page)).toHaveLength(1)
      const [worker] = page.context().serviceWorkers()
      await worker?.evaluate(
        `registration.getNotifications().then(([notification]) =>
          void dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
      )
      await page.waitForURL('**/notifications')
      await page.goto('/settings')
      await settled(page)
    }
  })

  test('are not registered if the browser denies permission, and the page explains why', async () => {
    const visitor = await signIn(creator)
    const page = await windowOf(visitor, whole)
    await page.context().addInitScript(`Notification.requestPermission = async () => 'denied'`)
    await page.goto('/settings/notifications')
    await page.getByRole('button', { name: pushWords.turnOn }).click()
    await page.getByText(pushWords.blocked).waitFor()
    expect(await browsersOf(creator)).toEqual([])
    const { count } = await oneRow<{ count: number }>(
      pool,
      sql`select count(*)::integer as count from notification_preferences where user_id = ${creator.id} and push`,
    )
    expect(count).toBe(0)
  })
})
