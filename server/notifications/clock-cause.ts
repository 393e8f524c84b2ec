import type { ClockKind } from '#contract/events.ts'
import { type Fragment, type Statement, sql } from '#server/db/sql.ts'

/** What a clock job notifies about: a row, and the moment (`mark`) that has come for it. Each is notified once. */
interface ClockMoment<Part> {
  kind: ClockKind
  entityId: Part
  mark: Part
}

/** The mark of a moment that occurs only once. */
export const ONCE = 'once'

/** The parts of a cause in their order. */
const causeParts = <Part>({ kind, entityId, mark }: ClockMoment<Part>) =>
  [kind, entityId, mark] as const

/** The cause under which a clock job's notice is stored, once per reader. */
export const clockCause = (moment: ClockMoment<string>): string => causeParts(moment).join(':')

/** In a statement: whether `userId` has been notified of the moment. All arguments but `kind` are expressions. */
export function wasNotified(userId: Fragment, moment: ClockMoment<Fragment>): Statement {
  const [kind, entityId, mark] = causeParts(moment)
  return sql`exists (select 1 from notifications where notifications.user_id = ${userId}
    and notifications.cause = concat_ws(':', ${kind}::text, ${entityId}, ${mark}))`
}
