import type { ReportSubject } from '#contract/reports.ts'

/** What is reported. */
export interface ReportAbout {
  subject: ReportSubject
  id: string
  /** Only for a picture: its address on the profile `id`. */
  picture?: string
}
