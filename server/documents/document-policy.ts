import type { Viewer } from '#server/http/viewer.ts'

/** A document is for whom it is addressed to, and for whom it names as the seller of the content. */
export const mayRead = (
  viewer: Viewer,
  document: { party_id: string; other_id: string | null },
): boolean => document.party_id === viewer.id || document.other_id === viewer.id
