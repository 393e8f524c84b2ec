import type { Viewer } from '#server/http/viewer.ts'

/** A document may be read by the person it is addressed to, and by the person it names as the seller of the content. */
export const mayRead = (
  viewer: Viewer,
  document: { party_id: string; other_id: string | null },
): boolean => document.party_id === viewer.id || document.other_id === viewer.id
