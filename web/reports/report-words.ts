import type { ReportSubject } from '#contract/reports.ts'

/** The texts for people who report something. The meaning of each reason is in contract/report-words.ts. */
export const reportWords = {
  report: 'Report',
  misuse: 'Report misuse',
  title: (one: string) => `Report this ${one}`,
  intro: 'Our team looks at every report. We never say who reported.',
  otherSide: 'This is about what the other side did under this licence.',
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

/** The button's name where only a flag is shown, and for screen readers. */
export const REPORT_LABELS: Record<ReportSubject, string> = {
  profile: 'Report this profile',
  project: 'Report this project',
  message: 'Report this message',
  review: 'Report this review',
  picture: 'Report this picture',
  licence: 'Report misuse of this licence',
}
