import type { DealReviews } from '#contract/reputation-schemas.ts'

/** Before a deal's money where it requires action from the reader; after it where it is only read. */
export type ReviewPlace = 'asking' | 'over'

/** Where the reviews of a deal are shown; null where it has none, and where both sides let the time pass. */
export function placeOf(
  reviews: { [Side in 'mine' | 'theirs']: Pick<DealReviews[Side], 'status'> } | null,
): ReviewPlace | null {
  if (reviews === null) return null
  const { mine, theirs } = reviews
  if (mine.status === 'open' || mine.status === 'sealed') return 'asking'
  return mine.status === 'lapsed' && theirs.status === 'lapsed' ? null : 'over'
}
