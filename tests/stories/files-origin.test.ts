import type { Locator, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import { type DemoMarket, fillWithDemo } from '#tests/support/demo-market.ts'
import { openWindow, type Person, seeToast, signIn } from '#tests/support/people.ts'
import { pdfOf } from '#tests/support/pdfs.ts'
import { type PickedFile, pngFile } from '#tests/support/pictures.ts'
import {
  browser,
  picturesOfFailures,
  pool,
  stack,
  storyOnOwnStack,
} from '#tests/support/stack-story.ts'
import { drawnVideo } from '#tests/support/videos.ts'

// Pages are at localhost. Browsers count the number as another site, although the same process listens.
storyOnOwnStack((port) => ({ PRIVATE_FILES_URL: `http://127.0.0.1:${port}` }))
picturesOfFailures(() => [seller, creator])

let market: DemoMarket
let seller: Person
let creator: Person
let filesOrigin: string
/** Every request of both windows for a private file. */
const asked: Request[] = []
/** What a page's policy kept out, as the browser says it. */
const keptOut: string[] = []

beforeAll(async () => {
  market = await fillWithDemo(stack)
  filesOrigin = stack.url.replace('localhost', '127.0.0.1')
  const person = async (name: string, who: { email: string; password: string }) => {
    const entered = { ...(await openWindow(browser, stack, { name })), ...who }
    entered.context.on('request', (request) => {
      if (request.url().includes('/storage/private/')) asked.push(request)
    })
    entered.page.on('console', (line) => {
      if (/Content Security Policy|CORS|Cross-Origin/i.test(line.text())) keptOut.push(line.text())
    })
    await signIn(entered)
    await entered.page.getByRole('button', { name: 'Account menu' }).waitFor()
    return entered
  }
  seller = await person('Ellen', market.seller)
  creator = await person('Maya', market.creator)
})

const deal = () => `/projects/${market.projectIds['held']}`

/** Hands a file in, and opens what the brand sees of it. */
async function handIn(file: PickedFile): Promise<Locator> {
  const { page } = creator
  await page.goto(deal())
  const input = page.locator('input[type=file]').first()
  const folded = page.getByRole('button', { name: /^Deliver version/, expanded: false })
  await input.or(folded).first().waitFor({ state: 'attached' })
  if (await folded.isVisible()) await folded.click()
  await input.setInputFiles(file)
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Submit Deliverable' }).click()
  await seeToast(creator, 'Deliverable submitted')
  await seller.page.goto(`${deal()}?tab=deliverables`)
  return seller.page.getByRole('article', { name: file.name })
}

/** What the questions below ask of elements: the tests know no browser's types. */
interface Film {
  currentTime: number
}
interface Shown {
  naturalWidth: number
}
interface Drawing {
  width: number
  height: number
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
  }
}

describe('private files from an origin of their own', () => {
  test('a video plays in the page', async () => {
    const work = await handIn({
      name: 'reel.mp4',
      mimeType: 'video/mp4',
      buffer: drawnVideo({ width: 640, height: 360, seconds: 3 }),
    })
    const film = work.locator(`video[src^="${filesOrigin}/storage/private/"]`)
    await film.waitFor({ timeout: 120_000 })
    await work.getByRole('button', { name: 'Play reel.mp4' }).click()
    await expect
      .poll(() => film.evaluate((one) => (one as unknown as Film).currentTime), {
        timeout: 120_000,
      })
      .toBeGreaterThan(0)
  })

  test('a PDF and a text are read there', async () => {
    const shots = await handIn({
      name: 'shots.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf('Shot list, page one'),
    })
    await shots.getByText('Page 1. Shot list, page one').waitFor({ state: 'attached' })
    const dark = await shots.locator('canvas').evaluate((element) => {
      const canvas = element as unknown as Drawing
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.filter((value, index) => index % 4 === 0 && value < 100).length
    })
    expect(dark).toBeGreaterThan(100)
    const script = await handIn({
      name: 'script.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Pour. Pause. Sip.\n${'The kettle stays out of frame.\n'.repeat(3)}`),
    })
    await script.getByText('Pour. Pause. Sip.').waitFor()
  })

  test('a creator saves their own work under its name', async () => {
    const { page } = creator
    await page.goto(deal())
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download script.txt' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('script.txt')
    expect(new URL(saved.url()).origin).toBe(filesOrigin)
  })

  test('a picture in a conversation shows, and opened by itself it is on that origin', async () => {
    const { id } = await oneRow<{ id: string }>(
      pool,
      sql`select id from conversations where project_id = ${market.projectIds['held']}`,
    )
    await creator.page.goto(`/messages/${id}`)
    await creator.page
      .locator('form input[type=file]')
      .setInputFiles(await pngFile('still.png', 1_200, 900))
    await creator.page.getByRole('textbox', { name: /^Message/ }).fill('A still.')
    await creator.page.getByRole('textbox', { name: /^Message/ }).press('Enter')
    await seller.page.goto(`/messages/${id}`)
    const tile = seller.page.getByRole('link', { name: 'Open still.png' })
    const width = (page: Page | Locator) =>
      page
        .locator('img')
        .first()
        .evaluate((one) => (one as unknown as Shown).naturalWidth)
    await expect.poll(() => width(tile), { timeout: 120_000 }).toBeGreaterThan(100)
    const opening = seller.context.waitForEvent('page')
    await tile.click()
    const opened = await opening
    expect(new URL(opened.url()).origin).toBe(filesOrigin)
    await expect.poll(() => width(opened)).toBe(1_200)
    await opened.close()
  })

  test('nothing of a session travels there, and no policy kept anything out', async () => {
    expect(asked.length).toBeGreaterThan(5)
    for (const request of asked) {
      expect(new URL(request.url()).origin).toBe(filesOrigin)
      const headers = await request.allHeaders()
      expect(headers['cookie']).toBeUndefined()
      expect(headers['authorization']).toBeUndefined()
    }
    expect(keptOut).toEqual([])
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})
