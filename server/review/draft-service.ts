import { isDeepStrictEqual } from 'node:util'
import type { NewNote, ReviewNote } from '#contract/review-note-schemas.ts'
import { NOTE_LIMITS, reviewMessages as say } from '#contract/review-notes.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { refreshRoom } from '#server/review/notes/note-moves.ts'
import * as store from '#server/review/notes/note-store.ts'
import type { NoteRow } from '#server/review/notes/note-store.ts'
import { acceptsNotes, isOver, misplaced } from './review-policy.ts'
import { mediaOf } from './review-store.ts'
import { type LockedRoom, lockRoom, readNote } from './room-service.ts'

/**
 * Saves a draft under the id that its author's browser generated. A repeated request is a no-op, other content rewrites
 * the draft, and a draft of an older version moves to this one. Throws 404 for someone else's id, review.note_sent,
 * review.older_version, review.over, review.too_many_notes, review.too_many_drawings.
 */
export function saveDraft(
  deps: Deps,
  viewer: Viewer,
  deliverableId: string,
  given: NewNote,
  now: Date,
): Promise<ReviewNote> {
  return inTransaction(deps.pool, async (tx) => {
    const room = await lockRoom(tx, viewer, deliverableId, 'owner')
    const known = await store.noteById(tx, given.id)
    if (known !== null && known.author_id !== viewer.id) throw new AppError('request.not_found')
    if (known !== null && known.project_id !== room.deal.id) throw new AppError('request.not_found')
    if (known !== null && isSame(known, given, deliverableId)) return readNote(tx, given.id)
    if (known !== null && known.status !== 'draft') throw new AppError('review.note_sent')
    assertAccepts(room)
    await assertFits(tx, room, given)
    const draft = {
      ...given,
      projectId: room.deal.id,
      deliverableId,
      authorId: viewer.id,
      guest: null,
    }
    const saved = await (known === null
      ? store.insertDraft(tx, draft, now)
      : store.rewriteDraft(tx, draft))
    if (saved === 0) throw new AppError('request.not_found')
    // Refreshes their other tabs; the creator learns nothing of drafts.
    await refreshRoom(tx, [viewer.id], room.deal.id)
    return readNote(tx, given.id)
  })
}

/** Refuses anything that is not about the newest version of a running deal. */
export function assertAccepts({ deal, version, isNewest }: LockedRoom): void {
  if (acceptsNotes(deal, { status: version.status, isNewest })) return
  throw new AppError(isOver(deal) || isNewest ? 'review.over' : 'review.older_version')
}

/** Returns whether a stored note already says the same about the same version. */
export function isSame(known: NoteRow, given: NewNote, deliverableId: string): boolean {
  const { id, kind, body, file_position, at_ms, until_ms, page, drawing, place_x, place_y } = known
  const place = place_x === null || place_y === null ? null : { x: place_x, y: place_y }
  const content = { id, kind, body, file_position, at_ms, until_ms, page, place, drawing }
  return known.deliverable_id === deliverableId && isDeepStrictEqual(content, { ...given })
}

/** Refuses a note that does not fit within the file or the project's limits. */
export async function assertFits(
  tx: Tx,
  { deal, version }: LockedRoom,
  given: NewNote,
): Promise<void> {
  const file = version.files.find(({ position }) => position === given.file_position)
  if (file === undefined)
    throw new AppError('request.invalid', { fields: { file_position: say.file } })
  const media = (await mediaOf(tx, [file.file_id])).get(file.file_id) ?? null
  const fields = misplaced(given, { file_type: file.file_type, media })
  if (Object.keys(fields).length > 0) throw new AppError('request.invalid', { fields })
  const taken = await store.takenRoom(tx, deal.id, given.id)
  if (taken.notes >= NOTE_LIMITS.notes || taken.ever >= NOTE_LIMITS.notesEver)
    throw new AppError('review.too_many_notes')
  const bytes = given.drawing === null ? 0 : JSON.stringify(given.drawing).length
  if (taken.drawing_bytes + bytes > NOTE_LIMITS.allDrawingsBytes)
    throw new AppError('review.too_many_drawings')
}

/**
 * Discards one of the viewer's own drafts; a no-op when it is already gone. Throws 404 for someone else's,
 * review.note_sent.
 */
export function discardDraft(deps: Deps, viewer: Viewer, id: string): Promise<{ id: string }> {
  return inTransaction(deps.pool, async (tx) => {
    const known = await store.noteById(tx, id)
    if (known === null || known.author_id !== viewer.id) throw new AppError('request.not_found')
    if ((await store.discardDraft(tx, id, viewer.id)) === 0) {
      if ((await store.noteById(tx, id)) !== null) throw new AppError('review.note_sent')
    } else await refreshRoom(tx, [viewer.id], known.project_id)
    return { id }
  })
}
