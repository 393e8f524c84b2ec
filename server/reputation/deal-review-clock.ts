import { DEAL_REVIEW_REMINDER_DAYS } from '#contract/reputation.ts'
import { daysBefore, daysLeft } from '#server/clocks/days.ts'
import type { Clock, Clocks } from '#server/clocks/tick.ts'
import { raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { ONCE, wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { lapseReview, refreshPair, revealPair } from './deal-review-moves.ts'
import { dealReviewById, lockPair } from './deal-review-store.ts'

type Kind = 'clock.deal_review_opened' | 'clock.deal_review_reminder'

/** On day 14, sealed reviews are shown and open ones lapse. */
export const closeDueReviews: Clock = async (deps, now) =>
  (
    await rows<{ application_id: string }>(
      deps.pool,
      sql`select distinct application_id from deal_reviews
          where status in ('open', 'sealed') and closes_at <= ${now}`,
    )
  ).map(
    ({ application_id }) =>
      () =>
        close(deps, application_id, now),
  )

/** Day 14 comes first: an author who lets it pass is no longer reminded. */
export const dealReviewClocks: Clocks = {
  'reviews of deals to reveal': closeDueReviews,
  'reviews of deals to ask for': asks(
    'clock.deal_review_opened',
    ONCE,
    (now) => sql`opened_at > ${daysBefore(now, DEAL_REVIEW_REMINDER_DAYS[0])}`,
  ),
  ...Object.fromEntries(
    DEAL_REVIEW_REMINDER_DAYS.map((day) => [
      `reviews of deals to remind of on day ${day}`,
      asks(
        'clock.deal_review_reminder',
        String(day),
        (now) => sql`opened_at <= ${daysBefore(now, day)}${before(nextAfter(day), now)}`,
      ),
    ]),
  ),
}

/** A reminder that was missed while nothing ran is not sent together with the next one. */
const nextAfter = (day: number) => DEAL_REVIEW_REMINDER_DAYS.find((later) => later > day)
const before = (day: number | undefined, now: Date): Statement =>
  day === undefined ? sql`` : sql` and opened_at > ${daysBefore(now, day)}`

function asks(kind: Kind, mark: string, due: (now: Date) => Statement): Clock {
  return async (deps, now) =>
    (
      await rows<{ id: string }>(
        deps.pool,
        sql`select id from deal_reviews where status in ('open') and closes_at > ${now} and ${due(now)}
          and not ${wasNotified(raw('author_id'), {
            kind,
            entityId: raw('deal_reviews.id'),
            mark: raw(`'${mark}'`),
          })}
          order by opened_at`,
      )
    ).map(
      ({ id }) =>
        () =>
          ask(deps, id, kind, mark, now),
    )
}

function ask(deps: Deps, id: string, kind: Kind, mark: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const seen = await dealReviewById(tx, id)
    const pair = seen === null ? [] : await lockPair(tx, seen.application_id)
    const review = pair.find((one) => one.id === id)
    if (review?.status !== 'open') return
    await notifyOfClock(tx, {
      kind,
      entity: 'deal_review',
      entityId: id,
      mark,
      daysLeft: daysLeft(Date.parse(review.closes_at), now),
    })
  })
}

function close(deps: Deps, applicationId: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const due = (await lockPair(tx, applicationId)).filter(
      ({ closes_at }) => Date.parse(closes_at) <= now.getTime(),
    )
    await revealPair(tx, due, now)
    for (const review of due) await lapseReview(tx, review)
    if (due[0] !== undefined) await refreshPair(tx, due[0])
  })
}
