import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { raw, sql, type Statement } from '#server/db/sql.ts'

const columns =
  raw(`events.id::text as number, events.entity, events.move, events.from_status as from_state,
  events.to_status as to_state, events.at, events.actor_id, actor.name as actor_name`)
const actor = raw('left join profiles actor on actor.id = events.actor_id')
const limit = raw(String(OPERATOR_LIMITS.lines))

/** Yields `RecordedEvent`s: everything that happened in a project, oldest first. */
export const eventsOfProject = (projectId: string): Statement =>
  sql`select ${columns} from events ${actor} where project_id = ${projectId} order by events.id limit ${limit}`

/** The same for a payment. */
export const eventsOfPayment = (paymentId: string): Statement =>
  sql`select ${columns} from events ${actor} where entity = 'payment' and entity_id = ${paymentId}
    order by events.id limit ${limit}`
