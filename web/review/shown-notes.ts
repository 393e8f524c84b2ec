import { matchingFile } from '#contract/matching-piece.ts'
import type { ReviewNote, ReviewVersion } from '#contract/review-note-schemas.ts'

/** A note in the list of one version. */
export interface ShownNote extends ReviewNote {
  /** It was written about an earlier version and still asks for a change, or was never sent. */
  carried: boolean
  /** The two versions differ in length: its moment may be elsewhere. */
  moved: boolean
  /** Its position on the shown version, in ms; null without a moment. */
  shown_at: number | null
  /** The position of the file of the shown version that it belongs to. */
  shown_file: number
}

export type NoteFilter = 'open' | 'mine' | 'all'
export type NoteSort = 'time' | 'newest'

/** From this difference in length on, a moment may have moved. */
const MOVED_FROM = 0.02

const isUnsettled = ({ kind, status }: ReviewNote) =>
  status === 'draft' || (kind === 'must' && (status === 'open' || status === 'answered'))

/**
 * Returns the notes of a version's files. On the newest version they include the unsettled requests of earlier
 * versions, and drafts of them, each on the file that corresponds to its own. Those stay rows of their own version.
 * Withdrawn notes are left out.
 */
export function shownNotes(
  notes: readonly ReviewNote[],
  version: ReviewVersion,
  versions: readonly ReviewVersion[],
): ShownNote[] {
  const isNewest = versions.every((one) => one.version <= version.version)
  return notes
    .filter((note) => note.status !== 'withdrawn')
    .flatMap((note) => {
      if (note.deliverable_id === version.id)
        return {
          ...note,
          carried: false,
          moved: false,
          shown_at: note.at_ms,
          shown_file: note.file_position,
        }
      if (!isNewest || !isUnsettled(note)) return []
      const said = versions.find((one) => one.id === note.deliverable_id)?.files ?? []
      const from = said.find(({ position }) => position === note.file_position)
      const to = from && matchingFile(from, { from: said, to: version.files })
      return carriedOver(note, from?.media?.duration_ms, to)
    })
}

/** Places a note of a file of `from` ms on another file: at the same moment, or at the last one there is. */
function carriedOver(
  note: ReviewNote,
  from: number | undefined,
  file: ReviewVersion['files'][number] | undefined,
): ShownNote {
  const to = file?.media?.duration_ms
  const differs = from !== undefined && to !== undefined && Math.abs(from - to) > from * MOVED_FROM
  const last = to === undefined ? Infinity : Math.max(0, to - 1)
  return {
    ...note,
    carried: true,
    moved: note.at_ms !== null && differs,
    shown_at: note.at_ms === null ? null : Math.min(note.at_ms, last),
    shown_file: file?.position ?? 1,
  }
}

/** Returns the notes that pass a filter, in order. A note without a moment is about the whole, and comes first. */
export function listedNotes(
  notes: readonly ShownNote[],
  filter: NoteFilter,
  sort: NoteSort,
  reader: ReviewNote['author'],
): ShownNote[] {
  const passes = {
    open: ({ status }: ShownNote) => status !== 'resolved',
    mine: ({ author, status }: ShownNote) =>
      author === reader || (status === 'draft' && reader === 'owner'),
    all: () => true,
  }[filter]
  const byTime = (a: ShownNote, b: ShownNote) =>
    (a.page ?? 0) - (b.page ?? 0) ||
    (a.shown_at ?? -1) - (b.shown_at ?? -1) ||
    a.created_at.localeCompare(b.created_at)
  const byAge = (a: ShownNote, b: ShownNote) => b.created_at.localeCompare(a.created_at)
  return notes.filter(passes).toSorted(sort === 'time' ? byTime : byAge)
}

/** The number of unresolved notes, by the position of their file. */
export function openByFile(notes: readonly ShownNote[]): Map<number, number> {
  const open = new Map<number, number>()
  for (const { status, shown_file: file } of notes)
    if (status !== 'resolved') open.set(file, (open.get(file) ?? 0) + 1)
  return open
}

/** The open note after (or before) the selected one, wrapping around at the end; null when none is open. */
export function nextOpen(
  notes: readonly ShownNote[],
  selected: string | null,
  step: 1 | -1,
): ShownNote | null {
  const at = notes.findIndex(({ id }) => id === selected)
  for (let away = 1; away <= notes.length; away += 1) {
    const start = at === -1 && step === -1 ? 0 : at
    const index = (start + step * away + notes.length * 2) % notes.length
    const note = notes[index]
    if (note && note.status !== 'resolved') return note
  }
  return null
}
