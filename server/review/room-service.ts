import type { ReviewNote, ReviewRoom } from '#contract/review-note-schemas.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Tx } from '#server/db/transaction.ts'
import { deliverableById, type DeliverableRow } from '#server/deliverables/deliverable-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockProject } from '#server/projects/project-store.ts'
import { newestVersion, noteById, type NoteRow } from '#server/review/notes/note-store.ts'
import { isOver, readerOf } from './review-policy.ts'
import { presentNote, presentRoom } from './review-presenter.ts'
import { dealOf, lockVersion, type RoomDeal } from './review-store.ts'
import { roomLists } from './room-store.ts'

/** Returns the room that a version belongs to, for one of its two people. For anyone else it does not exist. */
export async function reviewRoom(
  deps: Deps,
  viewer: Viewer,
  deliverableId: string,
  now: Date,
): Promise<ReviewRoom> {
  const { pool: db } = deps
  const deal = foundOr404(await dealOf(db, deliverableId))
  const reader = foundOr404(readerOf(deal, viewer.id))
  const { versions, notes, guest_links, media, sendings, unanswered } = await roomLists(db, deal)
  const room = {
    deal,
    reader,
    versions,
    media: new Map(media.map((one) => [one.id, one.media])),
    // Only its author sees a draft until it is sent.
    notes: notes.filter((note) => note.status !== 'draft' || note.author_id === viewer.id),
    sendings,
    unanswered,
    guestLinks: reader === 'owner' ? guest_links : [],
  }
  return presentRoom(deps.config, room, now)
}

/** Returns a note as the room's people read it after a change. */
export async function readNote(db: Queryable, id: string): Promise<ReviewNote> {
  const note = foundOr404(await noteById(db, id))
  return presentNote(note, foundOr404(await dealOf(db, note.deliverable_id)))
}

/** A room that is locked against changes by anyone else until the transaction ends. */
export interface LockedRoom {
  deal: RoomDeal
  /** The version through which the room was entered. */
  version: DeliverableRow
  isNewest: boolean
}

/**
 * Locks a room by one of its versions: the version first, then the project, in the order of an approval. Throws 404 for
 * anyone but the side that may act.
 */
export async function lockRoom(
  tx: Tx,
  viewer: Pick<Viewer, 'id'>,
  deliverableId: string,
  side?: 'owner' | 'creator',
): Promise<LockedRoom> {
  const seen = foundOr404(await dealOf(tx, deliverableId))
  const reader = foundOr404(readerOf(seen, viewer.id))
  if (side !== undefined && reader !== side) throw new AppError('request.not_found')
  await lockVersion(tx, deliverableId)
  await lockProject(tx, seen.id)
  const deal = foundOr404(await dealOf(tx, deliverableId))
  const version = foundOr404(await deliverableById(tx, deliverableId))
  const newest = await newestVersion(tx, deal.id)
  return { deal, version, isNewest: newest?.id === deliverableId }
}

/** Locks the room of a note for one of its sides. Throws 404 for someone else's draft, review.over. */
export async function lockRoomOfNote(
  tx: Tx,
  viewer: Viewer,
  noteId: string,
  side?: 'owner' | 'creator',
): Promise<LockedRoom & { note: NoteRow; newest: DeliverableRow }> {
  const seen = foundOr404(await noteById(tx, noteId))
  if (readerOf(seen, viewer.id) === null) throw new AppError('request.not_found')
  const newestId = foundOr404(await newestVersion(tx, seen.project_id)).id
  const room = await lockRoom(tx, viewer, newestId, side)
  const note = foundOr404(await noteById(tx, noteId))
  if (note.status === 'draft') throw new AppError('request.not_found')
  if (!room.isNewest) throw new AppError('review.note_changed')
  if (isOver(room.deal)) throw new AppError('review.over')
  return { ...room, note, newest: room.version }
}
