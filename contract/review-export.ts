import { frameAt, momentText } from './frames.ts'
import { type Media, previewRate, type Rate } from './media.ts'
import type { ReviewNote } from './review-note-schemas.ts'
import { NOTE_KIND_NAMES } from './review-note-words.ts'

/* Exports notes as files for other programs: a table (CSV), an edit list for editing programs (EDL) and text
   (Markdown). Text that a person wrote is escaped for each format. Drafts and withdrawn notes are left out. */

/** One file of a version. */
interface ExportedFile {
  position: number
  file_name: string
  media: Media | null
}

/** The exported data: a project's notes, with what is known of the versions they are about. */
export interface ExportedReview {
  title: string
  versions: readonly { id: string; version: number; files: readonly ExportedFile[] }[]
  notes: readonly ReviewNote[]
}

const sent = ({ notes }: ExportedReview): ReviewNote[] =>
  notes
    .filter(({ status }) => status !== 'draft' && status !== 'withdrawn')
    .toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))

const fileAt = ({ files }: { files: readonly ExportedFile[] }, place: number) =>
  files.find(({ position }) => position === place)

function fileOf({ versions }: ExportedReview, note: ReviewNote): ExportedFile | undefined {
  const version = versions.find(({ id }) => id === note.deliverable_id)
  return version && fileAt(version, note.file_position)
}

function momentOf(review: ExportedReview, note: ReviewNote): string {
  if (note.page !== null) return `page ${note.page}`
  if (note.at_ms === null) return ''
  const media = fileOf(review, note)?.media
  const rate = media ? previewRate(media) : null
  const from = momentText(note.at_ms, rate)
  return note.until_ms === null ? from : `${from} – ${momentText(note.until_ms, rate)}`
}

const answerOf = ({ answer, waived }: ReviewNote): string => {
  if (waived) return 'Waived'
  if (answer === null) return ''
  return [answer.done ? 'Done' : 'Not done', answer.text].filter(Boolean).join(': ')
}

/** What a spreadsheet takes for a formula: a cell that begins like this is written as text. */
const FORMULA = /^[=+\-@\t\r]/

const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const COLUMNS = [
  'Note',
  'Version',
  'File',
  'Kind',
  'State',
  'Moment',
  'From ms',
  'Until ms',
  'By',
  'Text',
  'Answer',
  'Replies',
  'Sent',
]

/** Returns a table for spreadsheets (RFC 4180), with the byte order mark by which they recognize UTF-8. */
export function notesAsCsv(review: ExportedReview): string {
  const rows = sent(review).map((note) => [
    note.number,
    note.version,
    fileOf(review, note)?.file_name ?? '',
    NOTE_KIND_NAMES[note.kind],
    note.waived ? 'waived' : note.status,
    momentOf(review, note),
    note.at_ms,
    note.until_ms,
    note.author_name,
    note.body,
    answerOf(note),
    note.replies.map(({ author_name, body }) => `${author_name}: ${body}`).join('\n'),
    note.sent_at,
  ])
  return `\uFEFF${[COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** How an edit list counts: the frames per second of its timecode, and whether it drops numbers. */
interface Timecode {
  perSecond: number
  /**
   * The numbers dropped at the beginning of each minute except every tenth, so that 29.97 stays in step with the clock.
   */
  dropped: number
}

/**
 * Returns how the timecode counts: at 29.97 and 59.94 frames a second, numbers are dropped; 23.976 and whole rates
 * count every frame.
 */
export function timecodeOf({ num, den }: Rate): Timecode {
  const perSecond = Math.ceil(num / den)
  const drops = den === 1_001 && perSecond % 30 === 0
  return { perSecond, dropped: drops ? perSecond / 15 : 0 }
}

const two = (value: number) => String(value).padStart(2, '0')

/** Formats a frame's number as "01:00:07:12", with dropped numbers as "01:00:07;12" (SMPTE ST 12-1). */
export function timecode(frame: number, { perSecond, dropped }: Timecode): string {
  const perMinute = perSecond * 60 - dropped
  const perTen = perMinute * 10 + dropped
  const tens = Math.floor(frame / perTen)
  const within = frame % perTen
  const minutes = within < perMinute + dropped ? 0 : Math.floor((within - dropped) / perMinute)
  const number = frame + dropped * (tens * 9 + minutes)
  const seconds = Math.floor(number / perSecond)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map(two).join(':')}${dropped > 0 ? ';' : ':'}${two(number % perSecond)}`
}

/** The frames in the one hour at which edit lists begin by convention. */
const hourOf = ({ perSecond, dropped }: Timecode): number => perSecond * 3_600 - dropped * 54

/** Returns one line of plain ASCII: edit lists support nothing else. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[|\s]+/g, ' ')
    .replaceAll(/[^\x20-\x7E]/g, '?')
    .trim()

/** Characters of a title in an edit list (CMX 3600). */
const LONGEST_TITLE = 70

/** Returns the title. A long one is cut so that the version and its file always stay. */
function titleOf(title: string, version: number, file: number | null): string {
  const end = ` V${version}${file === null ? '' : ` F${file}`}`
  return `${plain(title)
    .slice(0, LONGEST_TITLE - end.length)
    .trimEnd()}${end}`
}

/** The name of a marker's colour: Resolve's names, and those of a LOC line, which has no purple. */
const MARKERS = {
  must: { resolve: 'Red', loc: 'RED' },
  wish: { resolve: 'Blue', loc: 'BLUE' },
  praise: { resolve: 'Green', loc: 'GREEN' },
  question: { resolve: 'Purple', loc: 'MAGENTA' },
} as const

/**
 * Returns the notes of one file of a version as an edit list (CMX 3600). Each note is a marker at its frame in the file
 * that was handed in, at that file's own rate, from 01:00:00:00. Notes without a moment are left out. Null where the
 * frame rate is not known.
 */
export function notesAsEdl(
  review: ExportedReview,
  of: { id: string; position: number },
): string | null {
  const version = review.versions.find(({ id }) => id === of.id)
  const file = version && fileAt(version, of.position)
  if (!version || !file?.media) return null
  const rate = { num: file.media.fps_num, den: file.media.fps_den }
  const count = timecodeOf(rate)
  const lines = [
    `TITLE: ${titleOf(review.title, version.version, version.files.length > 1 ? of.position : null)}`,
    `FCM: ${count.dropped > 0 ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
  ]
  const placed = sent(review).filter(
    (note) =>
      note.deliverable_id === of.id && note.file_position === of.position && note.at_ms !== null,
  )
  for (const [index, note] of placed
    .toSorted((a, b) => (a.at_ms ?? 0) - (b.at_ms ?? 0))
    .entries()) {
    const from = frameAt(note.at_ms ?? 0, rate)
    const until = Math.max(from + 1, note.until_ms === null ? 0 : frameAt(note.until_ms, rate))
    const [start, end] = [from, until].map((frame) => timecode(frame, count))
    const [shown, shownEnd] = [from, until].map((frame) => timecode(frame + hourOf(count), count))
    const text = plain(`${note.number ?? ''} ${NOTE_KIND_NAMES[note.kind]}: ${note.body}`)
    lines.push(
      '',
      `${String(index + 1).padStart(3, '0')}  AX       V     C        ${start} ${end} ${shown} ${shownEnd}`,
      `* FROM CLIP NAME: ${plain(file.file_name)}`,
      `* LOC: ${shown} ${MARKERS[note.kind].loc} ${text}`,
      ` |C:ResolveColor${MARKERS[note.kind].resolve} |M:${text} |D:${until - from}`,
    )
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Characters that Markdown would interpret. */
const markdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&]/g, String.raw`\$&`).replaceAll(/\r?\n/g, '\n  ')

/** Returns a text with one section for each file of each version, newest first. */
export function notesAsMarkdown(review: ExportedReview): string {
  const notes = sent(review)
  const parts = [`# ${markdown(review.title)}`]
  for (const version of review.versions.toSorted((a, b) => b.version - a.version)) {
    for (const { position, file_name } of version.files) {
      const own = notes.filter(
        (note) => note.deliverable_id === version.id && note.file_position === position,
      )
      if (own.length === 0) continue
      parts.push(`## Version ${version.version}: ${markdown(file_name)}`)
      parts.push(own.map((note) => sectionOf(review, note)).join('\n'))
    }
  }
  return `${parts.join('\n\n')}\n`
}

function sectionOf(review: ExportedReview, note: ReviewNote): string {
  const moment = momentOf(review, note)
  const settled = note.status === 'resolved' ? 'x' : ' '
  const head = `- [${settled}] **${note.number ?? ''}. ${NOTE_KIND_NAMES[note.kind]}**${moment === '' ? '' : ` (${moment})`}`
  const answer = answerOf(note)
  return [
    `${head}: ${markdown(note.body)}`,
    ...(answer === '' ? [] : [`  - ${markdown(answer)}`]),
    ...note.replies.map(({ author_name, body }) => `  - ${markdown(`${author_name}: ${body}`)}`),
  ].join('\n')
}
