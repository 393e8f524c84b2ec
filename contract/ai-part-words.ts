import type { AiPart } from './ai-parts.ts'

/** The name of each part in forms, pages and certificates. */
export const AI_PART_WORDS: Readonly<Record<AiPart, string>> = {
  none: 'None',
  voice: 'Voice',
  image: 'Images',
  other: 'Other parts',
}
export const AI_PARTS_TITLE = 'AI-made parts'
export const AI_PARTS_HINT = 'The brand reads it, and the licence’s certificate shows it.'
/** Shown beside the files of a licence: no one has examined the declaration. */
export const AI_PARTS_SOURCE = 'AI-made parts are as the creator declared them at hand-in.'
/** For a licensed file without a declaration, shown beside others that have one. */
export const UNDECLARED = 'Not declared'

/** A declaration in words: "Voice, Images". */
export const aiPartsText = (parts: readonly AiPart[]): string =>
  parts.map((part) => AI_PART_WORDS[part]).join(', ')
