import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { frameAt, msOfFrame } from '#contract/frames.ts'
import { type Media, previewRate, type Rate } from '#contract/media.ts'
import { TEXT_BEGINNING } from '#contract/text-beginning.ts'
import { paths } from '#contract/paths.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import type { NewNote, ReviewRoom, ReviewVersion } from '#contract/review-note-schemas.ts'
import { violationsOf } from '#tests/support/axe.ts'
import { sessionOf } from '#scripts/demo/session.ts'
import { applyTo, postProject } from '#tests/support/market-deals.ts'
import {
  creator,
  ellen,
  maya,
  seller,
  stack,
  storyOnDemoMarket,
  windowOf,
} from '#tests/support/market-story.ts'
import {
  isThere,
  NUMBERED,
  NUMBERED_RATES,
  type NumberedRate,
  numberedVideos,
} from '#tests/support/numbered-videos.ts'
import { see } from '#tests/support/people.ts'
import { pdfOf } from '#tests/support/pdfs.ts'
import { type PickedFile, pngFile } from '#tests/support/pictures.ts'
import { roomWords } from '#web/review/room-words.ts'

storyOnDemoMarket('windows')

/** How long preparing a version takes on a slow machine, in ms. */
const PREPARED_MS = 120_000

let films: Record<NumberedRate, Buffer>
/** A deal between Ellen and Maya in which nothing has been handed in yet. */
async function startDeal(title: string): Promise<string> {
  const project = await postProject(seller, title)
  const application = await applyTo(creator, project)
  await seller.call('applications.accept', { params: { id: application.id } })
  return project.id
}

/** Hands in a film as Maya, or another work. */
async function deliver(
  projectId: string,
  work: NumberedRate | PickedFile,
  answers: readonly { note_id: string; done: boolean; text: string | null }[] = [],
): Promise<string> {
  const { session } = creator
  const own = sessionOf(stack.url, session.access_token, session.user.id)
  const { name, mimeType, buffer } =
    typeof work === 'string'
      ? { name: `${work}.mp4`, mimeType: 'video/mp4', buffer: films[work] }
      : work
  const file = await own.upload('deliverable-files', name, mimeType, buffer, projectId)
  const { id } = await own.call('deliverables.submit', {
    params: { id: projectId },
    body: { file_id: file.id, notes: null, post_url: null, answers: [...answers] },
  })
  return id
}

const BLANK: Omit<NewNote, 'id'> = {
  kind: 'wish',
  body: 'Hold this.',
  file_position: 1,
  at_ms: null,
  until_ms: null,
  page: null,
  place: null,
  drawing: null,
}

/** A draft of Ellen's. */
async function draft(deliverableId: string, note: Partial<NewNote>): Promise<string> {
  const { id } = await seller.call('review.save_draft', {
    params: { id: deliverableId },
    body: { ...BLANK, id: randomUUID(), ...note },
  })
  return id
}

const roomOf = (deliverableId: string): Promise<ReviewRoom> =>
  seller.call('review.room', { params: { id: deliverableId } })

/** Waits until there is something to look at. */
const shown = (deliverableId: string): Promise<ReviewVersion> =>
  vi.waitFor(
    async () => {
      const { versions } = await roomOf(deliverableId)
      const found = versions.find(({ id }) => id === deliverableId)
      if (!found?.preview_url) throw new Error('not prepared yet')
      return found
    },
    { timeout: PREPARED_MS, interval: 500 },
  )
/** The same for a film, and what is known about it. */
async function prepared(deliverableId: string): Promise<Media> {
  const { media } = await shown(deliverableId)
  if (!media) throw new Error('a film of which nothing is known')
  return media
}

/** The members of elements that the checks below use: the tests have no browser types. */
interface Film {
  videoWidth: number
  videoHeight: number
  ownerDocument: { createElement(name: 'canvas'): Canvas }
}
interface Canvas {
  width: number
  height: number
  getContext(kind: '2d'): {
    drawImage(film: unknown, x: number, y: number, width: number, height: number): void
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
  }
}

/** The number of the frame that a player shows, read from its pixels. */
const burnedIn = (film: Locator): Promise<number> =>
  film.evaluate((element, { width, height, bit, bits }) => {
    const canvas = (element as unknown as Film).ownerDocument.createElement('canvas')
    Object.assign(canvas, { width, height })
    const context = canvas.getContext('2d')
    context.drawImage(element, 0, 0, width, height)
    let number = 0
    for (let at = 0; at < bits; at += 1) {
      const [red = 0] = context.getImageData(at * bit + bit / 2, bit / 2, 1, 1).data
      if (red > 127) number += 2 ** at
    }
    return number
  }, NUMBERED)

/** A finger on a phone's screen: unlike a finger, a mouse is never taken from a button in order to scroll. */
async function fingerOn(page: Page) {
  const screen = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number }[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: at })
  return {
    down: (x: number, y: number) => touch('touchStart', [{ x, y }]),
    move: (x: number, y: number) => touch('touchMove', [{ x, y }]),
    up: () => touch('touchEnd', []),
  }
}

beforeAll(() => {
  films = numberedVideos()
})

describe('frames', () => {
  const RATES = Object.keys(NUMBERED_RATES) as NumberedRate[]
  /** Moments of each film in ms: its beginning, next to the edges of frames, at whole seconds, near its end. */
  const NOTED = [0, 45, 545, 1_001, 1_965, 2_465]
  const PRESSED =
    'ArrowRight ArrowRight ArrowRight Shift+ArrowRight ArrowLeft ArrowLeft ArrowRight Shift+ArrowRight ArrowLeft Shift+ArrowLeft ArrowRight ArrowLeft ArrowRight'

  const sourceRate = (name: NumberedRate): Rate => {
    const [num = 0, den = 1] = NUMBERED_RATES[name].split('/').map(Number)
    return { num, den }
  }

  /** The number burned into the frame that the film shows at a given moment. */
  function shownAt(name: NumberedRate, ms: number): number {
    const frame = frameAt(ms, sourceRate(name))
    return isThere(name, frame) ? frame : frame - 1
  }

  test('200 of 200 seeks, by key and by clicking a note, land on the intended frame', async () => {
    const project = await startDeal('Frames')
    const versions = new Map<NumberedRate, string>()
    for (const name of RATES) {
      const id = await deliver(project, name)
      versions.set(name, id)
      for (const at_ms of NOTED) await draft(id, { at_ms })
    }
    const landed: string[] = []
    const missed: string[] = []
    for (const [name, id] of versions) {
      const rate = previewRate(await prepared(id))
      await ellen.goto(paths.review(project, id))
      const film = ellen.locator('video')
      const check = async (how: string, frame: number) => {
        await ellen.locator(`video[data-frame="${frame}"]`).waitFor()
        const [found, meant] = [await burnedIn(film), shownAt(name, msOfFrame(frame, rate))]
        if (found === meant) landed.push(how)
        else missed.push(`${name}, ${how}: ${found} instead of ${meant}`)
      }
      // Only those of this film: the newest version also lists the drafts of the others.
      const heads = ellen
        .getByRole('listitem')
        .filter({ hasNotText: 'From version' })
        .getByRole('button', { name: /^Note / })
      await expect.poll(() => heads.count()).toBe(NOTED.length)
      // Forwards, and back again.
      for (const at of [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 5, 0]) {
        await heads.nth(at).click()
        await check(`note at ${NOTED[at]} ms`, frameAt(NOTED[at] ?? 0, rate))
      }
      let frame = 0
      for (const key of PRESSED.split(' ')) {
        await ellen.keyboard.press(key)
        const seconds = key.startsWith('Shift') ? 1_000 : 0
        const way = key.endsWith('Right') ? 1 : -1
        frame = seconds ? frameAt(msOfFrame(frame, rate) + way * seconds, rate) : frame + way
        await check(key, frame)
      }
    }
    expect(missed).toEqual([])
    expect(landed).toHaveLength(200)
  })
})
/** Violations in any theme and width; the window is resized back afterwards. */
async function violations(page: Page): Promise<string[]> {
  const found = await violationsOf(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

/** The text in a room's list, note by note. */
const listed = (page: Page): Locator =>
  page.getByRole('region', { name: 'List of notes' }).getByRole('listitem')
const noteField = (page: Page): Locator => page.getByRole('textbox', { name: 'Note' })
const enter = async (page: Page, project: string, deliverable: string): Promise<void> => {
  await page.goto(paths.review(project, deliverable))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('video').first().waitFor()
  // A key pressed before the room listens would be lost; it listens long before its film has arrived.
  await expect.poll(() => page.evaluate(`document.querySelector('video').readyState`)).not.toBe(0)
}

describe('a review, from both sides', () => {
  let project: string
  let first: string
  let second: string

  beforeAll(async () => {
    project = await startDeal('Two cuts of a mug')
    first = await deliver(project, '25')
    await prepared(first)
  })

  test('notes are written by keys alone, survive a reload and a failure, and stay with the brand until sent', async () => {
    await enter(ellen, project, first)
    await enter(maya, project, first)
    await ellen.keyboard.press('Shift+ArrowRight')
    await ellen.keyboard.press('c')
    await ellen.keyboard.type('Logo cut off, look at it.')
    // In a text field, the room's keys are letters.
    expect(await noteField(ellen).inputValue()).toBe('Logo cut off, look at it.')
    await ellen.getByText('At 0:01 f0').waitFor()
    await ellen.reload()
    await expect.poll(() => noteField(ellen).inputValue()).toBe('Logo cut off, look at it.')
    await ellen.getByText('At 0:01 f0').waitFor()

    await ellen.keyboard.press('Escape')
    await noteField(ellen).press('Escape')
    await ellen.keyboard.press('d')
    const pad = ellen.getByRole('application')
    await pad.focus()
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter'])
      await pad.press(key)
    await ellen.getByRole('button', { name: '1 shape' }).waitFor()
    await ellen.route('**/review/notes', (route) => route.abort())
    await ellen.getByRole('button', { name: 'Add note' }).press('Enter')
    await ellen.getByText('We could not reach the server.').first().waitFor()
    expect(await noteField(ellen).inputValue()).toBe('Logo cut off, look at it.')
    await ellen.unrouteAll({ behavior: 'wait' })
    // What is typed while a note is being saved is the next note, which cannot be sent before.
    const isTyped = Promise.withResolvers<void>()
    let sent = 0
    await ellen.route('**/review/notes', async (route) => {
      sent += 1
      await isTyped.promise
      return route.fallback()
    })
    await noteField(ellen).press('Control+Enter')
    await noteField(ellen).press('End')
    await noteField(ellen).pressSequentially(' And the steam')
    await noteField(ellen).press('Control+Enter')
    isTyped.resolve()
    await listed(ellen).getByText('Logo cut off, look at it.', { exact: true }).waitFor()
    await expect.poll(() => noteField(ellen).inputValue()).toBe('And the steam')
    expect(sent).toBe(1)
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })

    // A range: it includes its last frame.
    await ellen.locator('main').press('i')
    await ellen.keyboard.press('ArrowRight')
    await ellen.keyboard.press('ArrowRight')
    await ellen.keyboard.press('o')
    await ellen.getByRole('button', { name: 'Praise' }).press('Enter')
    await noteField(ellen).fill('Lovely steam.')
    await ellen.getByRole('button', { name: 'Add note' }).press('Enter')
    await listed(ellen).nth(1).waitFor()
    const [must, praise] = (await roomOf(first)).notes
    expect(must).toMatchObject({ kind: 'must', at_ms: 1_000, status: 'draft' })
    expect(must?.drawing?.shapes).toHaveLength(1)
    expect(praise).toMatchObject({ kind: 'praise', at_ms: 0, until_ms: 120 })
    expect(await listed(maya).count()).toBe(0)
    expect(await violations(ellen), 'the room with drafts').toEqual([])
  })

  test('notes are sent together, and arrive, are answered, resolved and reopened without a reload', async () => {
    await ellen.getByRole('button', { name: 'Request changes (2)' }).click()
    await ellen.getByRole('button', { name: 'Request changes', exact: true }).click()
    await listed(maya).nth(1).waitFor()
    const spoken = 'Note 2 of 2, at 0 minutes 1 second frame 0, must change, open'
    await listed(maya).getByRole('button', { name: spoken }).click()
    await maya.locator('video[data-frame="25"]').waitFor()
    await maya.locator('[data-drawing]').waitFor()

    const card = listed(maya).filter({ hasText: 'Logo cut off' })
    await card.getByRole('button', { name: 'Answer' }).click()
    await card.getByRole('button', { name: 'Not done' }).click()
    await card.getByRole('button', { name: 'Send answer' }).click()
    await card.getByText('Say why it was not done.').waitFor()
    await card.getByRole('textbox').fill('The label is printed there.')
    await card.getByRole('button', { name: 'Send answer' }).click()
    await listed(ellen).getByText('The label is printed there.').waitFor()

    const own = listed(ellen).filter({ hasText: 'Logo cut off' })
    await own.getByRole('button', { name: 'Reopen' }).click()
    await own.getByRole('button', { name: 'Reply' }).click()
    await own.getByRole('textbox').fill('Then turn the mug.')
    // The response is lost: sent again after a reload, it is the same reply.
    await ellen.route(/\/replies$/, async (route) => {
      await route.fetch()
      return route.abort()
    })
    await own.getByRole('button', { name: 'Send reply' }).click()
    await own.getByText('We could not reach the server.').waitFor()
    await ellen.unrouteAll({ behavior: 'ignoreErrors' })
    await ellen.reload()
    await own.getByRole('button', { name: 'Reply' }).click()
    expect(await own.getByRole('textbox').inputValue()).toBe('Then turn the mug.')
    await own.getByRole('button', { name: 'Send reply' }).click()
    await own.getByRole('textbox').waitFor({ state: 'detached' })
    expect(await listed(ellen).getByText('Then turn the mug.').count()).toBe(1)
    await listed(maya).getByText('Then turn the mug.').waitFor()
    const readAs = (status: string) =>
      listed(maya)
        .getByRole('button', { name: new RegExp(`must change, ${status}$`) })
        .waitFor()
    await own.getByRole('button', { name: 'Resolve' }).click()
    await readAs('resolved')
    await own.getByRole('button', { name: 'Reopen' }).click()
    await readAs('open')
    expect(await violations(maya), 'the creator’s room').toEqual([])
  })

  test('each side sees where the other is, and catches up on replies missed while offline', async () => {
    await maya.getByText('is here').waitFor()
    await maya.locator('main').focus()
    await maya.keyboard.press('Shift+ArrowRight')
    await ellen.getByRole('button', { name: /^Go to where Maya Okafor is, 0:02 f0$/ }).click()
    await ellen.locator('video[data-frame="50"]').waitFor()

    await maya.context().setOffline(true)
    const room = await roomOf(first)
    const praise = room.notes.find(({ kind }) => kind === 'praise')
    await seller.call('review.reply', {
      params: { id: praise?.id ?? '' },
      body: { id: randomUUID(), body: 'Really.' },
    })
    await maya.context().setOffline(false)
    await listed(maya).getByText('Really.').waitFor()
  })

  test('a film whose link has expired continues at the same frame', async () => {
    await enter(ellen, project, first)
    const film = ellen.locator('video')
    await ellen.locator('main').focus()
    for (const frame of [25, 50]) {
      await ellen.keyboard.press('Shift+ArrowRight')
      await ellen.locator(`video[data-frame="${frame}"]`).waitFor()
    }
    // Links made within the same minute are identical: a fragment stands in for the next minute's link.
    await ellen.route(/\/review$/, async (route) => {
      const response = await route.fetch()
      const room = await response.text()
      await route.fulfill({
        response,
        body: room.replaceAll(/signature=[\w-]+/g, '$&#renewed'),
      })
    })
    const ended = await film.getAttribute('src')
    await film.evaluate((element) => {
      ;(element as unknown as EventTarget).dispatchEvent(new Event('error'))
    })
    await expect.poll(() => film.getAttribute('src')).not.toBe(ended)
    await expect.poll(() => burnedIn(film)).toBe(50)
    // A pending request is answered first.
    await ellen.unrouteAll({ behavior: 'wait' })
  })

  test('an open change request appears at the same moment of the next version, beside the old frame', async () => {
    const asked = (await roomOf(first)).notes.filter(({ kind }) => kind === 'must')
    const answers = asked.map(({ id }) => ({ note_id: id, done: true, text: null }))
    second = await deliver(project, '30', answers)
    await prepared(second)
    await enter(ellen, project, second)
    await expect.poll(() => listed(ellen).count()).toBe(1)
    await listed(ellen).getByText('From version 1').waitFor()
    await listed(ellen)
      .getByRole('button', { name: /^Note 1 of 1, at 0 minutes 1 second/ })
      .click()
    await ellen.locator('video[data-frame="30"]').waitFor()
    const old = ellen.getByRole('figure').locator('video')
    await expect.poll(() => burnedIn(old)).toBe(25)
    await ellen.keyboard.press('r')
    await expect.poll(async () => (await roomOf(second)).notes[0]?.status).toBe('resolved')
  })

  test('two versions are compared in sync, with an adjustable frame offset', async () => {
    await enter(ellen, project, second)
    await ellen.locator('main').focus()
    await ellen.keyboard.press('Shift+ArrowRight')
    await ellen.locator('video[data-frame="30"]').waitFor()
    // It begins where the film was.
    await ellen.getByRole('button', { name: 'Compare', exact: true }).click()
    const [old, now] = [ellen.locator('video').first(), ellen.locator('video').last()]
    await expect.poll(() => burnedIn(now)).toBe(30)
    await expect.poll(() => burnedIn(old)).toBe(25)
    await ellen.getByRole('button', { name: 'One frame later' }).click()
    await expect.poll(() => burnedIn(old)).toBe(25)
    await ellen.getByRole('button', { name: 'One frame later' }).click()
    await expect.poll(() => burnedIn(old)).toBe(26)
    // The same by dragging, or by its keys.
    const shift = ellen.getByRole('slider', { name: 'Shift the older version' })
    await shift.press('ArrowLeft')
    await expect.poll(() => burnedIn(old)).toBe(25)
    await shift.press('Home')
    await expect.poll(() => burnedIn(old)).toBe(0)
    await ellen.getByRole('button', { name: 'Wipe' }).click()
    await ellen.getByRole('slider', { name: 'Where the older version ends' }).waitFor()
    expect(await violations(ellen), 'comparing').toEqual([])
  })

  test('on a phone a finger draws, and holding a button shows the other version', async () => {
    const phone = await windowOf(seller, { width: 390, height: 844, touch: true })
    const finger = await fingerOn(phone)
    await enter(phone, project, second)
    // The whole title is shown, on as many lines as it needs.
    expect(
      await phone.evaluate(`(() => {
        const title = document.querySelector('h1')
        return title.scrollHeight <= title.clientHeight + 1 && title.scrollWidth <= title.clientWidth
      })()`),
    ).toBe(true)
    await phone.getByRole('button', { name: 'Draw on the frame' }).click()
    const pad = await phone.getByRole('application').boundingBox()
    const [x = 0, y = 0] = [pad?.x, pad?.y]
    await finger.down(x + 20, y + 20)
    for (const step of [1, 2, 3, 4]) await finger.move(x + 20 + 10 * step, y + 20 + 5 * step)
    await finger.up()
    await phone.getByRole('button', { name: '1 shape' }).waitFor()
    // A drawing takes twenty strokes, and says so.
    for (let dot = 1; dot < NOTE_LIMITS.shapes; dot += 1)
      await phone.touchscreen.tap(x + 20 + 4 * dot, y + 60)
    await phone.getByText('This drawing is full.').waitFor()
    await phone.touchscreen.tap(x + 20, y + 80)
    await phone.getByRole('button', { name: `${NOTE_LIMITS.shapes} shapes` }).waitFor()
    await phone.getByRole('button', { name: 'Remove the drawing' }).click()
    await phone.getByRole('button', { name: 'Compare', exact: true }).click()
    const hold = phone.getByRole('button', { name: 'Hold to see the other version' })
    const old = phone.locator('video').first()
    await expect.poll(() => old.isVisible()).toBe(false)
    const at = (await hold.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const [middle, line] = [at.x + at.width / 2, at.y + at.height / 2]
    // A finger is never still: moving a little way down would scroll the page, and end the press.
    await finger.down(middle, line)
    await old.waitFor()
    for (const way of [10, 25, 40]) await finger.move(middle, line + way)
    expect(await hold.getAttribute('aria-pressed')).toBe('true')
    await finger.up()
    await expect.poll(() => old.isVisible()).toBe(false)
    // Without touch, each press toggles it.
    await hold.press('Space')
    await old.waitFor()
    await hold.press('Enter')
    await expect.poll(() => old.isVisible()).toBe(false)
    await phone.context().close()
  })

  test('a guest reviews under their name; the brand alone sees their notes, sends or discards them, and can revoke the link', async () => {
    await enter(ellen, project, second)
    await ellen.getByRole('button', { name: 'Guest links' }).click()
    await ellen.getByRole('button', { name: 'Create a link' }).click()
    const shown = ellen.getByText('/guest-review#')
    const link = new URL((await shown.textContent()) ?? '')
    const guest = await windowOf(null)
    await guest.goto(link.pathname + link.hash)
    await guest.getByRole('button', { name: 'Look at it' }).click()
    await guest.getByText('Say who you are, so that they know whose note it is.').waitFor()
    await guest.getByRole('textbox', { name: 'Your name' }).fill('Ruth from sales')
    await guest.getByRole('button', { name: 'Look at it' }).click()
    await guest.locator('video[src*="rendition=marked"]').waitFor()
    expect(await guest.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(await guest.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await guest.getByRole('button', { name: 'Wish' }).click()
    await noteField(guest).fill('A second longer, please.')
    await guest.getByRole('button', { name: 'Add note' }).click()
    await listed(guest).getByText('A second longer, please.').waitFor()
    await noteField(guest).fill('And warmer light.')
    await guest.getByRole('button', { name: 'Add note' }).click()
    await listed(guest).getByText('And warmer light.').waitFor()
    expect(await violations(guest), 'a guest’s room').toEqual([])

    await ellen.getByRole('button', { name: 'Close' }).click()
    const wish = listed(ellen).filter({ hasText: 'A second longer, please.' })
    await wish.getByText('Ruth from sales, a guest, wrote this.').waitFor()
    await enter(maya, project, second)
    expect(await maya.getByText('A second longer, please.').count()).toBe(0)

    // The brand discards one note and sends the other.
    const dropped = listed(ellen).filter({ hasText: 'And warmer light.' })
    await dropped.getByRole('button', { name: roomWords.discard }).click()
    await dropped.waitFor({ state: 'detached' })
    await ellen.getByRole('button', { name: roomWords.requestChanges(1) }).click()
    await ellen.getByRole('button', { name: roomWords.send.only }).click()
    await see(ellen, roomWords.send.sent)
    await listed(maya).getByText('A second longer, please.').waitFor()
    expect(await maya.getByText('And warmer light.').count()).toBe(0)

    await ellen.getByRole('button', { name: 'Guest links' }).click()
    await ellen.getByRole('button', { name: 'Revoke' }).click()
    await ellen.getByText('Revoked').waitFor()
    // The toast, which comes after it, can be closed, too.
    await ellen.getByRole('button', { name: 'Close' }).first().click()
    await guest.reload()
    await guest.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await guest.context().close()
  })

  test('the notes are saved as CSV, EDL and Markdown files', async () => {
    for (const [item, name, beginning] of [
      ['Table (CSV)', 'notes.csv', '\uFEFFNote,Version,'],
      ['Edit list of version 1 (EDL)', 'notes-v1.edl', 'TITLE: Two cuts of a mug V1'],
      ['Text (Markdown)', 'notes.md', '# Two cuts of a mug'],
    ] as const) {
      await enter(maya, project, first)
      await maya.getByRole('button', { name: 'Save the notes' }).click()
      const download = maya.waitForEvent('download')
      await maya.getByRole('menuitem', { name: item }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe(name)
      expect(readFileSync(await file.path(), 'utf8').startsWith(beginning)).toBe(true)
    }
  })
})

describe('pictures, texts and PDFs', () => {
  const [RED, BLUE] = ['#c03020', '#2040c0']
  let project: string

  beforeAll(async () => {
    project = await startDeal('Two stills, a script and a shot list')
  })

  const open = async (page: Page, deliverable: string): Promise<void> => {
    await page.goto(paths.review(project, deliverable))
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  /** Returns whether a part of the window is redder than blue: marks are grey. `at` is a fraction of its width. */
  async function isRed(films: Locator, at: number): Promise<boolean> {
    const { x = 0, y = 0, width = 0, height = 0 } = (await films.boundingBox()) ?? {}
    const clip = { x: x + width * at - 20, y: y + height * 0.75, width: 40, height: 40 }
    const { channels } = await sharp(await ellen.screenshot({ clip })).stats()
    return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0)
  }

  test('two pictures are compared side by side, by wipe or by flicker, and a note marks a point', async () => {
    const first = await deliver(project, await pngFile('still.png', 800, 600, RED))
    const second = await deliver(project, await pngFile('still-2.png', 800, 600, BLUE))
    await shown(first)
    await shown(second)
    await open(ellen, second)
    await ellen.getByRole('button', { name: 'Point' }).click()
    const pad = ellen.getByRole('application')
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await pad.press(key)
    await noteField(ellen).fill('Dust here.')
    await ellen.getByRole('button', { name: 'Add note' }).click()
    await ellen.getByRole('button', { name: 'Note 1 of 1, must change, draft' }).first().waitFor()
    expect((await roomOf(second)).notes).toMatchObject([{ place: { x: 5_200, y: 5_200 } }])

    await ellen.getByRole('button', { name: 'Compare', exact: true }).click()
    const compare = ellen.getByRole('region', { name: 'Compare' })
    const films = compare.locator('img').first().locator('xpath=../../..')
    await expect.poll(() => compare.locator('img').count()).toBe(2)
    await expect.poll(() => isRed(films, 0.25)).toBe(true)
    expect(await isRed(films, 0.75)).toBe(false)

    await compare.getByRole('button', { name: 'Wipe' }).click()
    const wiper = compare.getByRole('slider', { name: 'Where the older version ends' })
    await expect.poll(() => isRed(films, 0.4)).toBe(true)
    expect(await isRed(films, 0.6)).toBe(false)
    await wiper.press('Home')
    await expect.poll(() => isRed(films, 0.4)).toBe(false)

    await compare.getByRole('button', { name: 'Flicker' }).click()
    await expect.poll(() => isRed(films, 0.5)).toBe(false)
    await compare.getByRole('button', { name: 'Hold to see the other version' }).press('Enter')
    await expect.poll(() => isRed(films, 0.5)).toBe(true)
    expect(await violations(ellen), 'comparing pictures').toEqual([])
  })

  test('on a phone, the keyboard brings the whole form for a note above the decisions', async () => {
    const still = await deliver(await startDeal('A still on a phone'), await pngFile('mug.png'))
    await shown(still)
    const phone = await windowOf(seller, { width: 390, height: 844, touch: true })
    await phone.goto(paths.review((await roomOf(still)).project.id, still))
    await phone.getByRole('button', { name: 'Approve' }).waitFor()
    await phone.getByRole('region', { name: 'List of notes' }).focus()
    const isVisible = () =>
      phone.evaluate(`(() => {
        const form = document.querySelector('[data-note-field]').closest('form')
        const { left, top, bottom, width } = form.getBoundingClientRect()
        return form.contains(document.activeElement) && [top + 2, bottom - 2].every(
          (y) => form.contains(document.elementFromPoint(left + width / 2, y)))
      })()`)
    // Through the four kinds to the field.
    for (let stop = 1; stop <= 5; stop += 1) {
      await phone.keyboard.press('Tab')
      await expect.poll(isVisible, { message: `stop ${stop}` }).toBe(true)
    }
    expect(await phone.evaluate('document.activeElement.matches("[data-note-field]")')).toBe(true)
    await phone.context().close()
  })

  test('the brand sees only the beginning of a text, and can neither draw on it nor compare it', async () => {
    const text = await deliver(project, {
      name: 'script.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`Pour. Pause. Sip.\n${'The kettle stays.\n'.repeat(5)}Fade.`),
    })
    await shown(text)
    await open(ellen, text)
    await ellen.getByText('Pour. Pause. Sip.').waitFor()
    await ellen.getByText(TEXT_BEGINNING.brand).waitFor()
    expect(await ellen.getByText('Fade.').count()).toBe(0)
    for (const name of ['Draw on the frame', 'Draw', 'Compare'])
      expect(await ellen.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    await ellen.locator('main').press('d')
    expect(await ellen.getByRole('application').count()).toBe(0)
    // Notes about the previous version that were never sent are still there.
    await listed(ellen).getByText('Edit it to put it on version 3, or discard it.').waitFor()
    await open(maya, text)
    await maya.getByText('Fade.').waitFor()
    expect(await maya.getByText(TEXT_BEGINNING.brand).count()).toBe(0)
    expect(await violations(ellen), 'a text').toEqual([])
  })

  test('PDF pages are turned by keyboard, and a note leads to its page', async () => {
    const pdf = await deliver(project, {
      name: 'shots.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf('Shot list', 'The second page', 'The third page'),
    })
    await shown(pdf)
    await open(ellen, pdf)
    await ellen.getByText('Page 1 of 3').waitFor()
    await ellen.getByText('Page 1. Shot list').waitFor({ state: 'attached' })
    await ellen.keyboard.press('ArrowRight')
    await ellen.getByText('Page 2. The second page').waitFor({ state: 'attached' })
    await noteField(ellen).fill('Make it two seconds.')
    await ellen.getByText('On page 2').waitFor()
    await ellen.getByRole('button', { name: 'Draw', exact: true }).click()
    for (const key of ['Enter', 'ArrowRight', 'Enter'])
      await ellen.getByRole('application').press(key)
    await ellen.getByRole('button', { name: 'Add note' }).click()
    await expect.poll(() => noteField(ellen).inputValue()).toBe('')
    await ellen.locator('[data-drawing]').waitFor()
    await ellen.getByRole('button', { name: 'Next page' }).click()
    await ellen.getByText('Page 3 of 3').waitFor()
    expect(await ellen.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
    await expect.poll(() => ellen.locator('[data-drawing]').count()).toBe(0)
    await listed(ellen)
      .getByRole('button', { name: 'Note 2 of 2, at page 2, must change, draft' })
      .click()
    await ellen.getByText('Page 2 of 3').waitFor()
    await ellen.locator('[data-drawing]').waitFor()
    expect(await violations(ellen), 'a PDF').toEqual([])
  })

  test('a revision requested in text alone, without notes, is shown with its version', async () => {
    const last = await deliver(project, await pngFile('still-3.png'))
    await open(maya, last)
    await seller.call('review.send', {
      params: { id: last },
      body: { notes: [], request_changes: true, text: 'Brighter, all of it.' },
    })
    await maya.getByRole('heading', { name: 'Asked for a revision' }).waitFor()
    await maya.getByText('Brighter, all of it.').waitFor()
  })
})

describe('several files in one delivery', () => {
  let project: string

  beforeAll(async () => {
    const posted = await seller.call('projects.create', {
      body: {
        title: 'Two stills and a detail',
        category: 'home',
        budget: 300,
        deadline: '2031-01-31',
        status: 'active',
        product_images: [],
        brief: {
          items: [
            { id: 'hero', what: 'photo', label: 'Hero still', count: 2 },
            { id: 'detail', what: 'photo', label: 'Detail', count: 1 },
          ],
        },
      },
    })
    project = posted.id
    const application = await applyTo(creator, { id: project })
    await seller.call('applications.accept', { params: { id: application.id } })
  })

  const handedIn = () => seller.call('deliverables.for_project', { params: { id: project } })
  const items = (form: Locator) =>
    form
      .getByRole('list', { name: 'Files of this delivery' })
      .locator('select')
      .evaluateAll((lists) => lists.map((list) => (list as unknown as { value: string }).value))

  test('each file is assigned to an item, reordered by keyboard, kept across a reload and handed in', async () => {
    await maya.goto(paths.project(project))
    const form = maya.getByRole('region', { name: 'Deliver your work' })
    const pictures = ['one.png', 'two.png', 'three.png', 'four.png'].map((name) =>
      pngFile(name, 600, 400),
    )
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles(await Promise.all(pictures))
    await expect.poll(() => form.getByText('Uploaded', { exact: true }).count()).toBe(4)
    // The next item that is not filled; anything beyond the requested number goes to the first.
    expect(await items(form)).toEqual(['hero', 'hero', 'detail', 'hero'])
    await form.getByText('4 of 3').waitFor()
    await form.getByRole('button', { name: 'Remove four.png' }).press('Enter')
    const up = form.getByRole('button', { name: 'Move three.png up' })
    await up.press('Enter')
    await form.getByLabel('What one.png is for').selectOption('hero')
    // The row moved, and the focus moved with it.
    expect(await items(form)).toEqual(['hero', 'detail', 'hero'])
    expect(await violationsOf(maya)).toEqual([])
    await maya.setViewportSize({ width: 320, height: 780 })
    expect(await maya.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
    await maya.setViewportSize({ width: 1440, height: 900 })
    await maya.reload()
    await expect.poll(() => items(form)).toEqual(['hero', 'detail', 'hero'])
    await form.getByRole('button', { name: 'Submit Deliverable' }).click()
    await maya.getByText('Deliverable submitted').waitFor()
    const [first] = await handedIn()
    expect(first?.files.map(({ file_name, item_name }) => `${item_name}: ${file_name}`)).toEqual([
      'Hero still: one.png',
      'Detail: three.png',
      'Hero still: two.png',
    ])
    await maya.getByRole('heading', { name: 'one.png and 2 more files' }).waitFor()
    await maya.getByRole('button', { name: '2 Detail' }).click()
    await maya.getByRole('img', { name: 'three.png' }).waitFor()
  })

  test('the brand switches between files by keyboard, and a note stays with its file', async () => {
    const [version] = await handedIn()
    await shown(version?.id ?? '')
    await ellen.goto(paths.review(project, version?.id ?? ''))
    const files = ellen.getByRole('navigation', { name: 'Files of this version' })
    await files.waitFor()
    const onStage = () => files.locator('[aria-pressed=true]').getAttribute('aria-label')
    await ellen.getByRole('img', { name: 'one.png' }).waitFor()
    await ellen.keyboard.press('f')
    await ellen.getByRole('img', { name: 'three.png' }).waitFor()
    expect(await onStage()).toBe('File 2 of 3: Detail, three.png')
    // The other side is on the first file, and follows.
    await maya.goto(paths.review(project, version?.id ?? ''))
    await ellen.getByRole('button', { name: 'Go to where Maya Okafor is, File 1' }).waitFor()
    await maya.getByRole('button', { name: /^Go to where .+ is, File 2$/ }).click()
    await maya.getByRole('img', { name: 'three.png' }).waitFor()
    await noteField(ellen).fill('Sharper, please.')
    await ellen.getByRole('button', { name: 'Add note' }).click()
    await expect.poll(onStage).toBe('File 2 of 3: Detail, three.png, 1 open note')
    expect(await violationsOf(ellen)).toEqual([])
    await files.getByRole('button', { name: 'File 1 of 3' }).click()
    await ellen.getByText('No notes yet').waitFor()
    // The next open note is on another file: that file comes to the stage with its note.
    await ellen.locator('h1').click()
    await ellen.keyboard.press('n')
    await ellen.getByRole('img', { name: 'three.png' }).waitFor()
    await ellen.getByRole('button', { name: 'Request changes (1)' }).click()
    await ellen.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click()
    await ellen.getByText('Changes requested').waitFor()
    const { notes } = await roomOf(version?.id ?? '')
    expect(notes).toMatchObject([{ file_position: 2, status: 'open' }])
  })

  test('a change request carries over to the next version’s file for the same item', async () => {
    const { notes } = await roomOf((await handedIn())[0]?.id ?? '')
    const own = sessionOf(stack.url, creator.session.access_token, creator.session.user.id)
    const files: { file_id: string; item_id: string }[] = []
    for (const [name, item_id] of [
      ['detail.png', 'detail'],
      ['hero.png', 'hero'],
    ] as const) {
      const { buffer, mimeType } = await pngFile(name, 600, 400)
      const { id } = await own.upload('deliverable-files', name, mimeType, buffer, project)
      files.push({ file_id: id, item_id })
    }
    const checks = [{ check_id: 'count', ticked: false, reason: 'The second hero follows.' }]
    const answers = notes.map(({ id }) => ({ note_id: id, done: true, text: null }))
    const { id } = await own.call('deliverables.submit', {
      params: { id: project },
      body: { files, checks, answers, notes: null, post_url: null },
    })
    await ellen.goto(paths.review(project, id))
    const switched = ellen.getByRole('navigation', { name: 'Files of this version' })
    await switched
      .getByRole('button', { name: 'File 1 of 2: Detail, detail.png, 1 open note' })
      .waitFor()
    await ellen.getByText('Sharper, please.').waitFor()
  })
})
