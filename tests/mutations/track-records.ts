import type { Mutation } from './mutation.ts'

const RECORDS = 'server/track-records/track-records.test.ts'
const BADGES = 'server/track-records/badges.test.ts'
const RINGS = 'server/rings/rings.test.ts'
const WHY_RINGS = 'docs/decisions/0070-rings.md'
const WHY = 'docs/decisions/0061-track-records.md'

/** Figures and badges that follow from deals. */
export const TRACK_RECORDS: readonly Mutation[] = [
  {
    rule: 'a figure about fewer than three things is not shown',
    source: WHY,
    file: 'server/track-records/track-record-presenter.ts',
    find: 'return of < RECORD_FROM ? []',
    replace: 'return of < 1 ? []',
    tests: [RECORDS],
  },
  {
    rule: 'too little to count moves no one in a list',
    source: WHY,
    file: 'server/track-records/record-recount.ts',
    find: 'case when ${of} >= ${RECORD_FROM} then',
    replace: 'case when ${of} >= 1 then',
    tests: [RECORDS],
  },
  {
    rule: 'nobody is late while their money is not held',
    source: WHY,
    file: 'server/track-records/record-samples.ts',
    find: "and (${day('held_at')} <= deadline or ${day('delivered_at')} <= deadline)",
    replace: '',
    tests: [RECORDS],
  },
  {
    rule: 'money returned within a day of funding counts for no one in figures',
    source: WHY,
    file: 'server/track-records/record-samples.ts',
    find: 'and (decided or refunded_at >= held_at + ${hours(DEAL_REVIEW_BEGUN_HOURS)})',
    replace: '',
    tests: [RECORDS],
  },
  {
    rule: 'a change of a deal is counted',
    source: WHY,
    file: 'server/track-records/track-record-store.ts',
    find: 'returning project_id, profile_id)',
    replace: 'and false returning project_id, profile_id)',
    tests: [RECORDS],
  },
  {
    rule: 'the nightly check corrects what differs',
    source: WHY,
    file: 'server/track-records/track-record-tasks.ts',
    find: 'if (page.differing.length > 0)\n      await',
    replace: 'if (page.differing.length > 1_000)\n      await',
    tests: [RECORDS],
  },
  {
    rule: 'who is gone has no figures',
    source: WHY,
    file: 'server/track-records/track-record-store.ts',
    find: 'and exists (select from profiles where id = profile_id and shown_from is null)',
    replace: 'and false',
    tests: [RECORDS],
  },
  {
    rule: 'a badge that is held is kept by its wider bounds',
    source: WHY,
    file: 'server/track-records/record-badges.ts',
    find: 'then ${bound(rule.keep)} else',
    replace: 'then ${bound(rule.earn)} else',
    tests: [BADGES],
  },
  {
    rule: 'deals of a ring count in no figure',
    source: WHY_RINGS,
    file: 'server/track-records/record-samples.ts',
    find: ' and not ring),',
    replace: '),',
    tests: [RINGS],
  },
  {
    rule: 'answers between two of a ring do not count',
    source: WHY_RINGS,
    file: 'server/track-records/record-samples.ts',
    find: ' and not in_ring(seller_id, creator_id) offset 0)',
    replace: ' offset 0)',
    tests: [RINGS],
  },
  {
    rule: 'an address counts only close in time',
    source: WHY_RINGS,
    file: 'server/rings/ring-store.ts',
    find: 'and (near.days is null or abs(theirs.seen_on - mine.seen_on) <= near.days)',
    replace: '',
    tests: [RINGS],
  },
  {
    rule: 'what many accounts share says nothing',
    source: WHY_RINGS,
    file: 'server/rings/ring-store.ts',
    find: 'where cardinality(seen.crowd) <= rules.accounts',
    replace: 'where true',
    tests: [RINGS],
  },
  {
    rule: 'deleting one side of a ring makes no deal count',
    source: WHY_RINGS,
    file: 'server/rings/ring-store.ts',
    find: 'shown_from is not null) = 2',
    replace: 'true) = 2',
    tests: [RINGS],
  },
  {
    rule: 'an overruled pair stays overruled when it is looked at again',
    source: WHY_RINGS,
    file: 'server/rings/ring-store.ts',
    find: 'update set signals = excluded.signals,',
    replace: "update set overruled = '{}', signals = excluded.signals,",
    tests: [RINGS],
  },
  {
    rule: 'an overruling that is taken back leaves the deals out again',
    source: WHY_RINGS,
    file: 'server/rings/ring-service.ts',
    find: "set overruled = '{}' where",
    replace: 'set overruled = overruled where',
    tests: [RINGS],
  },
  {
    rule: 'reviews of a ring are not in a profile’s list',
    source: WHY_RINGS,
    file: 'server/reputation/profile-review-store.ts',
    find: 'and not in_ring(reviews.author_id, reviews.subject_id)',
    replace: '',
    tests: [RINGS],
  },
]
