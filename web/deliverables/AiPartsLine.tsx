import type { AiPart } from '#contract/ai-parts.ts'
import { AI_PARTS_TITLE, aiPartsText } from '#contract/ai-part-words.ts'

/** What the creator declared about parts of a delivery that AI made. */
export function AiPartsLine({ parts }: { parts: readonly AiPart[] }) {
  return (
    <p className="sm muted">
      {AI_PARTS_TITLE}: {aiPartsText(parts)}
    </p>
  )
}
