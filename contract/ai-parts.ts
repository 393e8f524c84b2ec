/**
 * The parts of a delivery that AI made, as the creator declares them at hand-in (decision 0099). 'none' stands alone.
 */
export const AI_PARTS = ['none', 'voice', 'image', 'other'] as const
export type AiPart = (typeof AI_PARTS)[number]

/**
 * Each part at most once, and 'none' only by itself. An empty list declares nothing, so it is not a declaration either.
 */
export const isDeclaration = (parts: readonly AiPart[]): boolean =>
  parts.length > 0 &&
  new Set(parts).size === parts.length &&
  (parts.length === 1 || !parts.includes('none'))

/**
 * Returns the declaration after `part` is ticked, in the order of the table: 'none' replaces the others, and they
 * replace it.
 */
export function withPart(parts: readonly AiPart[], part: AiPart): AiPart[] {
  if (parts.includes(part)) return parts.filter((one) => one !== part)
  if (part === 'none') return ['none']
  return AI_PARTS.filter((one) => one === part || (one !== 'none' && parts.includes(one)))
}

export const aiPartMessages = {
  unclear: 'Tick “None”, or the parts that AI made.',
} as const
