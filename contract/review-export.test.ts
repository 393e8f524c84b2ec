import { describe, expect, test } from 'vitest'
import type { Media } from './media.ts'
import {
  type ExportedReview,
  notesAsCsv,
  notesAsEdl,
  notesAsMarkdown,
  timecode,
  timecodeOf,
} from './review-export.ts'
import type { ReviewNote } from './review-note-schemas.ts'

const note = (number: number, more: Partial<ReviewNote>): ReviewNote =>
  ({
    id: String(number),
    deliverable_id: 'v1',
    version: 1,
    file_position: 1,
    author: 'owner',
    author_name: 'Ellen',
    kind: 'must',
    body: 'Logo cut off',
    at_ms: null,
    until_ms: null,
    page: null,
    status: 'open',
    number,
    answer: null,
    waived: false,
    replies: [],
    sent_at: '2026-01-02T09:00:00Z',
    ...more,
  }) as ReviewNote

const review = (notes: ReviewNote[], rate: [number, number] = [25, 1]): ExportedReview => ({
  title: 'Mug reel',
  versions: [
    {
      id: 'v1',
      version: 1,
      files: [
        {
          position: 1,
          file_name: 'reel.mp4',
          media: { fps_num: rate[0], fps_den: rate[1], duration_ms: 9_000 } as Media,
        },
      ],
    },
  ],
  notes,
})

const FIRST = { id: 'v1', position: 1 }

describe('CSV', () => {
  test('quotes special characters, and escapes texts that look like formulas', () => {
    const hostile = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']
    const csv = notesAsCsv(review(hostile.map((body, at) => note(at + 1, { body }))))
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`)
    for (const start of [',=', ',+', ',-', ',@', ',\t', '"=', '"+', '"\t', '"\r'])
      expect(csv.slice(csv.indexOf('\r\n'))).not.toContain(start)
  })

  test('has a row for each note that was sent', () => {
    const csv = notesAsCsv(
      review([
        note(2, { at_ms: 7_480, until_ms: 8_000, body: 'Two\nlines, and "more"' }),
        note(1, { status: 'resolved', waived: true }),
        note(3, { status: 'draft' }),
        note(4, { status: 'withdrawn' }),
      ]),
    )
    expect(csv).toBe(
      '\uFEFFNote,Version,File,Kind,State,Moment,From ms,Until ms,By,Text,Answer,Replies,Sent\r\n' +
        '1,1,reel.mp4,Must change,waived,,,,Ellen,Logo cut off,Waived,,2026-01-02T09:00:00Z\r\n' +
        '2,1,reel.mp4,Must change,open,0:07 f12 – 0:08 f0,7480,8000,Ellen,"Two\nlines, and ""more""",,,2026-01-02T09:00:00Z\r\n',
    )
  })
})

describe('timecode', () => {
  test.each([
    // Frame by frame around a minute and a tenth minute, from SMPTE ST 12-1.
    [30_000, 1_001, 1_799, '00:00:59;29'],
    [30_000, 1_001, 1_800, '00:01:00;02'],
    [30_000, 1_001, 3_597, '00:01:59;29'],
    [30_000, 1_001, 3_598, '00:02:00;02'],
    [30_000, 1_001, 17_981, '00:09:59;29'],
    [30_000, 1_001, 17_982, '00:10:00;00'],
    [30_000, 1_001, 107_892, '01:00:00;00'],
    [60_000, 1_001, 3_599, '00:00:59;59'],
    [60_000, 1_001, 3_600, '00:01:00;04'],
    [60_000, 1_001, 215_784, '01:00:00;00'],
    [24_000, 1_001, 1_440, '00:01:00:00'],
    [24, 1, 86_400, '01:00:00:00'],
    [25, 1, 187, '00:00:07:12'],
    [50, 1, 99, '00:00:01:49'],
  ])('at %i/%i a second frame %i is %s', (num, den, frame, text) => {
    expect(timecode(frame, timecodeOf({ num, den }))).toBe(text)
  })
})

describe('EDL', () => {
  test('places the notes in order at the file’s frame rate, with record timecodes from 01:00:00:00', () => {
    const edl = notesAsEdl(
      review([
        note(1, { at_ms: 2_000, until_ms: 3_000, kind: 'praise', body: 'Schön |\nso' }),
        note(2, { at_ms: 40 }),
        note(3, {}),
      ]),
      FIRST,
    )
    expect(edl?.split('\r\n')).toEqual([
      'TITLE: Mug reel V1',
      'FCM: NON-DROP FRAME',
      '',
      '001  AX       V     C        00:00:00:01 00:00:00:02 01:00:00:01 01:00:00:02',
      '* FROM CLIP NAME: reel.mp4',
      '* LOC: 01:00:00:01 RED 2 Must change: Logo cut off',
      ' |C:ResolveColorRed |M:2 Must change: Logo cut off |D:1',
      '',
      '002  AX       V     C        00:00:02:00 00:00:03:00 01:00:02:00 01:00:03:00',
      '* FROM CLIP NAME: reel.mp4',
      '* LOC: 01:00:02:00 GREEN 1 Praise: Schon so',
      ' |C:ResolveColorGreen |M:1 Praise: Schon so |D:25',
      '',
    ])
  })

  // The columns of CMX 3600: event, reel, channel, transition, then four timecodes of 11 characters.
  test.each<[string, [number, number], ...string[]]>([
    ['23.976', [24_000, 1_001], '00:01:00:22', '00:01:00:23', '01:01:00:22', '01:01:00:23'],
    ['25', [25, 1], '00:01:01:00', '00:01:01:01', '01:01:01:00', '01:01:01:01'],
    [
      '29.97, which drops numbers',
      [30_000, 1_001],
      '00:01:01;00',
      '00:01:01;01',
      '01:01:01;00',
      '01:01:01;01',
    ],
    ['30, which does not', [30, 1], '00:01:01:00', '00:01:01:01', '01:01:01:00', '01:01:01:01'],
    ['24', [24, 1], '00:01:01:00', '00:01:01:01', '01:01:01:00', '01:01:01:01'],
    ['50', [50, 1], '00:01:01:00', '00:01:01:01', '01:01:01:00', '01:01:01:01'],
    [
      '59.94, which drops four a minute',
      [60_000, 1_001],
      '00:01:01;00',
      '00:01:01;01',
      '01:01:01;00',
      '01:01:01;01',
    ],
  ])('has the right columns and timecodes at %s', (_, rate, ...times) => {
    const edl = notesAsEdl(review([note(1, { at_ms: 61_000 })], rate), FIRST) ?? ''
    const event = edl.split('\r\n')[3] ?? ''
    expect([
      event.slice(0, 3),
      event.slice(5, 13),
      event.slice(14, 18),
      event.slice(20, 21),
    ]).toEqual(['001', 'AX      ', 'V   ', 'C'])
    expect([29, 41, 53, 65].map((at) => event.slice(at, at + 11))).toEqual(times)
    expect(event).toHaveLength(76)
    expect(edl.split('\r\n').slice(0, 2)).toEqual([
      'TITLE: Mug reel V1',
      `FCM: ${times[0]?.includes(';') ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    ])
  })

  test('uses Avid’s colour names, and keeps the version when it shortens a title', () => {
    const asked = { ...review([note(1, { at_ms: 0, kind: 'question' })]), title: 'Mug '.repeat(30) }
    const [title = '', , , , , loc, marker] = (notesAsEdl(asked, FIRST) ?? '').split('\r\n')
    expect(title).toMatch(/^TITLE: Mug .*Mug V1$/)
    expect(title.length).toBeLessThanOrEqual('TITLE: '.length + 70)
    expect(loc).toBe('* LOC: 01:00:00:00 MAGENTA 1 Question: Logo cut off')
    expect(marker).toContain('|C:ResolveColorPurple ')
  })

  test('declares drop frame where frame numbers are dropped, and is null without a version, file or frame rate', () => {
    expect(notesAsEdl(review([], [30_000, 1_001]), FIRST)).toContain('FCM: DROP FRAME')
    expect(notesAsEdl(review([], [24_000, 1_001]), FIRST)).toContain('FCM: NON-DROP FRAME')
    const { versions, ...rest } = review([note(1, { at_ms: 40 })])
    const unread = versions.map((version) => ({
      ...version,
      files: version.files.map((file) => ({ ...file, media: null })),
    }))
    expect(notesAsEdl({ ...rest, versions }, { id: 'v2', position: 1 })).toBe(null)
    expect(notesAsEdl({ ...rest, versions }, { id: 'v1', position: 2 })).toBe(null)
    expect(notesAsEdl({ ...rest, versions: unread }, FIRST)).toBe(null)
  })
})

test('Markdown escapes the text of notes, so that it is shown as it was written', () => {
  const text = notesAsMarkdown(
    review([
      note(1, {
        body: '<b>*Bold*</b> [x](http://y)',
        answer: { done: false, text: 'No room', version: 2, at: '' },
        replies: [{ id: 'r', author: 'owner', author_name: 'Ellen', body: 'Fine', created_at: '' }],
        at_ms: 40,
      }),
    ]),
  )
  expect(text).toBe(
    '# Mug reel\n\n## Version 1: reel\\.mp4\n\n' +
      '- [ ] **1. Must change** (0:00 f1): \\<b\\>\\*Bold\\*\\</b\\> \\[x\\]\\(http://y\\)\n' +
      '  - Not done: No room\n  - Ellen: Fine\n',
  )
})

test('with several files in a version, notes are exported under the name of their own file', () => {
  const media = { fps_num: 25, fps_den: 1, duration_ms: 9_000 } as Media
  const files = ['one.mp4', 'two.mp4'].map((file_name, at) => ({
    position: at + 1,
    file_name,
    media,
  }))
  const several: ExportedReview = {
    title: 'Mug reel',
    versions: [{ id: 'v1', version: 1, files }],
    notes: [
      note(1, { at_ms: 40, body: 'First' }),
      note(2, { at_ms: 80, body: 'Second', file_position: 2 }),
    ],
  }
  expect(notesAsCsv(several)).toContain('2,1,two.mp4,')
  expect(notesAsMarkdown(several)).toMatch(
    /Version 1: one\\\.mp4\n\n.*First\n\n## Version 1: two\\\.mp4\n\n.*Second/,
  )
  const edl = notesAsEdl(several, { id: 'v1', position: 2 }) ?? ''
  expect(edl).toContain('TITLE: Mug reel V1 F2')
  expect(edl).toContain('FROM CLIP NAME: two.mp4')
  expect(edl).not.toContain('First')
})
