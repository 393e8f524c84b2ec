import type { Mutation } from './mutation.ts'

/** Who is notified of what, by bell and by mail. */
export const NOTICES: readonly Mutation[] = [
  {
    rule: 'no one is notified of their own act',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: 'userId === doer || ',
    replace: '',
    tests: ['server/notifications/notifications.test.ts'],
  },
  {
    rule: 'the person who ordered a payment is not notified when the provider completes it',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: '(what.actorId ?? subject.ordered_by)',
    replace: 'what.actorId',
    tests: ['server/notifications/notifications.test.ts'],
  },
  {
    rule: 'a mail goes to the person who was notified',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: "await enqueue(tx, 'notifications.mail', { notification_id: id })",
    replace: '',
    tests: ['server/notifications/notifications.test.ts'],
  },
  {
    rule: 'an unsubscribe link works only for its own person',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/unsubscribe-link.ts',
    find: 'if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null',
    replace: 'if (actual.length !== expected.length) return null',
    tests: ['server/notifications/unsubscribe.test.ts'],
  },
  {
    rule: 'a clock notifies once, however often it runs',
    source: 'docs/decisions/0012-notices-and-reminders.md',
    file: 'server/notifications/notify.ts',
    find: 'cause: clockCause(reminder)',
    replace: 'cause: `${clockCause(reminder)}:${Math.random()}`',
    tests: ['server/deliverables/review-clock.test.ts'],
  },
  {
    rule: 'no one is reminded of a review while a dispute is open',
    source: 'docs/decisions/0014-deal-disputes-freeze-money.md',
    file: 'server/deliverables/review-clock.ts',
    find: "deal_disputes.status in ('awaiting_answer', 'awaiting_decision', 'decided')",
    replace: "deal_disputes.status = 'decided'",
    tests: ['tests/money/guards.test.ts'],
    named: 'while a dispute is open',
  },
]
