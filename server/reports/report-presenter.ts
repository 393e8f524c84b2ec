import type { ReportRecord, Sanction, SanctionRecord } from '#contract/report-schemas.ts'
import { appealableUntil } from '#contract/reports.ts'
import type { ListedReportRow } from './report-store.ts'
import type { ListedSanctionRow, SanctionRow } from './sanction-store.ts'

/** A sanction as the person concerned reads it. It does not reveal who reported. */
export function presentSanction(row: SanctionRow, now: Date): Sanction {
  const until = appealableUntil(new Date(row.at))
  const isOpen = row.appeal_status === 'none' && now <= until
  return {
    id: row.id,
    act: row.act,
    subject: row.subject,
    project_id: row.project_id,
    seen: row.seen,
    picture: row.picture,
    reason: row.reason,
    facts: row.facts,
    at: row.at,
    until: row.until,
    appeal: {
      status: row.appeal_status,
      until: isOpen ? until.toISOString() : null,
      body: row.appeal,
      at: row.appealed_at,
      answer: row.appeal_answer,
      answered_at: row.appeal_answered_at,
    },
  }
}

/** The same for operators. */
export const presentSanctionRecord = (row: ListedSanctionRow, now: Date): SanctionRecord => ({
  ...presentSanction(row, now),
  number: String(row.number),
  person: row.person,
  actor_name: row.actor_name,
})

/** A report for operators. */
export const presentReport = (row: ListedReportRow): ReportRecord => ({
  id: row.id,
  number: String(row.number),
  subject: row.subject,
  subject_id: row.subject_id,
  picture: row.picture,
  reason: row.reason,
  body: row.body,
  status: row.status,
  seen: row.seen,
  project_id: row.project_id,
  person: row.person,
  reporter: row.reporter,
  handled_by: row.handler_name,
  created_at: row.created_at,
  closed_at: row.closed_at,
})
