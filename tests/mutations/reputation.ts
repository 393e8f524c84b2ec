import type { Mutation } from './mutation.ts'

const WALKS = 'server/reputation/deal-review-walks.test.ts'
const REVIEWS = 'server/reputation/deal-reviews.test.ts'
const SEALED = 'tests/access/sealed-reviews.test.ts'
const CLOCK = 'server/reputation/deal-review-clock.test.ts'
const OPENING = 'server/reputation/deal-review-opening.test.ts'
const WHY = 'docs/decisions/0056-sealed-reviews.md'

/** Reviews after a deal: sealed until both are written. */
export const REPUTATION: readonly Mutation[] = [
  {
    rule: 'an edit of a sealed review reaches its author alone',
    source: 'docs/decisions/0056-sealed-reviews.md',
    file: 'server/reputation/deal-review-service.ts',
    find: "if (isRevealed || review.status === 'open')",
    replace: "if (isRevealed || review.status !== 'shown')",
    tests: [REVIEWS],
  },
  {
    rule: 'the words of a sealed review are its author’s alone',
    source: WHY,
    file: 'server/db/migrations/0035_deal_reviews.sql',
    find: "case when r.status = 'shown' or r.author_id = viewer then r.body end",
    replace: 'r.body',
    tests: [SEALED],
  },
  {
    rule: 'the private note waits for the reveal as well',
    source: WHY,
    file: 'server/db/migrations/0035_deal_reviews.sql',
    find: "case when r.author_id = viewer or (r.status = 'shown' and r.subject_id = viewer) then r.note end",
    replace: 'case when viewer in (r.author_id, r.subject_id) then r.note end',
    tests: [SEALED],
  },
  {
    rule: 'an export has only what is shown of what others wrote',
    source: WHY,
    file: 'server/account/export/work-tables.ts',
    find: 'from readable_deal_reviews(${id})\n      where',
    replace:
      'from readable_deal_reviews((select author_id from deal_reviews where subject_id = ${id} limit 1))\n      where true or',
    tests: [SEALED],
  },
  {
    rule: 'one written review waits for the other',
    source: WHY,
    file: 'server/reputation/deal-review-service.ts',
    find: "after.every(({ status }) => status === 'sealed')",
    replace: "after.some(({ status }) => status === 'sealed')",
    tests: [REVIEWS],
  },
  {
    rule: 'day 14 counts by the time, not by when the clock ran',
    source: WHY,
    file: 'server/reputation/deal-review-policy.ts',
    find: 'const isOver = now.getTime() >= Date.parse(review.closes_at)',
    replace: 'const isOver = false',
    tests: [REVIEWS],
  },
  {
    rule: 'both reviews of a deal are locked before one is written',
    source: WHY,
    file: 'server/reputation/deal-review-store.ts',
    find: 'where application_id = ${applicationId} order by id for no key update',
    replace: 'where application_id = ${applicationId} order by id',
    tests: [REVIEWS],
  },
  {
    rule: 'sealed reviews are revealed at midnight UTC of day 14',
    source: WHY,
    file: 'contract/reputation.ts',
    find: 'Math.trunc(openedAt.getTime() / DAY_MS)',
    replace: 'openedAt.getTime() / DAY_MS',
    tests: ['contract/reputation.test.ts', CLOCK],
  },
  {
    rule: 'a reminder that was missed is not sent together with the next one',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/reputation/deal-review-clock.ts',
    find: 'sql` and opened_at > ${daysBefore(now, day)}`',
    replace: 'sql``',
    tests: [CLOCK],
  },
  {
    rule: 'money that was returned within a day opens no reviews',
    source: WHY,
    file: 'contract/reputation.ts',
    find: 'return endedAt.getTime() - fundedAt.getTime() >= DEAL_REVIEW_BEGUN_HOURS * 60 * 60_000',
    replace: 'return true',
    tests: [OPENING],
  },
  {
    rule: 'a removed review says nothing any more',
    source: WHY,
    file: 'server/reputation/deal-review-moves.ts',
    find: 'const { from, to } = dealReviewTransitions[move]',
    replace:
      "const { from } = dealReviewTransitions[move]\n  const to = move === 'hide' ? 'shown' : dealReviewTransitions[move].to",
    tests: [REVIEWS],
  },
  {
    rule: 'a deal that ends again changes nothing about its reviews',
    source: WHY,
    file: 'server/reputation/deal-review-moves.ts',
    find: 'on conflict (application_id, author_id) do nothing returning',
    replace:
      'on conflict (application_id, author_id) do update set closes_at = excluded.closes_at returning',
    tests: [WALKS],
  },
  {
    rule: 'what a banned person wrote is not listed',
    source: WHY,
    file: 'server/reputation/profile-review-store.ts',
    find: 'and (counterpart.shown_from is null or counterpart.shown_from <= ${now})',
    replace: '',
    tests: [WALKS],
  },
]
