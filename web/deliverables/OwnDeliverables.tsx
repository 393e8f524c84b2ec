import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { CompareButton } from './CompareButton.tsx'
import styles from './Deliverable.module.css'
import { DeliverableRow } from './DeliverableRow.tsx'
import { CopyFacts } from './CopyFacts.tsx'
import { OwnReview, SentWith } from './OwnReview.tsx'

interface Props {
  /** The rows, newest first. */
  rows: readonly Deliverable[]
  /** All deliveries of the creator, newest first: the versions that can be compared. */
  all: readonly Deliverable[]
  /** Whether a delivery's approval at the end of its window also releases the payment. */
  releasedBy: (id: string) => boolean
  /** Whether the money has moved: from then on, what the brand sees is no longer of interest. */
  settled?: boolean
  onLinkExpired: () => void
}

/** The creator's deliveries as rows; pending ones show how much time is left for their review. */
export function OwnDeliverables({ rows, all, releasedBy, settled, onLinkExpired }: Props) {
  if (rows.length === 0) return null
  const isRest = rows.length < all.length
  return (
    <section className={styles.own}>
      <div className="sec-head">
        <h2>{isRest ? 'Handed in before' : 'My Deliverables'}</h2>
        {isRest ? null : <CompareButton versions={all} onLinkExpired={onLinkExpired} />}
      </div>
      <div className={`card ${styles.rows} ${styles.first}`}>
        {rows.map((one) => (
          <DeliverableRow
            key={one.id}
            deliverable={one}
            all={all}
            note={
              <>
                <CopyFacts deliverable={one} settled={settled} />
                <SentWith deliverable={one} />
                <OwnReview deliverable={one} released={releasedBy(one.id)} />
              </>
            }
          />
        ))}
      </div>
    </section>
  )
}
