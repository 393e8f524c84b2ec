import { useState } from 'react'
import type { DealReviews } from '#contract/reputation-schemas.ts'
import { reputationWords as words, reviewDay } from '#contract/reputation-words.ts'
import { messageOf } from '#web/api/errors.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { DealReviewPair } from './DealReviewPair.tsx'
import styles from './Reputation.module.css'
import { nameOf } from './review-name.ts'
import { placeOf, type ReviewPlace } from './review-place.ts'
import { useAskForReview, useDealReviews } from './use-reputation.ts'

const DealReviewForm = lazyComponent(
  async () => (await import('./DealReviewForm.tsx')).DealReviewForm,
  <Pending />,
)

/**
 * The reviews that the two sides of a finished deal write about each other: to write, sealed, or to read. Renders
 * nothing on other deals, or once both let the time pass. `only` limits it to what requires action from the reader, or
 * to what is finished.
 */
export function DealReviewCard({ projectId, only }: { projectId: string; only?: ReviewPlace }) {
  const query = useDealReviews(projectId)
  if (query.isPending) return only === 'over' ? null : <Pending />
  if (query.data === undefined)
    return only === 'over' ? null : <FailedNotice query={query} failed={() => words.failed} />
  const { reviews } = query.data
  const place = placeOf(reviews)
  if (reviews === null || place === null || (only !== undefined && only !== place)) return null
  return (
    <section
      className={cx(
        'card pad',
        styles.card,
        only && styles[only],
        place === 'asking' && styles.prompt,
      )}
      aria-labelledby="deal-reviews"
    >
      <Body reviews={reviews} />
    </section>
  )
}

function Body({ reviews }: { reviews: DealReviews }) {
  const [writing, setWriting] = useState(false)
  const { mine, theirs, closes_at: closesAt } = reviews
  const name = nameOf(reviews.other)
  const isOpen = mine.status === 'open'
  if (writing && (isOpen || mine.status === 'sealed'))
    return <DealReviewForm reviews={reviews} onDone={() => setWriting(false)} />
  if (isOpen)
    return (
      <>
        <h2 id="deal-reviews">{words.question(name)}</h2>
        <p>
          {mine.asked_at === null ? null : <strong>{words.askedYou(name)} </strong>}
          {words.effort} {words.blind(name, reviewDay(closesAt))}
        </p>
        <Theirs reviews={reviews} name={name} />
        <div className={styles.acts}>
          <Button variant="primary" onClick={() => setWriting(true)}>
            {words.begin}
          </Button>
          <Ask reviews={reviews} />
        </div>
      </>
    )
  if (mine.status === 'sealed')
    return (
      <>
        <h2 id="deal-reviews">{words.sealed}</h2>
        <Theirs reviews={reviews} name={name} />
        <p className="muted">{words.revealsOn(reviewDay(closesAt))}</p>
        <div className={styles.acts}>
          <Button onClick={() => setWriting(true)}>{words.change}</Button>
          <Ask reviews={reviews} />
        </div>
      </>
    )
  return (
    <>
      <h2 id="deal-reviews">{words.reviews}</h2>
      <DealReviewPair key={theirs.status} reviews={reviews} name={name} />
    </>
  )
}

/** Whether the other side has written: nothing else is known of its review before both are shown. */
function Theirs({ reviews, name }: { reviews: DealReviews; name: string }) {
  const { theirs } = reviews
  return (
    <p className={styles.theirs} role="status">
      {theirs.written ? words.theyWrote(name) : words.theyDidNot(name)}
      {theirs.asked_at !== null && !theirs.written ? ` ${words.asked(name)}` : null}
    </p>
  )
}

/** Asks for the other side's review, once per deal. */
function Ask({ reviews }: { reviews: DealReviews }) {
  const { theirs, other } = reviews
  const ask = useAskForReview(theirs.id)
  if (theirs.status !== 'open' || theirs.asked_at !== null) return null
  return (
    <Button
      variant="quiet"
      busy={ask.isPending}
      busyText={words.asking}
      onClick={() =>
        ask.mutate(undefined, {
          onSuccess: () => toast.success(words.asked(nameOf(other))),
          onError: (failure) => toast.error(messageOf(failure)),
        })
      }
    >
      {words.ask}
    </Button>
  )
}
