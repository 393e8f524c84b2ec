import type { Clocks } from '#server/clocks/tick.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import type { Tasks } from '#server/jobs/runner.ts'
import { countDueRejection } from './application-answer-service.ts'

/** Rejections whose undo period is over and whose own job did not run, ran early or was lost. */
export const rejectionClocks: Clocks = {
  'rejections that count now': async (deps, now) => {
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select id from applications where status = 'pending' and reject_at <= ${now} order by reject_at`,
    )
    return due.map(
      ({ id }) =>
        () =>
          countDueRejection(deps, id, now),
    )
  },
}

/** The job of each rejection, which counts ten seconds after the click instead of at the next minute. */
export function applicationTasks(deps: Deps): Pick<Tasks, 'applications.count_rejection'> {
  return {
    'applications.count_rejection': ({ application_id }) =>
      countDueRejection(deps, application_id, deps.clock()),
  }
}
