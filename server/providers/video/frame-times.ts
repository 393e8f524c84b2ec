import { COMMON_RATES, type Rate, toNearest } from '#contract/media.ts'

/** Derives facts from the times of a video's frames. */
export interface Timing {
  rate: Rate
  vfr: boolean
}

/** A frame that comes this fraction of a frame too early or late makes the rate variable. */
const OFF_BEAT = 0.3
/** A measured rate this close to a common one is taken as that one: times in whole ms measure no better. */
const SAME_RATE = 0.002

/** The rate of frames shown at these times (seconds, ascending). Throws RangeError for fewer than one. */
export function timingOf(times: readonly number[], lastDuration: number): Timing {
  const [first = 0] = times
  const last = times.at(-1) ?? 0
  if (times.length < 2)
    return { rate: nearestRate(lastDuration > 0 ? 1 / lastDuration : 30), vfr: false }
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? 0))
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  if (usual <= 0) return { rate: { num: 30, den: 1 }, vfr: true }
  const vfr = gaps.some((gap) => Math.abs(gap - usual) > Math.max(usual * OFF_BEAT, 0.0015))
  // The average is exact if all gaps are equal; otherwise the most common gap is used.
  const fps = vfr ? 1 / usual : gaps.length / (last - first)
  return { rate: nearestRate(fps), vfr }
}

function nearestRate(fps: number): Rate {
  const off = (rate: Rate) => Math.abs(rate.num / rate.den - fps) / fps
  const [near] = COMMON_RATES.toSorted((a, b) => off(a) - off(b))
  if (near !== undefined && off(near) < SAME_RATE) return near
  return { num: Math.max(1, toNearest(Math.min(fps, 1_000) * 1_000)), den: 1_000 }
}
