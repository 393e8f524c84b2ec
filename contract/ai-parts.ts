/** What a creator says at hand-in of the parts of a delivery that AI made (decision 0099). 'none' stands alone. */
export const AI_PARTS = ['none', 'voice', 'image', 'other'] as const
export type AiPart = (typeof AI_PARTS)[number]

/** Each part once, and 'none' beside no other. An empty list says nothing and is none either. */
export const isDeclaration = (parts: readonly AiPart[]): boolean =>
  parts.length > 0 &&
  new Set(parts).size === parts.length &&
  (parts.length === 1 || !parts.includes('none'))

/**
 * The declaration after a tick of `part`: 'none' replaces the others, and they replace it. In the order of the table.
 */
export function withPart(parts: readonly AiPart[], part: AiPart): AiPart[] {
  if (parts.includes(part)) return parts.filter((one) => one !== part)
  if (part === 'none') return ['none']
  return AI_PARTS.filter((one) => one === part || (one !== 'none' && parts.includes(one)))
}

export const aiPartMessages = {
  unclear: 'Tick “None”, or the parts that AI made.',
} as const
