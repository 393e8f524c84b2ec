import type { ReviewFigures, ShownReview } from '#contract/reputation-schemas.ts'
import { reputationWords as words, reviewDay } from '#contract/reputation-words.ts'
import { useAuth } from '#web/api/session.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { brand } from '#web/page/brand.ts'
import { ReportButton } from '#web/reports/ReportButton.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Answer } from './DealReviewPair.tsx'
import styles from './Reputation.module.css'
import { nameOf } from './review-name.ts'
import { Mean, Scores } from './Scores.tsx'
import { useProfileReviews } from './use-reputation.ts'

/** The reviews of a person after their deals, newest first, with their summary. */
export function ProfileReviews({ profileId, name }: { profileId: string; name: string }) {
  const query = useProfileReviews(profileId)
  return (
    <section className={styles.list} aria-labelledby="reviews" data-later="">
      <h2 id="reviews">{words.reviews}</h2>
      <Loaded query={query} pending={<Loading />}>
        {(reviews) => (
          <>
            {query.first ? <Figures figures={query.first.figures} /> : null}
            {reviews.length === 0 ? null : (
              <ul className={styles.reviews}>
                {reviews.map((review) => (
                  <li key={review.id}>
                    <ListedReview review={review} subject={name} />
                  </li>
                ))}
              </ul>
            )}
            {query.hasNextPage ? (
              <Button
                busy={query.isFetchingNextPage}
                busyText={words.loading}
                onClick={() => void query.fetchNextPage()}
              >
                {words.more}
              </Button>
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Figures({ figures }: { figures: ReviewFigures }) {
  const { total, average, again_percent: again } = figures
  if (average === null || again === null)
    return <p className="muted">{total === 0 ? words.noReviews : words.fewReviews}</p>
  return (
    <p className={styles.figures}>
      <Mean value={average} />
      <span className="muted">
        {words.count(total)}
        <span className="sep"> · </span>
        {words.againShare(again)}
      </span>
    </p>
  )
}

function ListedReview({ review, subject }: { review: ShownReview; subject: string }) {
  const { author, scores, overall, side, body, shown_at, answer, removed, category } = review
  const { user } = useAuth()
  const by = nameOf(author)
  return (
    <article className={styles.listed} aria-label={words.by(by)}>
      <header className="row gap3">
        <Avatar
          name={by}
          src={author?.avatar_url ?? null}
          kind={side === 'seller' ? 'shop' : 'person'}
          size={36}
        />
        <div className="grow">
          <h3>{by}</h3>
          <p className="sm muted">
            {words.about(category)}
            <span className="sep"> · </span>
            <Time value={shown_at} />
          </p>
        </div>
      </header>
      {removed ? (
        <p className="muted">{words.removed(brand.name, reviewDay(removed.at), removed.reason)}</p>
      ) : null}
      {scores ? <Scores scores={scores} overall={overall} by={side} /> : null}
      {body ? <p className={styles.said}>{body}</p> : null}
      <Answer answer={answer} by={subject} />
      {user && removed === null && author?.id !== user.id ? (
        <ReportButton subject="review" id={review.id} />
      ) : null}
    </article>
  )
}
