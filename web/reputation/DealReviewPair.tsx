import { type ReactNode, useState } from 'react'
import type { DealReview, DealReviews } from '#contract/reputation-schemas.ts'
import { reputationWords as words, reviewDay } from '#contract/reputation-words.ts'
import { otherSide, type ReviewSide } from '#contract/reputation.ts'
import { brand } from '#web/page/brand.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import styles from './Reputation.module.css'
import { Scores } from './Scores.tsx'

const AnswerForm = lazyComponent(
  async () => (await import('./AnswerForm.tsx')).AnswerForm,
  <Pending />,
)

/** Both reviews of a deal side by side: the other side's first, because it is new to the reader. */
export function DealReviewPair({ reviews, name }: { reviews: DealReviews; name: string }) {
  const [answering, setAnswering] = useState(false)
  const { mine, theirs, side, answer_until: answerUntil } = reviews
  return (
    <div className={styles.pair}>
      <One
        review={theirs}
        by={otherSide(side)}
        title={words.theirs(name)}
        none={words.theyNever(name)}
      >
        {theirs.status === 'shown' && theirs.note ? (
          <div className={styles.note}>
            <h4>{words.privateNote(name)}</h4>
            <p className={styles.said}>{theirs.note}</p>
          </div>
        ) : null}
        <Answer answer={theirs.answer} by={words.you} />
        {answerUntil === null ? null : answering ? (
          <AnswerForm review={theirs.id} until={answerUntil} onDone={() => setAnswering(false)} />
        ) : (
          <Button size="sm" onClick={() => setAnswering(true)}>
            {words.answer}
          </Button>
        )}
      </One>
      <One review={mine} by={side} title={words.yours(name)} none={words.notWritten}>
        <Answer answer={mine.answer} by={name} />
      </One>
    </div>
  )
}

interface OneProps {
  review: DealReview
  by: ReviewSide
  title: string
  /** The text for a review that was never written. */
  none: string
  children: ReactNode
}

function One({ review, by, title, none, children }: OneProps) {
  return (
    <section className={styles.one} aria-label={title}>
      <h3>{title}</h3>
      {review.status === 'hidden' && review.hidden_at !== null ? (
        <p className="muted">
          {words.removed(brand.name, reviewDay(review.hidden_at), review.hidden_reason ?? '')}
        </p>
      ) : null}
      {review.scores === null ? (
        review.status === 'hidden' ? null : (
          <p className="muted">{none}</p>
        )
      ) : (
        <>
          <Scores scores={review.scores} overall={review.overall} by={by} />
          {review.body ? <p className={styles.said}>{review.body}</p> : null}
        </>
      )}
      {children}
    </section>
  )
}

/** The subject's public answer under a review. */
export function Answer({ answer, by }: { answer: DealReview['answer']; by: string }) {
  return answer === null ? null : (
    <div className={styles.answer}>
      <p className="sm strong">{words.answerOf(by)}</p>
      <p className={styles.said}>{answer.body}</p>
    </div>
  )
}
