import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type BriefItem, MACHINE_RULES, type Ratio } from './briefs.ts'
import { type CheckedFile, isLong, isShaped, machineFinding } from './machine-checks.ts'

const SEED = 19
const item = (over: Partial<BriefItem> = {}): BriefItem => ({
  id: 'reel',
  what: 'video',
  label: null,
  count: 1,
  ratio: '9:16',
  seconds_min: 15,
  seconds_max: 30,
  min_width: 1_080,
  sound: true,
  captions: false,
  raw: false,
  ...over,
})
const sound = { codec: 'aac', channels: 2, sample_rate: 48_000 }
const film = (over: Partial<NonNullable<CheckedFile['media']>> = {}, itemId?: string) => ({
  item_id: itemId ?? null,
  file_type: 'video/mp4',
  media: { duration_ms: 20_000, width: 1_080, height: 1_920, audio: sound, ...over },
  picture: null,
})
const photo = (width: number, height: number, itemId?: string): CheckedFile => ({
  item_id: itemId ?? null,
  file_type: 'image/jpeg',
  media: null,
  picture: { width, height },
})
const seconds = fc.integer({ min: 1, max: 3_600 })

describe('the tolerances of machine checks', () => {
  it('a length may be half a second off at either end, and no more', () => {
    fc.assert(
      fc.property(seconds, seconds, fc.integer({ min: -900, max: 900 }), (one, other, off) => {
        const bounds = { seconds_min: Math.min(one, other), seconds_max: Math.max(one, other) }
        expect(isLong(bounds, bounds.seconds_min * 1_000 + off)).toBe(
          off >= -500 && bounds.seconds_min * 1_000 + off <= bounds.seconds_max * 1_000 + 500,
        )
        expect(isLong(bounds, bounds.seconds_max * 1_000 + off)).toBe(
          off <= 500 && bounds.seconds_max * 1_000 + off >= bounds.seconds_min * 1_000 - 500,
        )
      }),
      { seed: SEED },
    )
    for (const [ms, holds] of [
      [14_499, false],
      [14_500, true],
      [30_500, true],
      [30_501, false],
    ] as const)
      expect(isLong(item(), ms), `${ms} ms`).toBe(holds)
  })

  it('a length is unlimited on a side without a bound', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 10_000_000 }), (bound, ms) => {
        expect(isLong({ seconds_min: null, seconds_max: null }, ms)).toBe(true)
        expect(isLong({ seconds_min: bound, seconds_max: null }, ms)).toBe(ms >= bound * 1e3 - 500)
        expect(isLong({ seconds_min: null, seconds_max: bound }, ms)).toBe(ms <= bound * 1e3 + 500)
      }),
      { seed: SEED },
    )
  })

  it('a shape may be one per cent off in width, whatever its size', () => {
    const shapes: [Ratio, number, number][] = [
      ['9:16', 9, 16],
      ['4:5', 4, 5],
      ['1:1', 1, 1],
      ['16:9', 16, 9],
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...shapes),
        fc.integer({ min: 1, max: 40 }),
        ([ratio, across, down], times) => {
          // A hundred times as large, so that one per cent is a whole number of px.
          const [width, height] = [across * 100 * times, down * 100 * times]
          const percent = across * times
          expect(isShaped(ratio, { width, height })).toBe(true)
          for (const one of [-1, 1]) {
            expect(isShaped(ratio, { width: width + one * percent, height })).toBe(true)
            expect(isShaped(ratio, { width: width + one * (percent + 1), height })).toBe(false)
          }
          expect(isShaped('any', { width: height, height: 1 })).toBe(true)
        },
      ),
      { seed: SEED },
    )
    // The sizes that encoders produce for 9:16.
    for (const [width, height] of [
      [1_080, 1_920],
      [720, 1_280],
      [606, 1_080],
      [478, 850],
    ] as const)
      expect(isShaped('9:16', { width, height }), `${width} × ${height}`).toBe(true)
    expect(isShaped('9:16', { width: 1_080, height: 1_350 })).toBe(false)
  })

  it('the minimum width applies to the displayed width in every shape, never to the long edge', () => {
    const px = fc.integer({ min: 1, max: 8_192 })
    fc.assert(
      fc.property(px, px, px, (least, width, height) => {
        const asked = [item({ min_width: least }), item({ what: 'photo', min_width: least })]
        const longEdge = Math.max(width, height)
        for (const file of [film({ width, height }), photo(width, height)]) {
          const holds = machineFinding('width', asked, [file])?.holds
          expect(holds).toBe(width >= least)
          expect(!holds || longEdge >= least).toBe(true)
          // For landscape sizes both rules give the same result.
          expect(width < height || holds === longEdge >= least).toBe(true)
        }
      }),
      {
        seed: SEED,
        examples: [
          [1_080, 608, 1_080],
          [1_080, 1_080, 608],
          [1_080, 1_080, 1_905],
        ],
      },
    )
  })

  it('a width is reached or it is not, and a picture is measured like a video', () => {
    const photos = [item({ what: 'photo', seconds_min: null, seconds_max: null, sound: false })]
    for (const [width, holds] of [
      [1_079, false],
      [1_080, true],
    ] as const) {
      expect(machineFinding('width', [item()], [film({ width })])?.holds).toBe(holds)
      expect(machineFinding('width', photos, [photo(width, 1_920)])).toEqual({
        holds,
        found: `${width} × 1920`,
      })
    }
  })
})

describe('a finding', () => {
  it('names what was found', () => {
    const files = [film({ duration_ms: 34_290, width: 720, height: 1_280, audio: null })]
    const found = MACHINE_RULES.map((rule) => machineFinding(rule, [item()], files))
    expect(found).toEqual([
      { holds: true, found: '1 of 1' },
      { holds: false, found: '34.2 s' },
      { holds: true, found: '720 × 1280' },
      { holds: false, found: '720 × 1280' },
      { holds: false, found: 'silent' },
    ])
  })

  it('is null for files that were not or cannot be read, unless another file fails', () => {
    const unread = { ...film(), media: null }
    const pdf = { ...unread, file_type: 'application/pdf' }
    for (const rule of ['length', 'ratio', 'width', 'sound'] as const) {
      expect(machineFinding(rule, [item()], [unread]), rule).toBeNull()
      expect(machineFinding(rule, [item()], [pdf]), rule).toBeNull()
      expect(machineFinding(rule, [item()], []), rule).toBeNull()
    }
    // One failing file is enough, whatever the others will show.
    const both = [unread, film({ audio: null })]
    expect(machineFinding('sound', [item()], both)).toEqual({ holds: false, found: 'silent' })
  })

  it('accepts a file without an item if any item of its kind fits, and holds others to their own item', () => {
    const items = [
      item(),
      item({ id: 'hook', seconds_min: 3, seconds_max: 6 }),
      item({ id: 'still', what: 'photo', ratio: '1:1' }),
    ]
    const short = { duration_ms: 5_000 }
    expect(machineFinding('length', items, [film(short)])?.holds).toBe(true)
    expect(machineFinding('length', items, [film(short, 'hook')])?.holds).toBe(true)
    expect(machineFinding('length', items, [film(short, 'reel')])?.holds).toBe(false)
    expect(machineFinding('ratio', items, [film(), photo(900, 900)])?.holds).toBe(true)
    expect(machineFinding('ratio', items, [film(), photo(900, 800)])).toEqual({
      holds: false,
      found: '900 × 800',
    })
    // An item without this rule accepts any file.
    const free = [...items, item({ id: 'raw', seconds_min: null, seconds_max: null })]
    expect(machineFinding('length', free, [film({ duration_ms: 90_000 })])?.holds).toBe(true)
  })

  it('is null for an unread file even if an item of its kind accepts any', () => {
    const raw = { ratio: 'any', seconds_min: null, min_width: null, sound: false } as const
    const items = [item(), item({ id: 'raw', seconds_max: null, ...raw })]
    for (const rule of ['length', 'ratio', 'width', 'sound'] as const)
      expect(machineFinding(rule, items, [{ ...film(), media: null }]), rule).toBeNull()
  })

  it('compares files with the requested pieces, separately for each kind', () => {
    const items = [
      item({ count: 2 }),
      item({ id: 'hook', count: 1 }),
      item({ id: 'still', what: 'photo' }),
    ]
    const of = (files: CheckedFile[]) => machineFinding('count', items, files)
    expect(of([film(), film(), film(), photo(9, 9)])).toEqual({ holds: true, found: '4 of 4' })
    expect(of([film(), film(), photo(9, 9), photo(9, 9)])?.holds).toBe(false)
    expect(of([film({}, 'hook'), film({}, 'hook'), film(), photo(9, 9)])?.holds).toBe(false)
    expect(of([film({}, 'hook'), film({}, 'reel'), film(), photo(9, 9)])?.holds).toBe(true)
    expect(of([])).toEqual({ holds: false, found: '0 of 4' })
  })
})

test('the text of a finding always has 1 to 160 characters', () => {
  const dimension = fc.integer({ min: 1, max: 20_000 })
  const video = fc
    .record({ duration_ms: fc.integer({ min: 0, max: 4e6 }), width: dimension, height: dimension })
    .map((media) => film(media))
  fc.assert(
    fc.property(
      fc.constantFrom(...MACHINE_RULES),
      fc.array(video, { maxLength: 20 }),
      (rule, files) => {
        const found = machineFinding(rule, [item()], files)?.found ?? '1'
        expect(found.length).toBeGreaterThan(0)
        expect(found.length).toBeLessThanOrEqual(160)
      },
    ),
    { seed: SEED },
  )
})
