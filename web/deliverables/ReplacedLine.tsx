import { replacedWords } from '#contract/deal-sentences.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { answeredBy } from './review.ts'

type Version = Pick<Deliverable, 'project_id' | 'version' | 'status' | 'superseded_at' | 'decided'>

interface Props {
  deliverable: Version
  /** Newest first, of one deal or of several. */
  all: readonly Version[]
}

/** Shown below a version that needs a revision: the version that was handed in for it. */
export function ReplacedLine({ deliverable, all }: Props) {
  const later = answeredBy(deliverable, all)
  if (later === undefined) return null
  return <div className="sm muted">{replacedWords(later)}</div>
}
