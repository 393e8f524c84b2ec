import { catchUpDocuments } from '#server/documents/document-schedule.ts'
import { rows, sql } from '#server/db/sql.ts'
import { drain } from './drain.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'

/** Two years on, in ms: every month and year in which a run moved money is over. */
const LATER_MS = 2 * 366 * 24 * 60 * 60_000

/** Has the months and years of a run documented, as the hourly job does once they are over. */
export async function closeBooks(run: Run): Promise<void> {
  const { pool, tasks } = run.world
  const clock = () => new Date(Date.now() + LATER_MS)
  // The first run enqueues the documents, the second finds them made and closes.
  for (let hour = 0; hour < 2; hour += 1) {
    await catchUpDocuments({ pool, clock })
    await drain(pool, tasks)
  }
  const open = await rows(
    pool,
    sql`select 1 from ledger_movements where not exists (select from document_periods where span = 'month'
      and starts_on = date_trunc('month', ledger_movements.created_at at time zone 'UTC'))`,
  )
  if (open.length > 0) throw new Violation('M19', 'a month that is over was never closed')
}
