import { type Rate, toNearest } from './media.ts'

/* Times are stored in ms of the video's presentation and displayed as minutes, seconds and a frame of its preview,
   whose rate is constant (previewRate). A frame is shown from its timestamp until the next one's. Everything is
   computed in whole numbers: 29.97 is the fraction 30000/1001, and a rounded rate would be a frame off after half a
   minute. */

/** Returns the number of the frame shown at a time; the first one is 0. */
export const frameAt = (ms: number, { num, den }: Rate): number =>
  Math.floor((ms * num) / (1_000 * den))

/** Returns the first whole ms at which a frame is shown: `frameAt` returns the same frame for it. */
export const msOfFrame = (frame: number, { num, den }: Rate): number =>
  Math.ceil((frame * 1_000 * den) / num)

/**
 * Returns where to seek for a frame, in seconds: its middle, so that a player's rounding never selects another frame.
 */
export const middleOfFrame = (frame: number, { num, den }: Rate): number =>
  ((frame + 0.5) * den) / num

/**
 * Returns the frame whose time a player reports, in seconds (requestVideoFrameCallback's mediaTime): players round it.
 */
export const frameOfMediaTime = (seconds: number, { num, den }: Rate): number =>
  toNearest((seconds * num) / den)

/** Returns the number of frames in a duration; at least one. */
export const framesIn = (ms: number, rate: Rate): number =>
  Math.max(1, toNearest((ms * rate.num) / (1_000 * rate.den)))

/** Returns the second in which the frame of a moment begins, and its number in that second, from 0. */
function placeOf(ms: number, rate: Rate): { second: number; frame: number } {
  const { num, den } = rate
  const shown = frameAt(ms, rate)
  const second = Math.floor((shown * den) / num)
  return { second, frame: shown - Math.ceil((second * num) / den) }
}

const two = (value: number) => String(value).padStart(2, '0')

/** Formats seconds as a clock: "0:07", "1:02:03". */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  const rest = two(whole % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Formats a moment: "0:07 f12"; without a known rate "0:07.4". */
export function momentText(ms: number, rate: Rate | null): string {
  if (rate === null) return `${clockText(ms / 1_000)}.${Math.floor((ms % 1_000) / 100)}`
  const { second, frame } = placeOf(ms, rate)
  return `${clockText(second)} f${frame}`
}

/** Formats a range: "0:07 f12 – 0:09 f0". */
export const rangeText = (from: number, until: number, rate: Rate | null): string =>
  `${momentText(from, rate)} – ${momentText(until, rate)}`

/** Formats a moment for reading aloud: "0 minutes 7 seconds frame 12". */
export function momentSpoken(ms: number, rate: Rate | null): string {
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`
  const { second, frame } = rate
    ? placeOf(ms, rate)
    : { second: Math.floor(ms / 1_000), frame: null }
  const time = `${unit(Math.floor(second / 60), 'minute')} ${unit(second % 60, 'second')}`
  return frame === null ? time : `${time} frame ${frame}`
}
