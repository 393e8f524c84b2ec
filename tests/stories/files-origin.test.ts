import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneRow, sql } from '#server/db/sql.ts'
import { type DemoMarket, fillWithDemo } from '#tests/support/demo-market.ts'
import { holdBack } from '#tests/support/hold-back.ts'
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

// Pages are on localhost. Browsers treat the numeric address as another site, although the same process listens there.
storyOnOwnStack((port) => ({
  PRIVATE_FILES_URL: `http://127.0.0.1:${port}`,
  // The payment provider's sandbox would report to the numeric address.
  SANDBOX_WEBHOOK_URL: `http://localhost:${port}/webhooks/stripe`,
}))
picturesOfFailures(() => [seller, creator])

let market: DemoMarket
let seller: Person
let creator: Person
let filesOrigin: string
/** Every request for a private file, from both windows. */
const asked: { url: string; headers: Promise<Record<string, string>> }[] = []
/** What a page's policy blocked, as the browser reports it. */
const keptOut: string[] = []

beforeAll(async () => {
  market = await fillWithDemo(stack)
  filesOrigin = stack.url.replace('localhost', '127.0.0.1')
  const person = async (name: string, who: { email: string; password: string }) => {
    const entered = { ...(await openWindow(browser, stack, { name })), ...who }
    entered.context.on('request', (request) => {
      if (!request.url().includes('/storage/private/')) return
      asked.push({ url: request.url(), headers: request.allHeaders() })
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

/** Hands in a file; its creator sees it at once, and a brand's copies come through the same links. */
async function handIn(file: PickedFile): Promise<Locator> {
  const { page } = creator
  await page.goto(deal())
  const input = page.locator('input[type=file]').first()
  const folded = page.getByRole('button', { name: /^Deliver version/, expanded: false })
  // While a part above it loads, the title is hidden (web/deal/Project.module.css).
  const shown = folded.filter({ visible: true })
  await input.or(shown).first().waitFor({ state: 'attached' })
  if (await folded.isVisible()) await folded.click()
  await input.setInputFiles(file)
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Submit Deliverable' }).click()
  await seeToast(creator, 'Deliverable submitted')
  return page.getByRole('article', { name: file.name })
}

/** What the checks below read from elements: the tests do not have the browser's types. */
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

describe('private files on a separate origin', () => {
  test('a video plays in the page', async () => {
    const work = await handIn({
      name: 'reel.mp4',
      mimeType: 'video/mp4',
      buffer: drawnVideo({ width: 640, height: 360, seconds: 3 }),
    })
    const film = work.locator(`video[src^="${filesOrigin}/storage/private/"]`)
    await film.waitFor()
    await work.getByRole('button', { name: 'Play reel.mp4' }).click()
    await expect
      .poll(() => film.evaluate((one) => (one as unknown as Film).currentTime), {
        timeout: 120_000,
      })
      .toBeGreaterThan(0)
  })

  test('a PDF is rendered in the page', async () => {
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
  })

  test('a creator downloads their own work under its file name', async () => {
    const { page } = creator
    await page.goto(deal())
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download shots.pdf' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('shots.pdf')
    expect(new URL(saved.url()).origin).toBe(filesOrigin)
  })

  test('a picture in a conversation is shown, and opens on that origin', async () => {
    const { id } = await oneRow<{ id: string }>(
      pool,
      sql`select id from conversations where project_id = ${market.projectIds['held']}`,
    )
    // The page stands before its app: what is chosen then is kept.
    const letThrough = await holdBack(creator.page, '**/assets/app-*.js')
    await creator.page.goto(`/messages/${id}`, { waitUntil: 'commit' })
    await creator.page
      .locator('form input[type=file]')
      .setInputFiles(await pngFile('still.png', 1_200, 900))
    letThrough()
    await creator.page
      .getByRole('img', { name: 'still.png' })
      .or(creator.page.getByText('still.png'))
      .first()
      .waitFor()
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
    const [opened] = await Promise.all([seller.context.waitForEvent('page'), tile.click()])
    await opened.waitForLoadState()
    expect(new URL(opened.url()).origin).toBe(filesOrigin)
    await expect.poll(() => width(opened)).toBe(1_200)
    await opened.close()
  })

  test('no request to that origin carries a cookie or token, and no browser policy blocks one', async () => {
    expect(asked.length).toBeGreaterThan(3)
    for (const { url } of asked) expect(new URL(url).origin).toBe(filesOrigin)
    // Some belong to pages that were left before their headers were known.
    const sent = (await Promise.allSettled(asked.map(({ headers }) => headers))).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
    expect(sent.length).toBeGreaterThan(1)
    for (const headers of sent) {
      expect(headers['cookie']).toBeUndefined()
      expect(headers['authorization']).toBeUndefined()
    }
    expect(keptOut).toEqual([])
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})
