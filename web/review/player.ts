import { frameAt, frameOfMediaTime, framesIn, middleOfFrame, msOfFrame } from '#contract/frames.ts'
import type { Rate } from '#contract/media.ts'

/** The part of a player's state that is shown. */
export interface Playback {
  /** The frame on screen; while seeking, the target frame. */
  frame: number
  /** False while the player seeks a frame that is not on screen yet. */
  settled: boolean
  playing: boolean
  /** 1 is the film's own speed; 2 and 4 are faster, negative is backwards. */
  speed: number
  muted: boolean
  /** The number of the film's frames; 1 until it is known. */
  frames: number
}

/** The frame rate for stepping through a film of which nothing is known. */
const UNKNOWN_RATE: Rate = { num: 25, den: 1 }

const FASTEST = 4

/**
 * Plays a film by frames. The frame that the browser presented decides (requestVideoFrameCallback); where a browser
 * cannot report it, the sought frame does. A seek during another seek waits for it, and then goes only to the newest
 * target.
 */
export class Player {
  readonly rate: Rate
  private film: HTMLVideoElement | null = null
  private wanted: number | null = null
  private sought: number | null = null
  private backwards: ReturnType<typeof setInterval> | undefined
  private readonly listeners = new Set<() => void>()
  private state: Playback
  private readonly counted: boolean

  constructor(rate: Rate | null, durationMs: number | null) {
    this.rate = rate ?? UNKNOWN_RATE
    this.counted = durationMs !== null
    this.state = {
      frame: 0,
      settled: true,
      playing: false,
      speed: 1,
      muted: false,
      frames: durationMs === null ? 1 : framesIn(durationMs, this.rate),
    }
  }

  /** The `ref` of the video element. */
  readonly attach = (film: HTMLVideoElement | null): (() => void) | undefined => {
    if (film === null) return
    this.film = film
    // A frame that another element showed is not on this one's screen.
    this.sought = null
    this.presented = null
    // On a busy device a new element may present its first frame before it reports its metadata. That frame is not the
    // position.
    if (this.state.frame > 0) this.wanted = this.state.frame
    const end = new AbortController()
    const on = (name: string, then: () => void) =>
      film.addEventListener(name, then, { signal: end.signal })
    const begin = () => {
      // Sound may be longer than the picture: the counted frames are more accurate.
      if (!this.counted) this.set({ frames: framesIn(film.duration * 1_000, this.rate) })
      // A new link to the same film, or a film that was sought before it was there. It shows its first frame, whatever
      // the previous link showed.
      this.sought = null
      this.presented = null
      if (this.wanted !== null || this.state.frame > 0) this.seek(this.state.frame)
      if (this.state.playing && this.state.speed > 0) this.play(this.state.speed)
    }
    // Its link was replaced: frames it presents before it is sought again say nothing about the previous position.
    on('emptied', () => {
      this.presented = null
      if (this.state.frame > 0) this.wanted = this.state.frame
    })
    on('loadedmetadata', begin)
    on('play', () => this.set({ playing: true }))
    on('pause', () => {
      if (this.backwards === undefined) this.set({ playing: false })
    })
    on('ended', () => this.set({ playing: false, speed: 1 }))
    on('volumechange', () => this.set({ muted: film.muted }))
    on('seeked', () => this.arrive())
    const stop = this.watch(film)
    // An element that is shown late, because its code was loaded first, may have loaded before any listener was
    // attached.
    if (film.readyState > 0) begin()
    return () => {
      end.abort()
      stop()
      clearInterval(this.backwards)
      this.film = null
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): Playback => this.state

  /** The first whole ms of the frame on screen. */
  get atMs(): number {
    return msOfFrame(this.state.frame, this.rate)
  }

  /** The start of the last frame, in ms. */
  get lengthMs(): number {
    return msOfFrame(this.state.frames - 1, this.rate)
  }

  /** Shows a frame, or the nearest one that exists. */
  seek(frame: number): void {
    const to = Math.max(0, Math.min(frame, this.state.frames - 1))
    if (to === this.state.frame && this.state.settled && this.presented === to) return
    this.wanted = to
    this.set({ frame: to, settled: false })
    if (this.film !== null && this.sought === null) this.go(to)
  }

  seekMs(ms: number): void {
    this.seek(frameAt(ms, this.rate))
  }

  /** Stops, and moves some frames forwards or backwards. */
  step(frames: number): void {
    this.pause()
    this.seek(this.state.frame + frames)
  }

  stepSeconds(seconds: number): void {
    this.pause()
    this.seekMs(Math.max(0, this.atMs + seconds * 1_000))
  }

  play(speed = 1): void {
    this.stopBackwards()
    const { film } = this
    if (film === null) return
    film.playbackRate = speed
    this.set({ speed })
    void film.play().catch(() => this.set({ playing: false }))
  }

  pause(): void {
    this.stopBackwards()
    this.film?.pause()
    this.set({ speed: 1, playing: false })
  }

  toggle(): void {
    if (this.state.playing) this.pause()
    else this.play()
  }

  /** Plays forwards, faster with each call. */
  faster(): void {
    const { playing, speed } = this.state
    this.play(playing && speed >= 1 ? Math.min(speed * 2, FASTEST) : 1)
  }

  /** Plays backwards, frame by frame; faster with each call. Browsers do not play backwards themselves. */
  reverse(): void {
    const { playing, speed } = this.state
    const next = playing && speed <= -1 ? Math.max(speed * 2, -FASTEST) : -1
    this.film?.pause()
    this.stopBackwards()
    this.set({ playing: true, speed: next })
    const stepMs = (1_000 * this.rate.den) / this.rate.num
    this.backwards = setInterval(() => {
      if (this.state.frame === 0) this.pause()
      // Moves by as many frames as passed during the browser's seek, so that it never falls behind its clock.
      else this.seek(this.state.frame + next)
    }, stepMs)
  }

  toggleSound(): void {
    if (this.film) this.film.muted = !this.film.muted
  }

  private stopBackwards() {
    clearInterval(this.backwards)
    this.backwards = undefined
  }

  private go(frame: number) {
    if (this.film === null || this.film.readyState === 0) return
    this.sought = frame
    this.presented = null
    this.film.currentTime = middleOfFrame(frame, this.rate)
  }

  private arrive() {
    const { sought, wanted } = this
    this.sought = null
    if (wanted !== null && wanted !== sought) return this.go(wanted)
    this.wanted = null
    // Where frames are reported, the reported frame decides, and it may arrive before or after this event.
    if (!this.reports || sought === this.presented) this.set({ settled: true })
    else setTimeout(() => this.believe(), PRESENTED_WITHIN_MS)
  }

  /**
   * A frame presented since then is on screen: at the end of a film its last frame. A frame that was already on screen
   * is not presented again, and a window in the background presents none: then the sought frame counts.
   */
  private believe() {
    if (this.wanted === null) this.set({ frame: this.presented ?? this.state.frame, settled: true })
  }

  private reports = false
  private presented: number | null = null

  private watch(film: HTMLVideoElement): () => void {
    this.reports = 'requestVideoFrameCallback' in film
    if (!this.reports) {
      const onTime = () => {
        // A film whose link was replaced reports 0 before it has begun.
        if (this.wanted === null && film.readyState > 0)
          this.set({ frame: frameAt(film.currentTime * 1_000, this.rate) })
      }
      film.addEventListener('timeupdate', onTime)
      return () => film.removeEventListener('timeupdate', onTime)
    }
    let id = 0
    const onFrame = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      id = film.requestVideoFrameCallback(onFrame)
      const frame = frameOfMediaTime(mediaTime, this.rate)
      this.presented = frame
      if (this.wanted === null) this.set({ frame, settled: true })
    }
    id = film.requestVideoFrameCallback(onFrame)
    return () => film.cancelVideoFrameCallback(id)
  }

  private set(part: Partial<Playback>) {
    const next = { ...this.state, ...part }
    const same = (Object.keys(part) as (keyof Playback)[]).every(
      (key) => this.state[key] === next[key],
    )
    if (same) return
    this.state = next
    for (const listener of this.listeners) listener()
  }
}

/** The browser presents a frame within this time before or after it reports the seek, in ms. */
const PRESENTED_WITHIN_MS = 120
