import type { ReviewSource } from '#server/realtime/review-source.ts'
import { readerOf } from './review-policy.ts'
import { dealOf } from './review-store.ts'

/** What the sockets read about review rooms (server/realtime). */
export const reviewSource: ReviewSource = {
  async isParty(db, viewerId, deliverableId) {
    const deal = await dealOf(db, deliverableId)
    return deal !== null && readerOf(deal, viewerId) !== null
  },
}
