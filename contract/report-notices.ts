import type { EventMove } from './events.ts'
import { minuteWords, type Notice, type NoticeFacts, type NoticeLine } from './notice.ts'
import { paths } from './paths.ts'
import {
  REPORT_ACT_WORDS,
  REPORT_REASON_WORDS,
  REPORT_SUBJECT_WORDS,
  SANCTION_MEANS,
} from './report-words.ts'
import { APPEAL_MONTHS } from './reports.ts'

/** A brand and a creator get the same words: reports and sanctions are about people, not sides. */
const toEither = (notice: Notice): NoticeLine => ({ seller: notice, creator: notice })

const reported = ({ report }: NoticeFacts) => REPORT_SUBJECT_WORDS[report?.subject ?? 'profile'].one

/** To the reporter. The act, and whom it concerns, stay between us and that person. */
const toReporter = (outcome: string): NoticeLine =>
  toEither({
    kind: 'reports',
    sentence: (facts) => `We looked at the ${reported(facts)} you reported. ${outcome}`,
    path: () => paths.notifications,
    mail: {
      subject: () => 'We looked at your report',
      lines: (facts) => [
        `Thank you for reporting a ${reported(facts)}. Our team has looked at it.`,
        outcome,
      ],
      action: 'Open your notifications',
    },
  })

const heading = ({ sanction }: NoticeFacts): string =>
  sanction === undefined
    ? 'A decision about your account'
    : REPORT_ACT_WORDS[sanction.act].heading(REPORT_SUBJECT_WORDS[sanction.subject].yours)

const page = ({ sanction }: NoticeFacts): string =>
  sanction === undefined ? paths.notifications : paths.sanction(sanction.id)

/**
 * Returns a statement of reasons as paragraphs: the rule, the facts, what it means, how long it lasts, and how to
 * appeal.
 */
export function statementLines({ sanction }: NoticeFacts): string[] {
  if (sanction === undefined) return []
  const until = sanction.until === null ? [] : [`Until: ${minuteWords(sanction.until)}`]
  return [
    `The rule: ${REPORT_REASON_WORDS[sanction.reason].rule}`,
    `What we found: ${sanction.facts}`,
    SANCTION_MEANS[sanction.act](sanction.subject),
    ...until,
    `A person decided this. If you think it is wrong, you can appeal once, within ${APPEAL_MONTHS} months.`,
  ]
}

const answered = (sentence: string): NoticeLine =>
  toEither({
    kind: 'reports',
    always: true,
    sentence: () => sentence,
    path: page,
    mail: {
      subject: () => 'Your appeal was answered',
      lines: ({ sanction }) => [sentence, sanction?.answer ?? ''],
      action: 'Read the answer',
    },
  })

/** Reports and what follows from them: who is told what. */
export const reportNotices: Record<
  `report.${EventMove<'report'>}` | `sanction.${EventMove<'sanction'>}`,
  NoticeLine
> = {
  'report.create': { nobody: 'operators find it in their queue' },
  'report.take': { nobody: 'the reporter learns the outcome' },
  'report.act': toReporter('We found a problem and did something about it.'),
  'report.dismiss': toReporter('We found nothing that breaks our rules, so nothing changes.'),
  'sanction.impose': toEither({
    kind: 'reports',
    always: true,
    sentence: (facts) => `${heading(facts)}. Read why, and how to appeal.`,
    path: page,
    mail: { subject: heading, lines: statementLines, action: 'Read the decision' },
  }),
  'sanction.appeal': { nobody: 'operators find it in their queue' },
  'sanction.uphold': answered('We looked at your appeal. The decision stands.'),
  'sanction.reverse': answered('We looked at your appeal. You were right: we have undone it.'),
}
