import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { useNow } from '#web/page/use-now.ts'
import styles from './Deliverable.module.css'
import { Proofs } from './Proofs.tsx'
import { ReviewCountdown } from './ReviewCountdown.tsx'

/** The time left for the review of a creator's delivery; renders nothing once it is answered or while it is paused. */
export function OwnReview({
  deliverable,
  released,
}: {
  deliverable: Deliverable
  released: boolean
}) {
  const now = useNow()
  if (deliverable.status !== 'pending' || deliverable.review_from === null) return null
  return (
    <ReviewCountdown
      outcome={deliverable.review_outcome}
      from={deliverable.review_from}
      now={now}
      reader="creator"
      released={released}
    />
  )
}

/** What accompanied a file: the creator's note, where it was posted and the proof of it. */
export function SentWith({ deliverable }: { deliverable: Deliverable }) {
  const { notes, post_url, screenshot_url, ai_parts } = deliverable
  if (!notes && !post_url && !screenshot_url && !ai_parts) return null
  return (
    <div className={styles.sentWith}>
      {notes ? (
        <div className={`quote ${styles.notes}`}>
          <span className="by">Your note</span>
          {notes}
        </div>
      ) : null}
      <Proofs deliverable={deliverable} />
    </div>
  )
}
