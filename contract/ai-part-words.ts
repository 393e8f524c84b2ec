import type { AiPart } from './ai-parts.ts'

/** Each part as forms, pages and certificates call it. */
export const AI_PART_WORDS: Readonly<Record<AiPart, string>> = {
  none: 'None',
  voice: 'Voice',
  image: 'Images',
  other: 'Other parts',
}
export const AI_PARTS_TITLE = 'AI-made parts'
export const AI_PARTS_HINT = 'The brand reads it, and the licence’s certificate shows it.'
/** Beside the files of a licence: nobody has examined it. */
export const AI_PARTS_SOURCE = 'AI-made parts are as the creator declared them at hand-in.'
/** Of a licensed file beside others that say something. */
export const UNDECLARED = 'Not declared'

/** A declaration in words: "Voice, Images". */
export const aiPartsText = (parts: readonly AiPart[]): string =>
  parts.map((part) => AI_PART_WORDS[part]).join(', ')
