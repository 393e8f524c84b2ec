import type { Mutation } from './mutation.ts'

/** Who is notified of what, by bell and by mail. */
export const NOTICES: readonly Mutation[] = [
  {
    rule: 'nobody is told of what they did themselves',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: 'userId === doer || ',
    replace: '',
    tests: ['server/notifications/notifications.test.ts'],
  },
  {
    rule: 'what a provider completes is not told to who ordered it',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: '(what.actorId ?? subject.ordered_by)',
    replace: 'what.actorId',
    tests: ['server/notifications/notifications.test.ts'],
  },
  {
    rule: 'a mail is written to who was told',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: "await enqueue(tx, 'notifications.mail', { notification_id: id })",
    replace: '',
    tests: ['server/notifications/notifications.test.ts'],
  },
  {
    rule: 'a link to stop mails works for its own person alone',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/unsubscribe-link.ts',
    find: 'if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null',
    replace: 'if (actual.length !== expected.length) return null',
    tests: ['server/notifications/unsubscribe.test.ts'],
  },
  {
    rule: 'a clock tells once, however often it looks',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: 'cause: clockCause(reminder)',
    replace: 'cause: `${clockCause(reminder)}:${Math.random()}`',
    tests: ['server/deliverables/review-clock.test.ts'],
  },
  {
    rule: 'nobody is reminded of a review while a dispute is open',
    source: 'docs/decisions/0014-deal-disputes-freeze-money.md',
    file: 'server/deliverables/review-clock.ts',
    find: "deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided')",
    replace: "deal_disputes.status = 'decided'",
    tests: ['tests/money/guards.test.ts'],
    named: 'while a dispute is open',
  },
]
