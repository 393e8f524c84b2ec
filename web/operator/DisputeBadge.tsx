import type { OperatorDisputeRow } from '#contract/dispute-schemas.ts'
import { disputeBadges } from '#web/disputes/dispute-words.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** The state of a dispute. */
export function DisputeBadge({ status }: Pick<OperatorDisputeRow, 'status'>) {
  const { tone, glyph, word } = disputeBadges[status]
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  )
}
