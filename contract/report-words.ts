import type { AppealStatus, ReportAct, ReportReason, ReportSubject } from './reports.ts'

/** A reason as the reporter chooses it, and the rule that it stands for in a statement. */
export const REPORT_REASON_WORDS: Record<ReportReason, { label: string; rule: string }> = {
  scam: {
    label: 'Scam or fraud',
    rule: 'Do not deceive people to get their money, work or data.',
  },
  off_platform: {
    label: 'Wants to be paid outside of escrow',
    rule: 'Deals that begin here are paid here, through escrow.',
  },
  harassment: {
    label: 'Harassment or threats',
    rule: 'Treat people with respect: no insults, threats or pressure.',
  },
  hateful: {
    label: 'Hateful content',
    rule: 'No content that attacks people for who they are.',
  },
  sexual: {
    label: 'Sexual or violent content',
    rule: 'No sexual content, and no violence for its own sake.',
  },
  stolen: {
    label: 'Stolen work, or pretends to be someone else',
    rule: 'Show your own work under your own name.',
  },
  unlicensed: {
    label: 'Use beyond the licence',
    rule: 'Use work only as its licence allows.',
  },
  misleading: {
    label: 'False or misleading claims',
    rule: 'What you say about yourself, your product and your deals has to be true.',
  },
  other: { label: 'Something else', rule: 'Keep to our Community Guidelines.' },
}

/** The reported subject: in the dialog's title, and in a statement. */
export const REPORT_SUBJECT_WORDS: Record<
  ReportSubject,
  { one: string; chosen: string; yours: string }
> = {
  profile: { one: 'profile', chosen: 'The profile', yours: 'your profile' },
  project: { one: 'project', chosen: 'The project', yours: 'your project' },
  message: { one: 'message', chosen: 'The message', yours: 'a message of yours' },
  review: { one: 'review', chosen: 'The review', yours: 'a review of yours' },
  picture: { one: 'picture', chosen: 'Its picture', yours: 'a picture on your profile' },
  licence: { one: 'licence', chosen: 'The licence', yours: 'what you did under a licence' },
}

/** Each act: its button, its effect in the operator's words, and the heading of its statement. */
export const REPORT_ACT_WORDS: Record<
  ReportAct,
  { label: string; heading: (yours: string) => string }
> = {
  hide: { label: 'Hide', heading: (yours) => `We have hidden ${yours}` },
  warn: { label: 'Warn', heading: (yours) => `A warning about ${yours}` },
  limit: { label: 'Limit', heading: () => 'Your account is limited' },
  ban: { label: 'Ban', heading: () => 'Your account is banned' },
}

/** The effect of hiding each subject, or why it cannot be hidden, for the operator who decides. */
export const HIDE_WORDS: Record<ReportSubject, string> = {
  profile: 'Takes the text off the profile. The rest of it stays.',
  project: 'Takes the project out of browse and search. Its brand and its applicants still see it.',
  message: 'Covers the message for the other side. Its sender still reads it.',
  review: 'Removes the review from the profile. Its place says why.',
  picture: 'Takes the picture off the profile.',
  licence: 'A licence cannot be hidden. It is a record between two people.',
}

/** The effect of the other acts, for the operator who is about to apply one. */
export const ACT_HINTS: Record<Exclude<ReportAct, 'hide'>, string> = {
  warn: 'Tells the person which rule they broke. Changes nothing else.',
  limit: 'No new applications, projects, invitations, offers or orders. Running deals go on.',
  ban: 'Signs them out and refuses new sign-ins. Running deals and payments stay.',
}

/** What an act means for the person concerned. */
export const SANCTION_MEANS: Record<ReportAct, (subject: ReportSubject) => string> = {
  hide: (subject) => HIDDEN_MEANS[subject],
  warn: () => 'Nothing else changes. If it happens again, we may limit or close your account.',
  limit: () =>
    'You cannot apply, post projects, invite, order or make offers. Your running deals and payments go on.',
  ban: () => 'You cannot sign in. What was agreed and paid stays as it is.',
}

const HIDDEN_MEANS: Record<ReportSubject, string> = {
  profile: 'Its text was taken off. You can write a new one at any time.',
  project: 'Nobody finds it in browse or search. People who already applied still see it.',
  message: 'The other side can no longer read it. You still can.',
  review: 'It was removed from the profile.',
  picture: 'It was taken off. You can add another one at any time.',
  // No decision hides a licence (ACTS_ON).
  licence: 'Anyone with its code can still check it.',
}

export const APPEAL_WORDS: Record<AppealStatus, string> = {
  none: 'Not appealed',
  open: 'Appeal received',
  upheld: 'Decision stands',
  reversed: 'Decision reversed',
}
