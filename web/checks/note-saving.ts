import type { DeliveryCheck } from '#contract/delivery-checks.ts'

interface Writing extends Pick<DeliveryCheck, 'holds' | 'note'> {
  /** What stands in the field; null: nothing was typed since it was stored. */
  typed: string | null
  /** What was refused last. */
  refused: { words: string | null } | null
}

/** What a field says: blanks say nothing. */
export const wordsOf = (shown: string): string | null => shown.trim() || null

/**
 * Whether a typed note is to be saved. Not what was refused: while reads work and writes do not, it would be sent, refused
 * and read again without end.
 */
export function waitsToBeSaved({ holds, note, typed, refused }: Writing): boolean {
  if (holds !== false || typed === null) return false
  const words = wordsOf(typed)
  return words !== note && (refused === null || refused.words !== words)
}
