import type { CreatorSearch } from '#server/profiles/creator-search.ts'

/** The first page of all creators, newest first, and what a test searches for. */
export const creatorSearch = (
  own: Pick<CreatorSearch, 'viewerId'> & Partial<CreatorSearch>,
): CreatorSearch => ({
  wanted: null,
  niche: null,
  platform: null,
  price: null,
  days: null,
  badge: null,
  savedBy: null,
  paidBy: null,
  againBy: null,
  sort: 'newest',
  after: undefined,
  now: new Date(),
  ...own,
})
