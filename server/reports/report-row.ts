import type { ReportReason, ReportStatus, ReportSubject } from '#contract/reports.ts'
import type { SeenSubject } from './report-subject.ts'

/** A report as stored. */
export interface ReportRow extends SeenSubject {
  id: string
  number: number
  reporter_id: string | null
  subject: ReportSubject
  subject_id: string
  reason: ReportReason
  body: string
  status: ReportStatus
  handled_by: string | null
  created_at: string
  closed_at: string | null
  sanction_id: string | null
}
