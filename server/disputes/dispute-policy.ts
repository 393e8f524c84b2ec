import type { DisputeSide } from '#contract/disputes.ts'
import type { Viewer } from '#server/http/viewer.ts'

interface Parties {
  seller_id: string
  creator_id: string
}

/** The two sides may read a dispute, its statements and its evidence; operators have calls of their own. */
export const mayTakePart = (viewer: Viewer, parties: Parties): boolean =>
  sideOf(parties, viewer.id) !== null

/** No one may decide about their own money. */
export const mayDecide = (viewer: Viewer, parties: Parties): boolean =>
  !mayTakePart(viewer, parties)

/** Returns which side a person is on; null for anyone else. */
export function sideOf(parties: Parties, userId: string | null): DisputeSide | null {
  if (userId === null) return null
  if (parties.seller_id === userId) return 'seller'
  return parties.creator_id === userId ? 'creator' : null
}
