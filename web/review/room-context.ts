import { createContext, use } from 'react'
import type { Rate } from '#contract/media.ts'
import type {
  NewNote,
  ReviewNote,
  ReviewRoom,
  ReviewVersion,
} from '#contract/review-note-schemas.ts'
import { mediaKind } from '#web/deliverables/media.ts'
import type { Player } from './player.ts'
import { atFile } from './file-on-stage.ts'
import type { ShownNote } from './shown-notes.ts'
import type { Composer } from './use-composer.ts'

/** What every part of the room works with. */
export interface RoomView {
  room: ReviewRoom
  /** Who reads it: one of the two sides, or the brand's guest, who may only look and write notes. */
  reader: ReviewNote['author']
  /** The version on the stage. */
  version: ReviewVersion
  /** Frames per second of its preview; null for what is no video, or is not known. */
  rate: Rate | null
  /** Null for what does not play. */
  player: Player | null
  /** The page of a PDF, from 1. */
  page: number
  setPage: (page: number) => void
  /** How many a PDF has; null for other works, and until it is known. */
  pages: number | null
  setPages: (pages: number) => void
  /** The position of the version's file on the stage: its facts are in `version`. */
  filePosition: number
  /** Shows another file of the version. */
  openFile: (position: number) => void
  /** Shows the next file of the version (or the one before), around the end. */
  stepFile: (by: 1 | -1) => void
  /** Those of this file and what is carried over to it, in time. */
  notes: readonly ShownNote[]
  /** The same of all files of the version. */
  everyNote: readonly ShownNote[]
  selected: ShownNote | null
  /** Goes to a note's place, and shows it. */
  select: (note: ShownNote | null) => void
  /** Null where nothing can be written: a creator, an older version, a review that is over. */
  composer: Composer | null
  /** Shows another version. */
  openVersion: (id: string) => void
  /** Stores what was written. */
  save: (note: NewNote) => Promise<unknown>
  /** The room's links are about to be, or were, renewed. */
  renewLinks: () => void
}

export const RoomContext = createContext<RoomView | null>(null)

export function useRoom(): RoomView {
  const view = use(RoomContext)
  if (view === null) throw new Error('This part belongs in a review room.')
  return view
}

/** The version a note was said about, with the file it was said about. */
export function versionOf(room: ReviewRoom, note: ReviewNote): ReviewVersion | undefined {
  const version = room.versions.find(({ id }) => id === note.deliverable_id)
  return version && atFile(version, note.file_position)
}

/** The versions that can be laid beside a version: films beside films, pictures beside pictures. */
export function comparable(room: ReviewRoom, version: ReviewVersion): ReviewVersion[] {
  const kind = mediaKind(version.file_type)
  if (kind !== 'video' && kind !== 'image') return []
  return room.versions.filter(
    ({ id, file_type }) => id !== version.id && mediaKind(file_type) === kind,
  )
}
