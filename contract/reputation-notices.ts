import type { ClockKind, EventMove } from './events.ts'
import {
  dayWords,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  quoted,
} from './notice.ts'
import type { Audience } from './notifications.ts'
import { daysText } from './number-text.ts'
import { paths } from './paths.ts'
import { otherSide } from './reputation.ts'

/** No notice here may reveal what a review says: before both are shown, it may only say that one was written. */

const nameOf = (side: Audience, facts: NoticeFacts) =>
  side === 'seller' ? facts.seller_name : facts.creator_name

type Words = Pick<Notice, 'sentence'> & {
  subject: Notice['mail']['subject']
  lines: Notice['mail']['lines']
  action?: string
  path?: Notice['path']
}

/** A notice about a review for its author, or for its subject, whichever side that is. */
function toOne(
  to: 'author' | 'subject',
  words: (reader: Audience) => Words,
  also: Notice['when'] = () => true,
): NoticeLine {
  const line = (reader: Audience): Notice => {
    const {
      sentence,
      subject,
      lines,
      action = 'Open the project',
      path = reader === 'seller' ? projectTab('payment') : projectPage,
    } = words(reader)
    return {
      kind: 'reviews',
      sentence,
      path,
      mail: { subject, lines, action },
      when: (facts) => {
        const { review_by: by } = facts
        return by != null && reader === (to === 'author' ? by : otherSide(by)) && also(facts)
      },
    }
  }
  return { seller: line('seller'), creator: line('creator') }
}

const question = (reader: Audience): Words => {
  const them = (facts: NoticeFacts) => nameOf(otherSide(reader), facts)
  const rest = (facts: NoticeFacts) =>
    `${them(facts)} sees your review when both of you have written, or on ${dayWords(facts.due)}.`
  return {
    sentence: (facts) =>
      `How was it with ${them(facts)} on ${quoted(facts)}? 3 questions, 1 minute.`,
    subject: (facts) => `How was it with ${them(facts)}?`,
    lines: (facts) => [`${quoted(facts)} is finished. 3 questions, 1 minute.`, rest(facts)],
    action: 'Write a review',
  }
}

const reminder = (reader: Audience): Words => {
  const them = (facts: NoticeFacts) => nameOf(otherSide(reader), facts)
  const left = ({ days_left }: NoticeFacts) => daysText(days_left ?? 0)
  const text = (facts: NoticeFacts) =>
    `${left(facts)} left to review ${them(facts)} for ${quoted(facts)}. 3 questions, 1 minute.`
  return {
    sentence: text,
    subject: (facts) => `${left(facts)} left to review ${them(facts)}`,
    lines: (facts) => [text(facts)],
    action: 'Write a review',
  }
}

/** Reviews after a deal: who is told what. */
export const reputationNotices: Record<
  | `deal_review.${EventMove<'deal_review'>}`
  | Extract<ClockKind, 'clock.deal_review_opened' | 'clock.deal_review_reminder'>,
  NoticeLine
> = {
  'deal_review.open': { nobody: 'the clock asks within the minute, after the news of the money' },
  'clock.deal_review_opened': toOne('author', question),
  'clock.deal_review_reminder': toOne('author', reminder),
  'deal_review.ask': toOne('author', (reader) => ({
    sentence: (facts) =>
      `${nameOf(otherSide(reader), facts)} asks you for a review of ${quoted(facts)}. 3 questions, 1 minute.`,
    subject: (facts) => `${nameOf(otherSide(reader), facts)} asks for a review`,
    lines: (facts) => [
      `${nameOf(otherSide(reader), facts)} would like to know how ${quoted(facts)} was for you. 3 questions, 1 minute.`,
    ],
    action: 'Write a review',
  })),
  'deal_review.write': toOne(
    'subject',
    (reader) => ({
      sentence: (facts) =>
        `${nameOf(otherSide(reader), facts)} has written a review of ${quoted(facts)}. You can read it when you have written yours, or on ${dayWords(facts.due)}.`,
      subject: (facts) => `${nameOf(otherSide(reader), facts)} has written a review`,
      lines: (facts) => [
        `${nameOf(otherSide(reader), facts)} has written a review of ${quoted(facts)}. It is sealed: you can read it when you have written yours, or on ${dayWords(facts.due)}.`,
      ],
    }),
    (facts) => facts.review_complete !== true,
  ),
  'deal_review.edit': { nobody: 'what is sealed may change until it is shown' },
  'deal_review.reveal': toOne('subject', (reader) => ({
    sentence: (facts) =>
      `${nameOf(otherSide(reader), facts)}’s review of ${quoted(facts)} is here. It is public now.`,
    subject: (facts) => `${nameOf(otherSide(reader), facts)}’s review is here`,
    lines: (facts) => [
      `You can read ${nameOf(otherSide(reader), facts)}’s review of ${quoted(facts)}. It is on your profile, and you may answer it once.`,
    ],
    action: 'Read the review',
  })),
  'deal_review.lapse': { nobody: 'its author was asked three times' },
  'deal_review.answer': toOne('author', (reader) => ({
    sentence: (facts) =>
      `${nameOf(otherSide(reader), facts)} answered your review of ${quoted(facts)}.`,
    subject: (facts) => `${nameOf(otherSide(reader), facts)} answered your review`,
    lines: (facts) => [
      `${nameOf(otherSide(reader), facts)} answered your review of ${quoted(facts)} in public.`,
    ],
    action: 'Read the answer',
  })),
  'deal_review.restore': { nobody: 'the answer to the appeal says so' },
  'deal_review.hide': toOne('author', (reader) => ({
    sentence: (facts) =>
      `Your review of ${nameOf(otherSide(reader), facts)} for ${quoted(facts)} was removed from the profile. The reason stands in its place.`,
    subject: () => 'Your review was removed',
    lines: (facts) => [
      `Your review of ${nameOf(otherSide(reader), facts)} for ${quoted(facts)} was removed from the profile. The reason, which everyone can read there:`,
      facts.words ?? '',
    ],
    path: (facts) => (facts.project_id === null ? paths.notifications : projectPage(facts)),
  })),
}
