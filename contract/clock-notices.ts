import type { ClockKind } from './events.ts'
import {
  dayWords,
  fileOf,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  quoted,
} from './notice.ts'
import { grossOf as price } from './notice-price.ts'
import { daysText } from './number-text.ts'
import { paths } from './paths.ts'
import { withoutAnswer } from './review-words.ts'

interface Words {
  text: (facts: NoticeFacts) => string
  subject: (facts: NoticeFacts) => string
  path: Notice['path']
  action: string
}

/** A reminder has the same text in the list as in its mail. */
const reminder = ({ text, subject, path, action }: Words): Notice => ({
  kind: 'reminders',
  sentence: text,
  path,
  mail: { subject, lines: (facts) => [text(facts)], action },
})

const daysLeft = ({ days_left }: NoticeFacts) => daysText(days_left ?? 0)

/** Reminders: nothing has changed, but someone has to act. */
export const clockNotices: Record<
  Exclude<
    ClockKind,
    | 'clock.dispute_reminder'
    | 'clock.offer_reminder'
    | `clock.order_${string}`
    | `clock.amendment_${string}`
    | `clock.shipment_${string}`
    | `clock.licence_${string}`
    | `clock.deal_review_${string}`
  >,
  NoticeLine
> = {
  'clock.review_reminder': {
    seller: reminder({
      text: (facts) =>
        `${fileOf(facts)} for ${quoted(facts)} waits for your review: ${daysLeft(facts)} left. Without an answer ${withoutAnswer(facts)}.`,
      subject: (facts) => `${daysLeft(facts)} left to review ${quoted(facts)}`,
      path: projectTab('deliverables'),
      action: 'Review the delivery',
    }),
  },
  'clock.payment_reminder': {
    seller: reminder({
      text: (facts) =>
        `${facts.creator_name} is waiting for your payment for ${quoted(facts)}. Fund ${price(facts)} now: it stays in escrow until you approve the work.`,
      subject: (facts) => `${quoted(facts)} is not funded yet`,
      path: projectTab('payment'),
      action: 'Fund escrow',
    }),
  },
  'clock.invitation_reminder': {
    creator: reminder({
      text: (facts) =>
        `${facts.seller_name}’s invitation to ${quoted(facts)} lapses in ${daysLeft(facts)}.`,
      subject: (facts) => `${daysLeft(facts)} left to answer the invitation to ${quoted(facts)}`,
      path: () => paths.myInvitations,
      action: 'View the invitation',
    }),
  },
  'clock.deadline_near': {
    creator: reminder({
      text: (facts) =>
        `Your work for ${quoted(facts)} is due in ${daysLeft(facts)}, on ${dayWords(facts.due)}.`,
      subject: (facts) => `${quoted(facts)} is due in ${daysLeft(facts)}`,
      path: projectPage,
      action: 'Open the project',
    }),
  },
  'clock.deadline_passed': {
    creator: reminder({
      text: (facts) =>
        `The deadline of ${quoted(facts)} has passed. Deliver now, or tell ${facts.seller_name} when you will.`,
      subject: (facts) => `The deadline of ${quoted(facts)} has passed`,
      path: projectPage,
      action: 'Open the project',
    }),
    seller: reminder({
      text: (facts) =>
        `The deadline of ${quoted(facts)} has passed and ${facts.creator_name} has not delivered yet.`,
      subject: (facts) => `The deadline of ${quoted(facts)} has passed`,
      path: projectTab('deliverables'),
      action: 'Open the project',
    }),
  },
  'clock.deadline_passed_unfilled': {
    seller: reminder({
      text: (facts) =>
        `The deadline of ${quoted(facts)} has passed and no creator was accepted. Choose a later one, or cancel the project.`,
      subject: (facts) => `The deadline of ${quoted(facts)} has passed`,
      path: projectPage,
      action: 'Open the project',
    }),
  },
}
