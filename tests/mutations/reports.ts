import type { Mutation } from './mutation.ts'

const TESTS = ['server/reports/reports.test.ts']
const WHY = 'docs/decisions/0069-reports-and-appeals.md'

/** Reports, sanctions and appeals. */
export const REPORTS: readonly Mutation[] = [
  {
    rule: 'a review that nobody may read cannot be reported',
    source: WHY,
    file: 'server/reports/report-subject.ts',
    find: "from readable_deal_reviews(null) where id = ${id} and status = 'shown'",
    replace: 'from readable_deal_reviews(null) where id = ${id}',
    tests: TESTS,
  },
  {
    rule: 'a message is reported by its two people alone',
    source: WHY,
    file: 'server/reports/report-subject.ts',
    find: 'where messages.id = ${id} and ${viewer.id} in (seller_id, creator_id)',
    replace: 'where messages.id = ${id}',
    tests: TESTS,
  },
  {
    rule: 'all reports about one thing are closed together',
    source: WHY,
    file: 'server/reports/report-act-service.ts',
    find: "await moveReports(tx, together, { move: 'act'",
    replace: "await moveReports(tx, [report], { move: 'act'",
    tests: TESTS,
  },
  {
    rule: 'a covered message is withheld from the other side',
    source: WHY,
    file: 'server/conversations/conversation-presenter.ts',
    find: 'row.covered && row.sender_id !== readerId',
    replace: 'row.covered && row.sender_id === readerId',
    tests: TESTS,
  },
  {
    rule: 'a hidden project is closed to strangers',
    source: WHY,
    file: 'server/projects/project-store.ts',
    find: 'projects.hidden_at is null\n    and projects.seller_id',
    replace: 'projects.seller_id',
    tests: TESTS,
  },
  {
    rule: 'a limit ends by itself, and with an appeal that was right',
    source: WHY,
    file: 'server/reports/account-limit.ts',
    find: "and act = 'limit' and undone_at is null and until > ${now}",
    replace: "and act = 'limit' and ${now}::timestamptz is not null",
    tests: TESTS,
  },
  {
    rule: 'a sanction is read by its person alone',
    source: WHY,
    file: 'server/reports/sanction-service.ts',
    find: 'isKeyed || viewer?.id === row.person_id',
    replace: 'isKeyed || viewer !== null',
    tests: TESTS,
  },
  {
    rule: 'a key opens one sanction',
    source: WHY,
    file: 'server/reports/sanction-link.ts',
    find: 'given.length === expected.length && timingSafeEqual(given, expected)',
    replace: 'given.length === expected.length',
    tests: TESTS,
  },
  {
    rule: 'what was written since stays when text comes back',
    source: WHY,
    file: 'server/reports/hidden-content.ts',
    find: 'bio: profile.bio ?? taken.bio ?? null',
    replace: 'bio: taken.bio ?? profile.bio ?? null',
    tests: TESTS,
  },
]
