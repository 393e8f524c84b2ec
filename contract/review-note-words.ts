import { DELIVERABLE_LIMITS } from './deliverables.ts'
import type { NoteKind, NoteStatus } from './review-notes.ts'

/** Names of notes by what they ask for, and by their state. */
export const NOTE_KIND_NAMES: Readonly<Record<NoteKind, string>> = {
  must: 'Must change',
  wish: 'Wish',
  praise: 'Praise',
  question: 'Question',
}
const STATUS_NAMES: Readonly<Record<NoteStatus, string>> = {
  draft: 'Draft',
  open: 'Open',
  answered: 'Answered',
  resolved: 'Resolved',
  withdrawn: 'Withdrawn',
}

/** Returns a note's state as shown: one that was open when the version was approved is not called resolved. */
export const noteState = ({ status, waived }: { status: NoteStatus; waived: boolean }): string =>
  waived ? 'Waived' : STATUS_NAMES[status]

/** The text about one note in the list of a sending. */
export interface ListedNote {
  kind: NoteKind
  body: string
  /** The file it is about, where the version has several. */
  named_file: string | null
  number: number | null
  at_ms: number | null
  until_ms: number | null
  page: number | null
}

/** Formats a moment of a video as people say it: "0:07", "1:02:03". Parts of a second are left out. */
export function momentText(ms: number): string {
  const seconds = Math.trunc(ms / 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.trunc(seconds / 3_600), Math.trunc(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`
}

/** Returns where in the work a note points: "0:07", "0:07–0:09", "Page 2"; empty for the whole work. */
export function placeText({
  at_ms,
  until_ms,
  page,
}: Pick<ListedNote, 'at_ms' | 'until_ms' | 'page'>): string {
  if (at_ms !== null) {
    const [from, to] = [momentText(at_ms), momentText(until_ms ?? at_ms)]
    return from === to ? from : `${from}–${to}`
  }
  return page === null ? '' : `Page ${page}`
}

/** The heading of each group in a list, by its number of notes. `earlier` are changes from earlier versions. */
const HEADINGS: Record<NoteKind | 'earlier', (count: number) => string> = {
  earlier: (count) =>
    count === 1 ? '1 change is still open:' : `${count} changes are still open:`,
  must: (count) => (count === 1 ? '1 change:' : `${count} changes:`),
  wish: (count) => (count === 1 ? '1 wish:' : `${count} wishes:`),
  praise: () => 'What works:',
  question: (count) => (count === 1 ? '1 question:' : `${count} questions:`),
}

const MORE = {
  all: (count: number) =>
    count === 1 ? '1 note in the review room.' : `${count} notes in the review room.`,
  rest: (count: number) => `… and ${count} more in the review room.`,
} as const

const lineOf = (note: ListedNote): string => {
  const place = [note.named_file, placeText(note)].filter(Boolean).join(', ')
  const body = note.body.replaceAll(/\s+/g, ' ').trim()
  return `${note.number ?? 0}. ${place === '' ? '' : `${place} — `}${body}`
}

/**
 * Returns the notes of one sending as text, after the text that was written with them: this is what SPEC's screens and
 * mails show of a revision. At most `most` characters (`reviewer_notes`), the same limit as the words have; notes that
 * do not fit are counted.
 */
export function sendingText(
  words: string | null,
  notes: readonly ListedNote[],
  earlier: readonly ListedNote[] = [],
  most: number = DELIVERABLE_LIMITS.reviewer_notes,
): string {
  const groups = Object.entries(HEADINGS).map(([name, heading]) => ({
    heading,
    notes: name === 'earlier' ? earlier : notes.filter(({ kind }) => kind === name),
  }))
  const lines = groups.flatMap((group) =>
    group.notes.map((note, at) =>
      at === 0 ? `\n${group.heading(group.notes.length)}\n${lineOf(note)}` : lineOf(note),
    ),
  )
  // Room for the sentence about the rest, with a number of any length.
  const room = most - MORE.all(lines.length).length - MORE.rest(lines.length).length - 2
  const said: string[] = words === null ? [] : [words]
  let length = said.join('').length
  let listed = 0
  for (const line of lines) {
    if (length + line.length + 1 > room) break
    said.push(line)
    length += line.length + 1
    listed += 1
  }
  const left = lines.length - listed
  if (left === 0) return said.join('\n').trim()
  const told = [...said, listed === 0 ? `\n${MORE.all(left)}` : MORE.rest(left)].join('\n').trim()
  // Words that fill all the space are kept whole: the room still lists the notes.
  return told.length > most && words !== null ? words.trim() : told
}
