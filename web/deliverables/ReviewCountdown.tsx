import { Clock } from 'lucide-react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { REVIEW_WORDS } from '#contract/review-words.ts'
import { cx } from '#web/ui/cx.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './ReviewCountdown.module.css'
import { reviewBy, timeLeft } from './review.ts'

interface Props {
  /** The start of its review window. */
  from: string
  /** What happens without an answer. */
  outcome: Deliverable['review_outcome']
  now: Date
  /** The owner must act; the creator waits. */
  reader: 'owner' | 'creator'
  /** Whether the approval at the end also releases the held payment. */
  released: boolean
}

/** The time left for a delivery's review, and what happens then: the same for both sides (decision P16). */
export function ReviewCountdown({ from, outcome, now, reader, released }: Props) {
  const owner = reader === 'owner'
  const then =
    REVIEW_WORDS.outcome[outcome] +
    (outcome === 'approve' && released ? ' and the payment is released' : '')
  return (
    <p className={cx(styles.countdown, owner && styles.owner)}>
      <Clock size={16} className={owner ? styles.yours : styles.theirs} aria-hidden="true" />
      <span>
        <strong className={owner ? styles.move : undefined}>{timeLeft(from, now)}</strong>
        <span className="sep"> · </span>
        {owner ? 'Review by ' : 'The brand reviews it by '}
        <Time value={reviewBy(from)} exact />
        <span className={styles.outcome}>Without an answer {then}.</span>
      </span>
    </p>
  )
}
