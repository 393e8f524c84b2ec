import type { ReportSubject } from '#contract/reports.ts'

/** What people read who report something. What a reason means is in contract/report-words.ts. */
export const reportWords = {
  report: 'Report',
  title: (one: string) => `Report this ${one}`,
  intro: 'Our team looks at every report. We never say who reported.',
  reason: 'What is wrong?',
  choose: 'Choose a reason',
  which: 'What is it about?',
  body: 'What should we know?',
  bodyHint: 'Optional. The more exact, the faster we can help.',
  confirm: 'Report',
  sending: 'Reporting...',
  done: 'Reported',
  doneHint: 'Thank you. We will let you know when we have looked at it.',
} as const

/** The button's name where only a flag is shown, and for everyone who hears the page. */
export const REPORT_LABELS: Record<ReportSubject, string> = {
  profile: 'Report this profile',
  project: 'Report this project',
  message: 'Report this message',
  review: 'Report this review',
  picture: 'Report this picture',
}

/** What somebody reads about whom our team decided something. */
export const decisionWords = {
  page: 'A decision about your account',
  rule: 'The rule',
  facts: 'What we found',
  about: 'What it is about',
  means: 'What this means',
  until: 'Until',
  noEnd: 'It has no end of its own.',
  decided: 'Decided',
  byPerson: 'A person on our team decided this, after looking at it.',
  picture: 'The picture this is about',
  appealTitle: 'If you think this is wrong',
  appealHint: (until: string) => `You can appeal once, until ${until}. Another look is taken.`,
  appealField: 'Why is it wrong?',
  appeal: 'Appeal',
  appealing: 'Sending...',
  appealed: 'Appeal sent',
  yourAppeal: 'Your appeal',
  waiting: 'We have your appeal. You will hear from us here and by mail.',
  upheld: 'The decision stands.',
  reversed: 'You were right. The decision was undone.',
  over: 'The time to appeal is over.',
  project: 'Open the project',
  failed: 'The decision could not be shown',
  missing: 'Decision Not Found',
  missingHint: 'This decision does not exist, or it is about someone else.',
} as const
