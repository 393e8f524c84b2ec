import { expect, test } from 'vitest'
import { middleOfFrame } from '#contract/frames.ts'
import { Player } from './player.ts'

const RATE = { num: 25, den: 1 }

/** The part of a video element that the player uses; its test loads it, and presents its frames. */
class Film extends EventTarget {
  readyState = 0
  currentTime = 0
  duration = 4
  muted = false
  private report: ((now: number, frame: { mediaTime: number }) => void) | null = null

  requestVideoFrameCallback(report: typeof this.report): number {
    this.report = report
    return 1
  }

  cancelVideoFrameCallback(): void {
    this.report = null
  }

  pause(): void {}

  /** Loads as far as the metadata, without telling the page. */
  load(): void {
    this.readyState = 1
  }

  happen(name: string): void {
    this.dispatchEvent(new Event(name))
  }

  present(frame: number): void {
    this.report?.(0, { mediaTime: frame / RATE.num })
  }

  get element(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement
  }
}

/** A player whose film stands at frame 30, and what detaches that film. */
function playerAt30() {
  const player = new Player(RATE, 4_000)
  const film = new Film()
  const detach = player.attach(film.element)
  film.load()
  film.happen('loadedmetadata')
  player.seek(30)
  film.present(30)
  film.happen('seeked')
  expect(player.snapshot()).toMatchObject({ frame: 30, settled: true })
  return { player, detach }
}

test.each([
  ['after', ['loadedmetadata', 'frame']],
  ['before', ['frame', 'loadedmetadata']],
])(
  'another element of the film is sought to the same frame, if its first frame comes %s its metadata',
  (_order, steps) => {
    const { player, detach } = playerAt30()
    detach?.()
    const film = new Film()
    player.attach(film.element)
    film.load()
    for (const step of steps) {
      if (step === 'frame') film.present(0)
      else film.happen(step)
      expect(player.snapshot().frame).toBe(30)
    }
    expect(film.currentTime).toBe(middleOfFrame(30, RATE))
    film.present(30)
    film.happen('seeked')
    expect(player.snapshot()).toMatchObject({ frame: 30, settled: true })
  },
)
