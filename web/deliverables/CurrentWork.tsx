import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { DeliverableBadge } from '#web/ui/Badge.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Time } from '#web/ui/Time.tsx'
import { CompareButton } from './CompareButton.tsx'
import styles from './Deliverable.module.css'
import { CopyFacts } from './CopyFacts.tsx'
import { DeliveryChecklist } from './DeliveryChecklist.tsx'
import { DownloadLink } from './DownloadLink.tsx'
import { MediaPreview } from './MediaPreview.tsx'
import { RoomLink } from './RoomLink.tsx'
import { OwnReview, SentWith } from './OwnReview.tsx'
import { workName } from '#contract/work-name.ts'
import { workSize } from './work-size.ts'

interface Props {
  /** The newest. */
  work: Deliverable
  /** All deliveries of the creator, newest first. */
  all: readonly Deliverable[]
  /** Whether the approval at the end of the window also releases the payment. */
  released: boolean
  onLinkExpired: () => void
}

/** The creator's latest delivery, large, with the time left for its review. */
export function CurrentWork({ work, all, released, onLinkExpired }: Props) {
  return (
    <section>
      <div className="sec-head">
        <h2>My Deliverables</h2>
        <CompareButton versions={all} onLinkExpired={onLinkExpired} />
      </div>
      <article className={`card ${styles.work}`} aria-label={workName(work)}>
        <MediaPreview deliverable={work} onLinkExpired={onLinkExpired} />
        <div className={styles.side}>
          <div>
            <div className={`row between ${styles.head}`}>
              <h3>{workName(work)}</h3>
              <DeliverableBadge of={work} />
            </div>
            <div className={`meta ${styles.meta}`}>
              {work.version > 1 ? <span>Version {work.version}</span> : null}
              <span>
                <span>
                  Submitted <Time value={work.created_at} />
                </span>
              </span>
              <span className="num">{megabytes(workSize(work))}</span>
            </div>
          </div>
          <OwnReview deliverable={work} released={released} />
          <CopyFacts deliverable={work} />
          <SentWith deliverable={work} />
          <DeliveryChecklist deliverable={work} />
          <div className={`row ${styles.acts}`}>
            <RoomLink deliverable={work} counts button />
            <DownloadLink deliverable={work} />
          </div>
        </div>
      </article>
    </section>
  )
}
