import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { CREATORS, DEMO_PASSWORD, ELLEN } from '#scripts/demo/cast.ts'
import { enterPerson } from '#scripts/demo/people.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { openWindow, type Person, see, seeToast, signIn } from '#tests/support/people.ts'
import { type PickedFile, pngFile } from '#tests/support/pictures.ts'
import {
  browser,
  pool,
  stack,
  storyOnOwnStack,
  picturesOfFailures,
} from '#tests/support/stack-story.ts'

storyOnOwnStack()
picturesOfFailures(() => [ellen, maya])

/** Ellen is connected to the first server process; Maya, on a phone, to the second. */
let ellen: Person
let maya: Person
let conversation = ''

beforeAll(async () => {
  const [cast] = CREATORS
  if (cast === undefined) throw new Error('the cast has lost its first creator')
  const seller = await enterPerson(pool, stack.url, ELLEN)
  const creator = await enterPerson(pool, stack.url, cast)
  const made = await oneRow<{ id: string }>(
    pool,
    sql`with project as (
        insert into projects (seller_id, title, description, category, budget, deadline, status)
        values (${seller.userId}, 'Three unboxing reels', 'Daylight.', 'home', 60000, current_date + 30, 'active')
        returning id)
      insert into conversations (project_id, seller_id, creator_id)
      select project.id, ${seller.userId}, ${creator.userId} from project returning id`,
  )
  conversation = made.id
  const second = { ...stack, url: await stack.startSecondServer() }
  ellen = { ...(await openWindow(browser, stack, { name: ELLEN.name })), ...signsIn(ELLEN.email) }
  const phone = { name: cast.name, width: 390 }
  maya = { ...(await openWindow(browser, second, phone)), ...signsIn(cast.email) }
  for (const person of [ellen, maya]) {
    await signIn(person)
    await person.page.getByRole('button', { name: 'Account menu' }).waitFor()
    await person.page.goto(`/messages/${conversation}`)
    await line(person.page).waitFor()
  }
})

const signsIn = (email: string) => ({ email, password: DEMO_PASSWORD })
const line = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
async function say({ page }: Person, text: string): Promise<void> {
  await line(page).fill(text)
  await line(page).press('Enter')
}
/** Everything said, from top to bottom, as one page shows it. */
const log = async ({ page }: Person): Promise<string[]> =>
  (await page.getByRole('log').innerText()).split('\n').filter((text) => /^(E|M)\d/.test(text))
const chooseFiles = ({ page }: Person, files: PickedFile[]) =>
  page.locator('form input[type=file]').setInputFiles(files)
const pdf = (name: string): PickedFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF'),
})
/** Waits until a message is in the log: on a phone the list behind it holds the same words. */
const hear = ({ page }: Person, text: string) => page.getByRole('log').getByText(text).waitFor()
/** Expects a file's link to open it, and its picture, if it has one, to be shown. */
async function opens(file: Locator): Promise<void> {
  await expect
    .poll(async () =>
      (await file.page().request.get((await file.getAttribute('href')) ?? '')).status(),
    )
    .toBe(200)
  for (const picture of await file.locator('img').all())
    await expect
      .poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth))
      .toBeGreaterThan(0)
}
const stored = async () =>
  (
    await rows<{ content: string }>(
      pool,
      sql`select content from messages where conversation_id = ${conversation} order by seq`,
    )
  ).map(({ content }) => content)

describe('two people in a conversation, each on their own server process', () => {
  test('see each other’s messages immediately, with presence, typing and read receipts', async () => {
    await say(ellen, 'E1 The parcel leaves tomorrow.')
    await hear(maya, 'E1 The parcel leaves tomorrow.')
    await see(ellen.page, /Read/)
    await see(ellen.page, 'Online')
    await line(maya.page).pressSequentially('M1 Thank')
    await ellen.page.getByText(/is typing/).waitFor()
    await line(maya.page).press('Shift+Enter')
    await line(maya.page).pressSequentially('you: https://parcel.example/42')
    await line(maya.page).press('Enter')
    const link = ellen.page.getByRole('log').getByRole('link')
    await link.waitFor()
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
    await ellen.page.getByText(/is typing/).waitFor({ state: 'hidden' })
  })

  test('lose no message when one process is killed and restarted', async () => {
    await stack.kill9Server()
    await say(ellen, 'E2 said into the void')
    await say(ellen, 'E3 and once more')
    await say(maya, 'M2 while you were away')
    await say(maya, 'M3 are you there?')
    await see(ellen.page, /Connecting again/)
    await stack.restartServer()
    for (const text of ['M2 while you were away', 'M3 are you there?']) await hear(ellen, text)
    // Each is tried for nine seconds. If a slow start takes longer, the message has visibly failed and its sender tries
    // again.
    const failed = ellen.page.getByRole('log').getByRole('button', { name: 'Try again' })
    for (const text of ['E2 said into the void', 'E3 and once more']) {
      const arrived = maya.page.getByRole('log').getByText(text)
      const arrivesOrIsRetried = async () => {
        if (await failed.first().isVisible()) await failed.first().click({ timeout: 1_000 })
        return arrived.isVisible()
      }
      await expect.poll(arrivesOrIsRetried, { timeout: 120_000 }).toBe(true)
    }
    await ellen.page.getByText(/Connecting again/).waitFor({ state: 'hidden' })
    const truth = (await stored()).map((content) => content.split('\n')[0])
    await expect.poll(() => log(ellen)).toEqual(truth)
    await expect.poll(() => log(maya)).toEqual(truth)
    expect(new Set(truth).size).toBe(truth.length)
  })

  test('get a refused message back in the composer, and resending it stores it once', async () => {
    const { page } = maya
    const failing = '**/api/conversations/*/messages'
    await page.route(failing, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, body: '{}' })
        : route.continue(),
    )
    await say(maya, 'M4 refused at first')
    await seeToast(maya, 'Failed to send message')
    expect(await line(page).inputValue()).toBe('M4 refused at first')
    await page.unrouteAll({ behavior: 'wait' })
    await line(page).press('Enter')
    await hear(ellen, 'M4 refused at first')
    expect(await line(page).inputValue()).toBe('')
    expect((await stored()).filter((content) => content.startsWith('M4'))).toHaveLength(1)
    await expect
      .poll(() => log(maya))
      .toEqual((await stored()).map((content) => content.split('\n')[0]))
  })

  test('send files with and without text, which both can open', async () => {
    await chooseFiles(ellen, [await pngFile('shelf.png'), pdf('brief.pdf')])
    await ellen.page.getByRole('button', { name: 'Remove shelf.png' }).waitFor()
    await say(ellen, 'E5 Like this shelf.')
    for (const { page } of [maya, ellen]) {
      const log = page.getByRole('log')
      await log.getByText('E5 Like this shelf.').waitFor()
      await opens(log.getByRole('link', { name: 'Open shelf.png' }))
      await opens(log.getByRole('link', { name: /brief\.pdf/ }))
    }
    await chooseFiles(maya, [await pngFile('mug.png')])
    const size = maya.page.viewportSize() ?? { width: 390, height: 844 }
    expect(await violationsOf(maya.page)).toEqual([])
    await maya.page.setViewportSize(size)
    await maya.page.getByRole('button', { name: 'Send message' }).click()
    for (const { page } of [maya, ellen])
      await opens(page.getByRole('log').getByRole('link', { name: 'Open mug.png' }))
    await ellen.page.getByRole('link', { name: /1 file/ }).waitFor()
  })

  test('learn immediately which files cannot be attached, and can retry an upload that failed', async () => {
    const { page } = maya
    const words = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Words.') }
    await chooseFiles(maya, [words])
    await see(page, /File type must be one of \.mp4/)
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => pngFile(`${n}.png`, 20, 20)))
    await chooseFiles(maya, six)
    await see(page, 'Too many files')
    const uploads = '**/storage/uploads'
    await page.route(uploads, (route) =>
      route.fulfill({ status: 413, json: { message: 'Your account’s storage is full.' } }),
    )
    await chooseFiles(maya, [await pngFile('late.png')])
    await see(page, 'Your account’s storage is full.')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Try late.png again' }).click()
    await page.getByText('Your account’s storage is full.').waitFor({ state: 'hidden' })
    // Once it has arrived, only its size is shown: "0 of 1 KB" means that it is on its way, and the log shows sizes of
    // its own.
    await page
      .locator('form')
      .getByRole('listitem')
      .filter({ hasText: 'late.png' })
      .getByText(/^\d+\sKB$/)
      .waitFor()
  })

  test('keep a half-written message with its files across a reload, and send it once even if the response is lost', async () => {
    const { page } = maya
    await line(page).fill('M6 kept over a reload')
    await page.reload()
    await page.getByRole('button', { name: 'Remove late.png' }).waitFor()
    expect(await line(page).inputValue()).toBe('M6 kept over a reload')
    // The response is lost: the message was stored all the same, and sending it again yields the same message.
    const sending = '**/api/conversations/*/messages'
    await page.route(sending, async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await route.abort()
    })
    await line(page).press('Enter')
    await hear(ellen, 'M6 kept over a reload')
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await hear(maya, 'M6 kept over a reload')
    await page.getByRole('log').getByRole('link', { name: 'Open late.png' }).waitFor()
    expect(await line(page).inputValue()).toBe('')
    expect((await stored()).filter((content) => content.startsWith('M6'))).toHaveLength(1)
  })

  test('are warned before sending a message about paying outside, may still send it, and its reader sees a safety note', async () => {
    const text = 'E8 Can I pay you outside of the platform?'
    const { page } = ellen
    const isStored = async () => (await stored()).includes(text)
    await say(ellen, text)
    const warning = page.getByRole('alert').filter({ hasText: 'Outside of escrow nobody can help' })
    await see(page, 'Outside of escrow nobody can help you get your money back. Send anyway?')
    await warning.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1_440, height: 900 })
    // A second Enter, intended for the message, returns to it.
    await page.locator('button:focus').filter({ hasText: 'Edit message' }).waitFor()
    await page.keyboard.press('Enter')
    await warning.waitFor({ state: 'hidden' })
    expect(await page.locator('textarea:focus').count()).toBe(1)
    expect(await isStored()).toBe(false)

    await page.keyboard.press('Enter')
    await warning.waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await hear(maya, text)
    await hear(maya, 'It is safe to start when the money is held here.')
    await maya.page.getByRole('img', { name: 'Safety note' }).waitFor()
    expect(await line(page).inputValue()).toBe('')
    expect(await page.getByRole('img', { name: 'Safety note' }).count()).toBe(0)
    expect(await violationsOf(maya.page)).toEqual([])
    await maya.page.setViewportSize({ width: 390, height: 844 })
  })

  test('see the newest conversation beside the list on a wide screen, and Back returns to the previous page', async () => {
    await ellen.page.goto('/my-projects')
    await ellen.page.getByRole('link', { name: /^Messages/ }).click()
    await ellen.page.waitForURL(`**/messages/${conversation}`)
    await line(ellen.page).waitFor()
    await ellen.page.getByRole('region', { name: 'Conversations', exact: true }).waitFor()
    await ellen.page.goBack()
    await ellen.page.waitForURL('**/my-projects')
    await ellen.page.goForward()
    await line(ellen.page).waitFor()
    // A phone shows the list until the window becomes wide.
    await maya.page.goto('/messages')
    await maya.page.getByRole('region', { name: 'Conversations', exact: true }).waitFor()
    expect(await line(maya.page).count()).toBe(0)
    expect(new URL(maya.page.url()).pathname).toBe('/messages')
    await maya.page.setViewportSize({ width: 900, height: 844 })
    await line(maya.page).waitFor()
    await maya.page.setViewportSize({ width: 390, height: 844 })
    await line(maya.page).waitFor()
  })

  test('can write messages while offline, which are delivered once the network is back', async () => {
    await maya.context.setOffline(true)
    await say(maya, 'M5 from a tunnel')
    await see(maya.page, /Sends when you are back online/)
    await see(maya.page, /You are offline/)
    await say(ellen, 'E4 into the tunnel')
    await maya.context.setOffline(false)
    await hear(maya, 'E4 into the tunnel')
    await hear(ellen, 'M5 from a tunnel')
    // On a phone the list is behind the back button, newest on top.
    await maya.page.getByRole('link', { name: 'Back to conversations' }).click()
    await maya.page.getByRole('link', { name: /M5 from a tunnel|E4 into the tunnel/ }).waitFor()
    expect([...ellen.complaints, ...maya.complaints]).toEqual([])
  })
})
