import type { ReportDetail, ReportRecord } from '#contract/report-schemas.ts'
import { OPERATOR_PAGE } from '#contract/operator.ts'
import { sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { numberedPage } from '#server/operator/acts/operator-pages.ts'
import { moveReports } from './report-moves.ts'
import { presentReport, presentSanctionRecord } from './report-presenter.ts'
import type { ReportRow } from './report-row.ts'
import {
  closedReports,
  listedReport,
  lockWaiting,
  reportById,
  surroundingsOf,
  waitingReports,
} from './report-store.ts'

/** A page of the queue, or of closed reports. */
export async function reportsPage(
  deps: Deps,
  {
    state = 'waiting',
    after,
  }: { state?: 'waiting' | 'closed' | undefined; after?: string | undefined },
): Promise<{ rows: ReportRecord[]; next: string | null }> {
  const find = state === 'waiting' ? waitingReports : closedReports
  const { rows, next } = numberedPage(await find(deps.pool, after))
  return { rows: rows.slice(0, OPERATOR_PAGE).map(presentReport), next }
}

/** A report with everything an operator needs to decide. */
export async function reportDetail(deps: Deps, id: string, now: Date): Promise<ReportDetail> {
  const report = foundOr404(await listedReport(deps.pool, id))
  const { also, history } = await surroundingsOf(deps.pool, report)
  return {
    ...presentReport(report),
    also: also.map(presentReport),
    history: history.map((row) => presentSanctionRecord(row, now)),
    licence_code: report.licence_code,
    sanction_id: report.sanction_id,
    closed_to_acts:
      report.deleted || deps.config.operatorEmails.includes(report.email.toLowerCase()),
  }
}

/** Assigns every waiting report about the same subject to the operator. Idempotent. Throws report.closed. */
export function takeReport(deps: Deps, viewer: Viewer, id: string, now: Date): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const { report, together } = await lockReport(tx, viewer, id)
    if (together.every((one) => one.handled_by === viewer.id)) return NOTHING_DONE
    await moveReports(tx, together, {
      move: 'take',
      actorId: viewer.id,
      set: sql`closed_at = null`,
      now,
    })
    return recordAct(tx, { ...actOn(viewer, report), act: 'take_report', reason: null })
  })
}

/** Closes every waiting report about the same subject without taking any action. Throws report.closed. */
export function dismissReport(
  deps: Deps,
  { viewer, id, reason, now }: { viewer: Viewer; id: string; reason: string; now: Date },
): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const seen = await reportInTurn(tx, id)
    if (seen.status === 'dismissed' && seen.handled_by === viewer.id) return NOTHING_DONE
    const { report, together } = await lockReport(tx, viewer, id)
    const set = sql`closed_at = ${now}`
    await moveReports(tx, together, { move: 'dismiss', actorId: viewer.id, set, now })
    return recordAct(tx, { ...actOn(viewer, report), act: 'dismiss_report', reason })
  })
}

/**
 * Returns a report as it is once concurrent acts about the same subject are over: the second of two clicks sees what the
 * first one did. Throws 404.
 */
export async function reportInTurn(tx: Tx, id: string): Promise<ReportRow> {
  await lockWaiting(tx, foundOr404(await reportById(tx, id)))
  return foundOr404(await reportById(tx, id))
}

/**
 * Returns a waiting report, locked with all others about the same subject: they are decided together. Throws 404,
 * report.closed, and report.about_you for the person it is about.
 */
export async function lockReport(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ report: ReportRow; together: ReportRow[] }> {
  const seen = foundOr404(await reportById(tx, id))
  if (seen.person_id === viewer.id) throw new AppError('report.about_you')
  const together = await lockWaiting(tx, seen)
  const report = together.find((one) => one.id === id)
  if (report === undefined) throw new AppError('report.closed')
  return { report, together }
}

/** An act names its report and no person: it is never deleted. */
const actOn = (viewer: Viewer, report: ReportRow) =>
  ({
    actorId: viewer.id,
    subject: 'report',
    subjectId: report.id,
    subjectName: `report ${report.number} of a ${report.subject}`,
  }) as const
