import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREVIEW_STATE_WORDS, UNSEEN_HAND_IN } from '#contract/original-words.ts'
import { TEXT_BEGINNING } from '#contract/text-beginning.ts'
import { DELIVER_ANCHOR, paths } from '#contract/paths.ts'
import { incomingFolder } from '#server/uploads/incoming-files.ts'
import { type DemoMarket, fillWithDemo } from '#tests/support/demo-market.ts'
import {
  openWindow,
  type Person,
  see,
  seeToast,
  signIn,
  slowUploads,
} from '#tests/support/people.ts'
import { enter } from '#tests/support/market.ts'
import { applyTo, postProject } from '#tests/support/market-deals.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { pdfOf } from '#tests/support/pdfs.ts'
import { type PickedFile, pngFile } from '#tests/support/pictures.ts'
import { databaseOf } from '#tests/support/rows.ts'
import { drawnVideo, padded, undecodableVideo } from '#tests/support/videos.ts'
import { browser, stack, storyOnOwnStack, picturesOfFailures } from '#tests/support/stack-story.ts'

storyOnOwnStack()
picturesOfFailures(() => [seller, creator])

const MB = 1024 * 1024

let market: DemoMarket
let seller: Person
let creator: Person

beforeAll(async () => {
  market = await fillWithDemo(stack)
  const person = async (name: string, who: { email: string; password: string }, width: number) => {
    const entered = { ...(await openWindow(browser, stack, { name, width })), ...who }
    await signIn(entered)
    await entered.page.getByRole('button', { name: 'Account menu' }).waitFor()
    return entered
  }
  seller = await person('Ellen', market.seller, 1440)
  creator = await person('Maya', market.creator, 390)
})

const deal = () => `/projects/${market.projectIds['held']}`
/** While a version is reviewed, the form for the next one is hidden behind its title. */
async function choose(page: Page, file: PickedFile | string): Promise<void> {
  const input = page.locator('input[type=file]').first()
  const folded = page.getByRole('button', { name: /^Deliver version/, expanded: false })
  // While a part above it loads, the title is hidden (web/deal/Project.module.css).
  const shown = folded.filter({ visible: true })
  await input.or(shown).first().waitFor({ state: 'attached' })
  if (await folded.isVisible()) await folded.click()
  await input.setInputFiles(file)
}
/** Bytes of unfinished uploads on the server's disk: what a page has sent may not have arrived yet. */
function arrived(): number {
  const folder = incomingFolder(stack.dataDir)
  const uploads = readdirSync(folder).filter((name) => !name.includes('.'))
  return uploads.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}
const percent = async (page: Page) =>
  Number((await page.getByRole('progressbar').first().getAttribute('aria-valuenow')) ?? 'NaN')

/** What the checks below read from elements: the tests do not have the browser's types. */
interface Film {
  currentTime: number
  paused: boolean
  src: string
  pause(): void
  dispatchEvent(event: Event): boolean
}
interface Shown {
  naturalWidth: number
  alt: string
}
interface Drawing {
  width: number
  height: number
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
  }
}

/** Waits until the marked copy made of it plays. */
async function watch(work: Locator): Promise<void> {
  const film = work.locator(
    'video[src*="rendition=marked.mp4"][poster*="rendition=marked_poster.webp"]',
  )
  await film.waitFor({ timeout: 120_000 })
  await work.getByRole('button', { name: 'Play reel.mp4' }).click()
  await expect
    .poll(() => film.evaluate((one) => (one as unknown as Film).currentTime), { timeout: 120_000 })
    .toBeGreaterThan(0)
}

/** Opens the deliverables at the one that is waiting: the newest, as it is handed in. */
async function open(page: Page, name: string): Promise<Locator> {
  await page.goto(`${deal()}?tab=deliverables`)
  return page.getByRole('article', { name })
}

async function submit(person: Person): Promise<void> {
  await person.page.getByText('Uploaded', { exact: true }).waitFor()
  await person.page.getByRole('button', { name: 'Submit Deliverable' }).click()
  await seeToast(person, 'Deliverable submitted')
}

describe('files in the windows of a seller and a creator', () => {
  test('a video upload survives a lost connection and a reload without resending what has arrived', async () => {
    const { page } = creator
    // On disk: the file chosen again after the reload must be the same one, including its date.
    const video = join(stack.dataDir, 'reel.mp4')
    writeFileSync(video, padded(drawnVideo({ width: 640, height: 360, seconds: 3 }), 4 * MB))
    const offsets: number[] = []
    page.on('request', (request) => {
      const offset = request.headers()['upload-offset']
      if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
    })
    let lost = 0
    page.on('requestfailed', (request) => {
      if (request.method() === 'PATCH') lost += 1
    })
    await page.goto(deal())
    // Slow enough that it is still on its way when a busy machine has looked at it, twice.
    await slowUploads(creator, 250_000)
    await choose(page, video)
    await expect.poll(() => percent(page), { timeout: 120_000 }).toBeGreaterThan(15)
    await see(page, / s left$/)
    await expect.poll(arrived, { timeout: 120_000 }).toBeGreaterThan(0)

    await stack.kill9Server()
    await expect.poll(() => lost, { timeout: 120_000 }).toBeGreaterThan(0)
    await stack.restartServer()
    await expect.poll(() => offsets.length, { timeout: 120_000 }).toBeGreaterThan(1)
    const afterLoss = offsets.at(-1) ?? 0
    expect(afterLoss).toBeGreaterThan(0)
    await expect.poll(() => percent(page), { timeout: 120_000 }).toBeGreaterThan(45)
    await expect.poll(arrived, { timeout: 120_000 }).toBeGreaterThan(afterLoss)

    await page.reload()
    await see(page, /^reel\.mp4 stopped at \d\d%$/)
    await slowUploads(creator, null)
    await choose(page, video)
    await submit(creator)
    expect(offsets.at(-1)).toBeGreaterThan(afterLoss)
  })

  test('the seller watches the video in the page, and cannot download it before it is paid for', async () => {
    const { page } = seller
    const work = await open(page, 'reel.mp4')
    await work.getByText('0:03', { exact: true }).waitFor({ timeout: 120_000 })
    await watch(work)
    await work.getByText('The original opens once the payment is released.').waitFor()
    expect(await work.getByRole('link', { name: /^Download/ }).count()).toBe(0)
  })

  test('a video whose link has expired resumes where it was paused', async () => {
    // The creator's player has another link to continue with: the original, which is theirs.
    const { page } = creator
    await page.goto(deal())
    const work = page.getByRole('article', { name: 'reel.mp4' })
    await watch(work)
    const film = work.locator('video')
    const PLACE = 2
    const before = await film.evaluate((element, place) => {
      const one = element as unknown as Film
      one.pause()
      one.currentTime = place
      return one.src
    }, PLACE)
    // What a film does when its link has expired: the player takes the next one, here the link of the file itself.
    const endLink = () =>
      film.evaluate((element) => {
        ;(element as unknown as Film).dispatchEvent(new Event('error'))
      })
    const ended = [before]
    const stands = () =>
      film.evaluate((element, links) => {
        const { currentTime, paused, src } = element as unknown as Film
        return { currentTime, paused, newLink: !links.includes(src) }
      }, ended)
    const goesOn = { currentTime: PLACE, paused: true, newLink: true }
    await endLink()
    await expect.poll(stands).toEqual(goesOn)
    // The file's own link expires too, and nothing is left to try until the list has newer links. Links from the same
    // minute are identical: a fragment stands for the next minute's link.
    ended.push(await film.evaluate((element) => (element as unknown as Film).src))
    await page.route(/\/deliverables$/, async (route) => {
      const answer = await route.fetch()
      const list = await answer.text()
      await route.fulfill({
        response: answer,
        body: list.replaceAll(/signature=[\w-]+/g, '$&#renewed'),
      })
    })
    await endLink()
    await expect.poll(stands).toEqual(goesOn)
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(() => work.getByText('This browser cannot play the file.').count()).toBe(0)
  })

  test('a creator is warned that the brand cannot preview a file, and may wait for the money before handing it in', async () => {
    const { page } = creator
    const [ellen, maya] = [await enter(stack, market.seller), await enter(stack, market.creator)]
    const unpaid = await postProject(ellen, 'A still life nobody has paid for')
    const { id } = await applyTo(maya, unpaid)
    await ellen.call('applications.accept', { params: { id } })
    await page.goto(`/projects/${unpaid.id}`)
    await choose(page, {
      name: 'broken.mp4',
      mimeType: 'video/mp4',
      buffer: undecodableVideo(4_000),
    })
    await page.getByText(UNSEEN_HAND_IN.title).waitFor({ timeout: 120_000 })
    const send = page.getByRole('button', { name: 'Submit Deliverable' })
    expect(await send.isEnabled()).toBe(true)
    await page.getByLabel(UNSEEN_HAND_IN.wait).check()
    expect(await send.isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    // The file and the choice wait on this device; once the money is there, one press is enough.
    await page.reload()
    await page.getByText('broken.mp4', { exact: true }).waitFor()
    await page.getByText(UNSEEN_HAND_IN.waiting).waitFor()
    expect(await page.getByLabel(UNSEEN_HAND_IN.wait).isChecked()).toBe(true)
    expect(await send.isDisabled()).toBe(true)
    await databaseOf(stack, (query) =>
      query(
        `insert into payments (project_id, application_id, seller_id, creator_id, amount, status)
          select applications.project_id, applications.id, projects.seller_id, applications.creator_id,
            applications.proposed_price, 'held_in_escrow'
          from applications join projects on projects.id = project_id where applications.id = $1`,
        [id],
      ),
    )
    // Opened the way the notice about the money leads there.
    await page.goto('about:blank')
    await page.goto(paths.deliver(unpaid.id))
    await page.getByText(UNSEEN_HAND_IN.ready).waitFor()
    await page.locator(`#${DELIVER_ANCHOR}:focus`).waitFor()
    await send.click()
    await seeToast(creator, 'Deliverable submitted')
    await page.getByText(PREVIEW_STATE_WORDS.none).waitFor()
    // The brand is told that it would approve what it cannot see.
    await seller.page.goto(paths.projectTab(unpaid.id, 'deliverables'))
    await seller.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await seller.page.getByText('you would approve it unseen').waitFor()
    await seller.page.keyboard.press('Escape')
  })

  test('the seller sees a picture, a PDF and a text in the page, and compares two versions side by side', async () => {
    const pdf = {
      name: 'shots.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf('Shot list, page one'),
    }
    const text = {
      name: 'script.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        `Pour. Pause. Sip.\n${'The kettle stays out of frame.\n'.repeat(3)}Fade.`,
      ),
    }
    const { page } = seller
    const handIn = async (file: PickedFile): Promise<Locator> => {
      await creator.page.goto(deal())
      await choose(creator.page, file)
      await submit(creator)
      return open(page, file.name)
    }
    const still = (await handIn(await pngFile('still.png', 1_200, 900))).getByRole('img', {
      name: 'still.png',
    })
    await expect
      .poll(() => still.evaluate((one) => (one as unknown as Shown).naturalWidth), {
        timeout: 120_000,
      })
      .toBeGreaterThan(1_000)

    // Its beginning: the rest opens with the money.
    const script = await handIn(text)
    await script.getByText('Pour. Pause. Sip.').waitFor()
    expect(await script.getByText('Fade.').count()).toBe(0)
    await script.getByText(TEXT_BEGINNING.brand).waitFor()

    const shots = await handIn(pdf)
    await shots.getByText('Page 1. Shot list, page one').waitFor({ state: 'attached' })
    const dark = await shots.locator('canvas').evaluate((element) => {
      const canvas = element as unknown as Drawing
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      return data.filter((value, index) => index % 4 === 0 && value < 100).length
    })
    expect(dark).toBeGreaterThan(100)

    await page.getByRole('button', { name: 'Compare versions' }).first().click()
    const sides = page.getByRole('dialog')
    await sides
      .getByLabel('Right side')
      .getByText('Shot list')
      .first()
      .waitFor({ state: 'attached' })
    await sides.getByLabel('Left side').getByText('Pour. Pause. Sip.').waitFor()
    await sides.getByLabel('Version on the left').selectOption({ index: 2 })
    await sides.getByLabel('Left side').getByRole('img', { name: 'still.png' }).waitFor()
  })

  test('product images are reordered by keyboard, and keep their order', async () => {
    const { page } = seller
    await page.goto(`/post-project?edit=${market.projectIds['draft']}`)
    const squares = page.locator('li[data-id]')
    await squares.first().waitFor()
    while ((await squares.count()) > 0)
      await squares
        .first()
        .getByLabel(/^Remove/)
        .click()
    await page
      .locator('input[type=file]')
      .setInputFiles([
        await pngFile('first.png', 300, 300),
        await pngFile('second.png', 320, 320),
        await pngFile('third.png', 340, 340),
      ])
    const names = () =>
      squares.locator('img').evaluateAll((all) => all.map((one) => (one as unknown as Shown).alt))
    await expect.poll(names).toEqual(['first.png', 'second.png', 'third.png'])
    await page.getByLabel('Move third.png earlier').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(names).toEqual(['first.png', 'third.png', 'second.png'])
    await page.keyboard.press('ArrowLeft')
    await expect.poll(names).toEqual(['third.png', 'first.png', 'second.png'])
    await page.getByText('third.png is picture 1 of 3').waitFor({ state: 'attached' })
    await page.getByLabel('Remove first.png').click()

    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await seeToast(seller, 'Project saved as draft!')
    await page.goto(`/post-project?edit=${market.projectIds['draft']}`)
    await expect.poll(() => squares.count()).toBe(2)
    const kept = await databaseOf(stack, (query) =>
      query<{ file_name: string }>(
        `select files.file_name
          from projects, unnest(product_images) with ordinality as image (address, place)
          join files on '/storage/public/' || files.path = split_part(image.address, '#', 1)
          where projects.id = $1 order by image.place`,
        [market.projectIds['draft']],
      ),
    )
    expect(kept.map((file) => file.file_name)).toEqual(['third.png', 'second.png'])
  })

  test('a creator uploads portfolio pieces, captions them and chooses the cover, by keyboard and by drag', async () => {
    const { page } = creator
    await page.goto('/profile/edit')
    const squares = page.locator('li[data-id]')
    await squares.first().waitFor()
    while ((await squares.count()) > 0)
      await squares
        .first()
        .getByLabel(/^Remove/)
        .click()
    const pick = async (file: PickedFile) =>
      page.locator('input[type=file][accept*=video]').setInputFiles(file)
    await pick(await pngFile('mug.png', 300, 400))
    await expect.poll(() => squares.count()).toBe(1)
    await pick({
      name: 'reel.mp4',
      mimeType: 'video/mp4',
      buffer: drawnVideo({ width: 90, height: 160 }),
    })
    await expect.poll(() => squares.count()).toBe(2)
    await page.getByLabel('Portfolio URL').fill('films.example/bread')
    await page.getByLabel('Portfolio URL').press('Enter')
    await page.getByLabel('Caption of piece 2').fill('Bread week')
    expect(await squares.nth(0).getByText('Cover').count()).toBe(1)
    await page.getByLabel('Move Bread week earlier').focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('Bread week is piece 1 of 3').waitFor({ state: 'attached' })
    expect(await squares.nth(0).getByText('Cover').count()).toBe(1)
    // A drag moves it to the end and back.
    const picture = (place: number) => squares.nth(place).locator('[draggable=true]')
    await picture(0).dragTo(picture(2))
    await page.getByText('Bread week is piece 3 of 3').waitFor({ state: 'attached' })
    await picture(2).dragTo(picture(0))
    await page.getByText('Bread week is piece 1 of 3').waitFor({ state: 'attached' })
    // A drag leaves the page scrolled, and its sticky bar may cover half of a button, which then counts as too small.
    await page.evaluate('scrollTo(0, 0)')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save Profile' }).click()
    await seeToast(creator, 'Profile Updated')

    const tiles = page.getByRole('link', { name: /^Open portfolio piece/ })
    await expect.poll(() => tiles.count()).toBe(3)
    expect(await tiles.nth(0).getAttribute('aria-label')).toBe('Open portfolio piece 1, Bread week')
    await page.locator('figcaption', { hasText: 'Bread week' }).waitFor()
    const kept = await databaseOf(stack, (query) =>
      query<{ address: string; type: string | null }>(
        `select split_part(piece.address, '#', 1) as address, files.file_type as type
          from profiles, unnest(portfolio_urls) with ordinality as piece (address, place)
          left join files on '/storage/public/' || files.path = split_part(piece.address, '#', 1)
          where profiles.email = $1 order by piece.place`,
        [market.creator.email],
      ),
    )
    expect(kept.map(({ type, address }) => type ?? address)).toEqual([
      'video/mp4',
      'image/webp',
      'https://films.example/bread',
    ])
  })

  test('no page reported an error', () => {
    expect([...seller.complaints, ...creator.complaints]).toEqual([])
  })
})
