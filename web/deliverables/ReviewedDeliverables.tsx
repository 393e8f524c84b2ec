import { useState } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { workName } from '#contract/work-name.ts'
import { Button } from '#web/ui/Button.tsx'
import { CompareButton } from './CompareButton.tsx'
import styles from './Deliverable.module.css'
import { Proofs } from './Proofs.tsx'
import { DeliverableRow } from './DeliverableRow.tsx'
import { DeliveryChecklist } from './DeliveryChecklist.tsx'
import { DownloadLink } from './DownloadLink.tsx'
import { MediaPreview } from './MediaPreview.tsx'

interface Props {
  /** The deliveries that no longer wait for an answer. */
  reviewed: readonly Deliverable[]
  /** All deliveries of the project, newest first: the versions that can be compared. */
  all: readonly Deliverable[]
  creatorName: string
  onLinkExpired: () => void
}

function headingOf(reviewed: readonly Deliverable[]): string {
  // The delivery was never reviewed: a dispute was decided, or the money went back, first.
  if (reviewed.some(({ status }) => status === 'pending')) return 'Handed in'
  return reviewed.some(({ superseded_at }) => superseded_at) ? 'Reviewed and replaced' : 'Reviewed'
}

/** Deliveries that no longer wait, as rows; each can be reopened in place. */
export function ReviewedDeliverables({ reviewed, all, creatorName, onLinkExpired }: Props) {
  const [viewed, setViewed] = useState<string | null>(null)
  return (
    <section>
      <div className="sec-head">
        <h2>{headingOf(reviewed)}</h2>
        <CompareButton versions={all} onLinkExpired={onLinkExpired} />
      </div>
      <div className={`card ${styles.rows} ${styles.first}`}>
        {reviewed.map((one) => (
          <div key={one.id} className={styles.entry}>
            <DeliverableRow
              deliverable={one}
              all={all}
              action={
                <span className={styles.tools}>
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-expanded={viewed === one.id}
                    aria-label={`${viewed === one.id ? 'Hide' : 'View'} ${workName(one)}`}
                    onClick={() => setViewed((now) => (now === one.id ? null : one.id))}
                  >
                    {viewed === one.id ? 'Hide' : 'View'}
                  </Button>
                  <DownloadLink deliverable={one} />
                </span>
              }
            />
            {viewed === one.id ? (
              <div className={styles.viewed}>
                <MediaPreview deliverable={one} onLinkExpired={onLinkExpired} />
                <Proofs deliverable={one} />
                <DeliveryChecklist deliverable={one} creatorName={creatorName} />
              </div>
            ) : null}
          </div>
        ))}
      </div>
    </section>
  )
}
