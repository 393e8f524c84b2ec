import { utcDay } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { rows, sql } from '#server/db/sql.ts'
import { endOverdueHiring } from './hiring-service.ts'

/** Ends hiring for projects whose last day of hiring has passed. */
export const hiringClocks: Clocks = {
  'hiring that is over': async (deps, now) => {
    const due = await rows<{ id: string }>(
      deps.pool,
      sql`select id from projects where status = 'active' and hiring_until < ${utcDay(now)}::date
        order by hiring_until`,
    )
    return due.map(
      ({ id }) =>
        () =>
          endOverdueHiring(deps, id, now),
    )
  },
}
