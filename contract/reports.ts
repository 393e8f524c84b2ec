import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/**
 * What can be reported. A picture belongs to a profile: its portrait or a piece of the portfolio. A report of a licence
 * is about what the other side of its deal did under it.
 */
export const REPORT_SUBJECTS = [
  'profile',
  'project',
  'message',
  'review',
  'picture',
  'licence',
] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

/** The reason: the rule that was broken, if an operator agrees. The words are in report-words.ts. */
export const REPORT_REASONS = [
  'scam',
  'off_platform',
  'harassment',
  'hateful',
  'sexual',
  'stolen',
  'unlicensed',
  'misleading',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_STATUSES = ['open', 'taken', 'acted', 'dismissed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** The statuses in which a report waits for an operator. All waiting reports about one subject are closed together. */
export const WAITING_REPORTS = ['open', 'taken'] as const satisfies readonly ReportStatus[]

/**
 * open ─take→ taken open, taken ─act→ acted open, taken ─dismiss→ dismissed
 * Another operator may take over a taken report, so that it does not wait for someone who is away.
 */
export const reportTransitions = {
  take: { from: ['open', 'taken'], to: 'taken', by: ['operator'] },
  act: { from: ['open', 'taken'], to: 'acted', by: ['operator'] },
  dismiss: { from: ['open', 'taken'], to: 'dismissed', by: ['operator'] },
} as const satisfies TransitionTable<ReportStatus, 'operator'>

/** The acts an operator may take on a report; each creates a sanction with a statement of reasons. */
export const REPORT_ACTS = ['hide', 'warn', 'limit', 'ban'] as const
export type ReportAct = (typeof REPORT_ACTS)[number]

/**
 * The acts that fit a report of each subject. A licence is a record between two people, whose check page states facts:
 * it cannot be hidden (decision 0126).
 */
export const ACTS_ON: Readonly<Record<ReportSubject, readonly ReportAct[]>> = {
  profile: REPORT_ACTS,
  project: REPORT_ACTS,
  message: REPORT_ACTS,
  review: REPORT_ACTS,
  picture: REPORT_ACTS,
  licence: ['warn', 'limit', 'ban'],
}

/** The state of a sanction's appeal. Upheld: the act stands. Reversed: it was undone. */
export const APPEAL_STATUSES = ['none', 'open', 'upheld', 'reversed'] as const
export type AppealStatus = (typeof APPEAL_STATUSES)[number]

/** none ─appeal→ open ─uphold→ upheld, ─reverse→ reversed: one appeal per sanction. */
export const appealTransitions = {
  appeal: { from: ['none'], to: 'open', by: ['person'] },
  uphold: { from: ['open'], to: 'upheld', by: ['operator'] },
  reverse: { from: ['open'], to: 'reversed', by: ['operator'] },
} as const satisfies TransitionTable<AppealStatus, 'person' | 'operator'>

/** A sanction may be appealed for this many months. */
export const APPEAL_MONTHS = 6
/** Hours within which an operator should first look at a report; the overview shows the median next to it. */
export const FIRST_LOOK_HOURS = 24
/** The median covers the reports of this many days. */
export const FIRST_LOOK_DAYS = 30

/** Characters, days, and rows. Our choice. */
export const REPORT_LIMITS = {
  body: 1_000,
  appeal: 1_000,
  /** The facts of a statement, and the answer to an appeal. */
  facts: 500,
  /** The address of a picture. */
  picture: 2_048,
  /** A copy of the reported content, as it was then. */
  seen: 2_000,
  limitDays: 365,
  /** Earlier sanctions, and reports of the same subject, on an operator's page. */
  history: 50,
} as const

export const reportMessages = {
  reasonRequired: 'Choose what is wrong.',
  factsRequired: 'Say what you found: the person concerned reads it.',
  appealRequired: 'Say why you think the decision is wrong.',
  answerRequired: 'Give the reason: the person who appealed reads it.',
  noDays: 'Only a limit and a ban have an end.',
  limitDaysRequired: `Choose between 1 and ${REPORT_LIMITS.limitDays} days.`,
} as const

export const reportErrors = {
  'report.own': { status: 409, message: 'This is your own.' },
  'report.open': {
    status: 409,
    message: 'You have already reported this. We are looking at it.',
  },
  'report.closed': { status: 409, message: 'This report was closed in the meantime.' },
  'report.about_you': {
    status: 409,
    message: 'This report is about you. Another operator decides it.',
  },
  'report.nothing_to_hide': {
    status: 409,
    message: 'There is nothing left to hide: it is hidden already, or gone. Choose another act.',
  },
  'report.act_unfit': {
    status: 409,
    message: 'This act does not fit what was reported. Choose another act.',
  },
  'sanction.appealed': {
    status: 409,
    message: 'You have already appealed this decision. An appeal can be made once.',
  },
  'sanction.appeal_late': {
    status: 409,
    message: `The ${APPEAL_MONTHS} months to appeal this decision are over.`,
  },
  'sanction.not_appealed': { status: 409, message: 'This decision was not appealed.' },
  'sanction.appeal_closed': { status: 409, message: 'This appeal was already answered.' },
  'account.limited': {
    status: 403,
    message:
      'Your account is limited: you cannot start anything new for now. Your notifications say why, and until when.',
  },
  'application.project_hidden': {
    status: 409,
    message: 'This project is hidden. Nobody can be hired for it until it is shown again.',
  },
  'project.hidden': {
    status: 404,
    message: 'This project is hidden while our team looks into it. It takes no applications.',
  },
} as const satisfies Record<string, ErrorEntry>

/**
 * Returns what is wrong with the days of an act; null when nothing is. Only a limit and a ban can have days, and a
 * limit must.
 */
export function daysProblem(act: ReportAct, days: number | null): string | null {
  if (act === 'limit')
    return days === null || days > REPORT_LIMITS.limitDays ? reportMessages.limitDaysRequired : null
  return act === 'ban' || days === null ? null : reportMessages.noDays
}

/**
 * Returns the time until which a sanction of `at` may be appealed: the same day of the month, APPEAL_MONTHS later, or
 * that month's last day (UTC).
 */
export function appealableUntil(at: Date): Date {
  const until = new Date(at)
  until.setUTCMonth(until.getUTCMonth() + APPEAL_MONTHS)
  // 31 August plus six months: there is no 31 February.
  if (until.getUTCDate() !== at.getUTCDate()) until.setUTCDate(0)
  return until
}
