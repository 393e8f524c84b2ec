import type { EventKind } from './events.ts'
import { dayWords, type NoticeFacts, type NoticeLine, projectPage, quoted } from './notice.ts'
import { daysText } from './number-text.ts'

type LicenceKind = Extract<EventKind, `licence.${string}`> | `clock.licence_${'ends' | 'ended'}`

const daysLeft = ({ days_left }: NoticeFacts) => daysText(days_left ?? 0)
const lastDayOf = ({ licence_ends_on: day }: NoticeFacts) => dayWords(day ?? null)
/** "Your licence CW-8F3K-21QX for “Three reels” ends in 7 days, on May 22, 2027." */
const endsSoon = (facts: NoticeFacts) =>
  facts.days_left === 0
    ? `Your licence ${facts.licence_code} for ${quoted(facts)} ends today, on ${lastDayOf(facts)}.`
    : `Your licence ${facts.licence_code} for ${quoted(facts)} ends in ${daysLeft(facts)}, on ${lastDayOf(facts)}.`
const ended = (facts: NoticeFacts) =>
  `The licence ${facts.licence_code} for ${quoted(facts)} ended on ${lastDayOf(facts)}.`

/** Licences follow the money, whose notices cover them; only their end comes by itself. */
export const licenceNotices: Record<LicenceKind, NoticeLine> = {
  'licence.grant': { nobody: 'the release says it, and the page of the deal shows the code' },
  'licence.void': { nobody: 'the return of the money says it, and the page of the deal shows it' },
  'licence.reinstate': { nobody: 'the release says it, and the page of the deal shows it' },
  'clock.licence_ends': {
    seller: {
      kind: 'reminders',
      sentence: endsSoon,
      path: projectPage,
      mail: {
        subject: (facts) =>
          facts.days_left === 0
            ? `Your licence for ${quoted(facts)} ends today`
            : `${daysLeft(facts)} left of your licence for ${quoted(facts)}`,
        lines: (facts) => [
          endsSoon(facts),
          'After that day the work may not be used any more: take down what still runs by then.',
        ],
        action: 'Open the licence',
      },
    },
  },
  'clock.licence_ended': {
    seller: {
      kind: 'reminders',
      sentence: (facts) => `${ended(facts)} The work may not be used any more.`,
      path: projectPage,
      mail: {
        subject: (facts) => `Your licence for ${quoted(facts)} has ended`,
        lines: (facts) => [
          ended(facts),
          'The work may not be used any more: take down what still runs.',
        ],
        action: 'Open the licence',
      },
    },
    creator: {
      kind: 'reminders',
      sentence: (facts) => `${ended(facts)} ${facts.seller_name} may not use your work any more.`,
      path: projectPage,
      mail: {
        subject: (facts) => `The licence for ${quoted(facts)} has ended`,
        lines: (facts) => [
          ended(facts),
          `${facts.seller_name} may not use your work any more. If you still see it, write to them.`,
        ],
        action: 'Open the project',
      },
    },
  },
}
