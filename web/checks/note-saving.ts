import type { DeliveryCheck } from '#contract/delivery-checks.ts'

interface Writing extends Pick<DeliveryCheck, 'holds' | 'note'> {
  /** The content of the field; null: nothing was typed since it was stored. */
  typed: string | null
  /** The note that was refused last. */
  refused: { words: string | null } | null
}

/** The text of a field: blanks count as nothing. */
export const wordsOf = (shown: string): string | null => shown.trim() || null

/**
 * Whether a typed note should be saved. A refused note is not: while reads work and writes do not, it would be sent,
 * refused and refetched without end.
 */
export function waitsToBeSaved({ holds, note, typed, refused }: Writing): boolean {
  if (holds !== false || typed === null) return false
  const words = wordsOf(typed)
  return words !== note && (refused === null || refused.words !== words)
}
