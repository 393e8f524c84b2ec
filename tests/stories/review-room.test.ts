import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { frameAt, msOfFrame } from '#contract/frames.ts'
import { type Media, previewRate, type Rate } from '#contract/media.ts'
import { paths } from '#contract/paths.ts'
import type { NewNote, ReviewRoom } from '#contract/review-note-schemas.ts'
import { sessionOf } from '#scripts/demo/session.ts'
import { applyTo, postProject } from '#tests/support/market-deals.ts'
import { creator, ellen, seller, stack, storyOnSharedMarket } from '#tests/support/market-story.ts'
import {
  isThere,
  NUMBERED,
  NUMBERED_RATES,
  type NumberedRate,
  numberedVideos,
} from '#tests/support/numbered-videos.ts'

storyOnSharedMarket('windows')

/** A version takes this long to prepare on a slow machine, in ms. */
const PREPARED_MS = 120_000

let films: Record<NumberedRate, Buffer>
/** A deal of Ellen's and Maya's in which nothing was handed in yet. */
async function startDeal(title: string): Promise<string> {
  const project = await postProject(seller, title)
  const application = await applyTo(creator, project)
  await seller.call('applications.accept', { params: { id: application.id } })
  return project.id
}

/** Hands a film in, as Maya. */
async function deliver(
  projectId: string,
  film: NumberedRate,
  answers: readonly { note_id: string; done: boolean; text: string | null }[] = [],
): Promise<string> {
  const { session } = creator
  const own = sessionOf(stack.url, session.access_token, session.user.id)
  const file = await own.upload(
    'deliverable-files',
    `${film}.mp4`,
    'video/mp4',
    films[film],
    projectId,
  )
  const { id } = await own.call('deliverables.submit', {
    params: { id: projectId },
    body: { file_id: file.id, notes: null, post_url: null, answers: [...answers] },
  })
  return id
}

const BLANK: Omit<NewNote, 'id'> = {
  kind: 'wish',
  body: 'Hold this.',
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

/** Waits until there is something to look at, and answers what is known of it. */
async function prepared(deliverableId: string): Promise<Media> {
  const media = async () => {
    const { versions } = await roomOf(deliverableId)
    const found = versions.find(({ id }) => id === deliverableId)
    if (!found?.preview_url || !found.media) throw new Error('not prepared yet')
    return found.media
  }
  return vi.waitFor(media, { timeout: PREPARED_MS, interval: 500 })
}

/** What the questions below ask of elements: the tests know no browser's types. */
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

beforeAll(() => {
  films = numberedVideos()
})

describe('frames', () => {
  const RATES = Object.keys(NUMBERED_RATES) as NumberedRate[]
  /** Moments of each film in ms: its beginning, next to frames' edges, whole seconds, near its end. */
  const NOTED = [0, 45, 545, 1_001, 1_965, 2_465]
  const PRESSED =
    'ArrowRight ArrowRight ArrowRight Shift+ArrowRight ArrowLeft ArrowLeft ArrowRight Shift+ArrowRight ArrowLeft Shift+ArrowLeft ArrowRight ArrowLeft ArrowRight'

  const sourceRate = (name: NumberedRate): Rate => {
    const [num = 0, den = 1] = NUMBERED_RATES[name].split('/').map(Number)
    return { num, den }
  }

  /** The number that is burned into what the film shows at a moment. */
  function shownAt(name: NumberedRate, ms: number): number {
    const frame = frameAt(ms, sourceRate(name))
    return isThere(name, frame) ? frame : frame - 1
  }

  test('200 of 200 seeks by key and by click on a note land on the frame that is meant', async () => {
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
      const heads = ellen.getByRole('listitem').getByRole('button', { name: /^Note / })
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
