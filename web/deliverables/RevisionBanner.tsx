import { CornerDownLeft } from 'lucide-react'
import { openRevisions } from '#contract/open-work.ts'
import type { DealTold } from '#contract/deal-told.ts'
import { dealHeadline } from '#contract/deal-words.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { workName } from '#contract/work-name.ts'
import { LongText } from '#web/ui/LongText.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Deliverable.module.css'

/** The changes that the brand requested, in its own words, above the form that answers them. */
export function RevisionBanner({
  told,
  deliverables,
}: {
  told: DealTold
  deliverables: readonly Deliverable[]
}) {
  return (
    <Notice tone="your-move" icon={CornerDownLeft} title={dealHeadline(told)}>
      {openRevisions(deliverables).map((work) => (
        <blockquote key={work.id} className={styles.asked}>
          <span className="sm">
            {told.brand} about {workName(work)}
          </span>
          <LongText text={work.reviewer_notes ?? ''} lines={12} />
        </blockquote>
      ))}
    </Notice>
  )
}
