import { reportTransitions } from '#contract/reports.ts'
import { execute, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { ReportRow } from './report-row.ts'

interface ReportMove {
  move: keyof typeof reportTransitions
  /** The operator. */
  actorId: string
  /** Columns that change with the status. */
  set: Statement
  now: Date
}

/**
 * Moves reports about one subject along their transition table, each with its event, which notifies its reporter. Lock
 * them first (`lockWaiting`): the write is the guard, and one that is already closed stays as it is.
 */
export async function moveReports(
  tx: Tx,
  reports: readonly ReportRow[],
  { move, actorId, set, now }: ReportMove,
): Promise<void> {
  const { from, to } = reportTransitions[move]
  for (const report of reports) {
    const moved = await execute(
      tx,
      sql`update reports set status = ${to}, handled_by = ${actorId}, looked_at = coalesce(looked_at, ${now}), ${set}
        where id = ${report.id} and status = any(${from})`,
    )
    if (moved === 0) continue
    await recordEvent(tx, {
      entity: 'report',
      entityId: report.id,
      projectId: null,
      actorId,
      move,
      from: report.status,
      to,
    })
  }
}
