import type { NewReport } from '#contract/report-schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { insertReport, ownWaitingReport } from './report-store.ts'
import { seenBy } from './report-subject.ts'

/**
 * Reports something the viewer sees to the operators. A repeated report returns the first one. Throws 404 for what they
 * may not see, report.own, and report.open for another one about the same while the first waits.
 */
export async function createReport(
  deps: Deps,
  viewer: Viewer,
  given: NewReport,
  now: Date,
): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const seen = foundOr404(await seenBy(tx, viewer, given, now))
    if (seen.person_id === viewer.id) throw new AppError('report.own')
    await keepOwnProfile(tx, viewer.id)
    const { subject, subject_id: subjectId, reason, body } = given
    const report = { ...seen, reporterId: viewer.id, subject, subjectId, reason, body }
    const inserted = await insertReport(tx, report, now)
    if (inserted === null) {
      const about = { ...seen, subject, subject_id: subjectId }
      const first = await ownWaitingReport(tx, viewer.id, about)
      // The report was closed between the two statements: no report is waiting any more, and the next attempt is a new
      // report.
      if (first?.reason !== reason || first.body !== body) throw new AppError('report.open')
      return
    }
    await recordEvent(tx, {
      entity: 'report',
      entityId: inserted.id,
      projectId: null,
      actorId: viewer.id,
      move: 'create',
      from: null,
      to: inserted.status,
    })
  })
}
