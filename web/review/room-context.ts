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

/** The context that every part of the room works with. */
export interface RoomView {
  room: ReviewRoom
  /** Who reads it: one of the two sides, or the brand's guest, who may only view and write notes. */
  reader: ReviewNote['author']
  /** The version on the stage. */
  version: ReviewVersion
  /** Frames per second of its preview; null if it is not a video, or if the rate is unknown. */
  rate: Rate | null
  /** Null for works that do not play. */
  player: Player | null
  /** The page of a PDF, from 1. */
  page: number
  setPage: (page: number) => void
  /** The number of pages of a PDF; null for other works, and until it is known. */
  pages: number | null
  setPages: (pages: number) => void
  /** The position of the file on the stage within its version; the file's facts are in `version`. */
  filePosition: number
  /** Shows another file of the version. */
  openFile: (position: number) => void
  /** Shows the next file of the version (or the previous one), wrapping around at the end. */
  stepFile: (by: 1 | -1) => void
  /** The notes of this file and those carried over to it, in order of time. */
  notes: readonly ShownNote[]
  /** The same for all files of the version. */
  everyNote: readonly ShownNote[]
  selected: ShownNote | null
  /** Goes to a note's place, and shows it. */
  select: (note: ShownNote | null) => void
  /** Null where nothing can be written: for a creator, on an older version, in a review that is over. */
  composer: Composer | null
  /** Shows another version. */
  openVersion: (id: string) => void
  /** Stores what was written. */
  save: (note: NewNote) => Promise<unknown>
  /** The room's links are about to be renewed, or have been. */
  renewLinks: () => void
}

export const RoomContext = createContext<RoomView | null>(null)

export function useRoom(): RoomView {
  const view = use(RoomContext)
  if (view === null) throw new Error('This part belongs in a review room.')
  return view
}

/** The version a note was written about, with the file it was written about. */
export function versionOf(room: ReviewRoom, note: ReviewNote): ReviewVersion | undefined {
  const version = room.versions.find(({ id }) => id === note.deliverable_id)
  return version && atFile(version, note.file_position)
}

/** The versions that can be compared side by side with a version: films with films, pictures with pictures. */
export function comparable(room: ReviewRoom, version: ReviewVersion): ReviewVersion[] {
  const kind = mediaKind(version.file_type)
  if (kind !== 'video' && kind !== 'image') return []
  return room.versions.filter(
    ({ id, file_type }) => id !== version.id && mediaKind(file_type) === kind,
  )
}
