import { describe, expect, test } from 'vitest'
import {
  frameAt,
  frameOfMediaTime,
  framesIn,
  middleOfFrame,
  momentSpoken,
  momentText,
  msOfFrame,
  rangeText,
} from './frames.ts'
import { previewRate, type Rate } from './media.ts'

/** The rates that cameras write; a variable one is shown at the rate its preview was given. */
const RATES = {
  '23.976': { num: 24_000, den: 1_001 },
  '24': { num: 24, den: 1 },
  '25': { num: 25, den: 1 },
  '29.97': { num: 30_000, den: 1_001 },
  '30': { num: 30, den: 1 },
  '50': { num: 50, den: 1 },
  '59.94': { num: 60_000, den: 1_001 },
  variable: { num: 30, den: 1 },
} as const satisfies Record<string, Rate>

/** Calculated by hand: the first ms of frames 1, 100 and 1,799, and how the last one is displayed in the preview. */
const GOLDEN: [keyof typeof RATES, number[], string][] = [
  ['23.976', [42, 4_171, 75_034], '1:15 f0'],
  ['24', [42, 4_167, 74_959], '1:14 f23'],
  ['25', [40, 4_000, 71_960], '1:11 f24'],
  ['29.97', [34, 3_337, 60_027], '1:00 f0'],
  ['30', [34, 3_334, 59_967], '0:59 f29'],
  ['50', [20, 2_000, 35_980], '0:35 f24'],
  ['59.94', [17, 1_669, 30_014], '0:29 f29'],
  ['variable', [34, 3_334, 59_967], '0:59 f29'],
]

describe('frames', () => {
  test.each(GOLDEN)(
    'at a rate of %s start at the milliseconds calculated by hand',
    (name, ms, shown) => {
      const rate = RATES[name]
      expect([1, 100, 1_799].map((frame) => msOfFrame(frame, rate))).toEqual(ms)
      const preview = previewRate({ fps_num: rate.num, fps_den: rate.den })
      expect(momentText(ms.at(-1) ?? 0, preview)).toBe(shown)
    },
  )

  test.each(Object.entries(RATES))(
    'at a rate of %s are found again after conversion to ms, seeking and playback',
    (_, rate) => {
      const wrong = Array.from({ length: 30_000 }, (_frame, frame) => frame).filter((frame) => {
        // Players report the time of a frame in microseconds at best.
        const start = (frame * rate.den) / rate.num
        const found = [
          frameAt(msOfFrame(frame, rate), rate),
          // The seek target lies inside the frame, not at its edge.
          frameAt(middleOfFrame(frame, rate) * 1_000, rate),
          frameOfMediaTime(Math.floor(start * 1e6) / 1e6, rate),
          frameOfMediaTime(Math.ceil(start * 1e4) / 1e4, rate),
        ]
        return found.some((one) => one !== frame)
      })
      expect(wrong).toEqual([])
    },
  )

  test('are numbered from the first frame of each second', () => {
    const rate = RATES['29.97']
    expect(momentText(msOfFrame(29, rate), rate)).toBe('0:00 f29')
    expect(momentText(1_000, rate)).toBe('0:00 f29')
    expect(momentText(msOfFrame(30, rate), rate)).toBe('0:01 f0')
    expect(momentText(0, rate)).toBe('0:00 f0')
  })

  test('number at least one, even in a video of 0 ms', () => {
    expect(framesIn(1_001, RATES['29.97'])).toBe(30)
    expect(framesIn(0, RATES['25'])).toBe(1)
  })
})

test('a moment is formatted for display and for reading aloud', () => {
  const rate = { num: 25, den: 1 }
  expect(momentText(7_480, rate)).toBe('0:07 f12')
  expect(momentText(7_480, null)).toBe('0:07.4')
  expect(momentText(3_723_000, rate)).toBe('1:02:03 f0')
  expect(rangeText(7_480, 9_000, rate)).toBe('0:07 f12 – 0:09 f0')
  expect(momentSpoken(7_480, rate)).toBe('0 minutes 7 seconds frame 12')
  expect(momentSpoken(61_040, rate)).toBe('1 minute 1 second frame 1')
  expect(momentSpoken(61_040, null)).toBe('1 minute 1 second')
})
