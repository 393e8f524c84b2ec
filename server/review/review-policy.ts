import type { NewNote } from '#contract/review-note-schemas.ts'
import { reviewMessages as say } from '#contract/review-notes.ts'
import type { Media } from '#contract/media.ts'
import type { DeliverableStatus } from '#contract/deliverables.ts'
import type { RoomDeal } from './review-store.ts'

/** Returns the role in which someone reads a room; null for anyone who does not belong to the deal. */
export function readerOf(
  { seller_id, creator_id }: Pick<RoomDeal, 'seller_id' | 'creator_id'>,
  userId: string,
): 'owner' | 'creator' | null {
  if (seller_id === userId) return 'owner'
  return creator_id === userId ? 'creator' : null
}

/** Returns whether a room's deal is over: nothing in it changes any more. */
export const isOver = ({
  status,
  is_returned,
}: Pick<RoomDeal, 'status' | 'is_returned'>): boolean => status !== 'in_progress' || is_returned

/** Returns whether new notes can be written about a version: only about the newest one, until it is approved. */
export const acceptsNotes = (
  deal: Pick<RoomDeal, 'status' | 'is_returned'>,
  version: { status: DeliverableStatus; isNewest: boolean },
): boolean => !isOver(deal) && version.isNewest && version.status !== 'approved'

/** Returns an error sentence for each field with which a note points to a place that its file does not have. */
export function misplaced(
  note: Pick<NewNote, 'at_ms' | 'until_ms' | 'page' | 'place' | 'drawing'>,
  { file_type: type, media }: { file_type: string; media: Media | null },
): Record<string, string> {
  const isVideo = type.startsWith('video/')
  const length = media?.duration_ms ?? Infinity
  const fields: Record<string, string> = {}
  if (note.at_ms !== null && (!isVideo || note.at_ms > length)) fields['at_ms'] = say.moment
  if (note.until_ms !== null && note.until_ms > length) fields['until_ms'] = say.moment
  if (note.page !== null && type !== 'application/pdf') fields['page'] = say.page
  // A text has no picture to point into, and a video has one only at a frame.
  const hasFrame = isVideo ? note.at_ms !== null : !type.startsWith('text/')
  if (note.place !== null && !hasFrame) fields['place'] = say.place
  if (note.drawing !== null && !hasFrame) fields['drawing'] = say.drawing
  return fields
}
