import type { RecordedEvent } from '#contract/operator-record-schemas.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import type { Queryable } from '../db/pool.ts'
import { raw, rows, sql, type Statement } from '../db/sql.ts'

const columns =
  raw(`events.id::text as number, events.entity, events.move, events.from_status as from_state,
  events.to_status as to_state, events.at, events.actor_id, actor.name as actor_name`)
const actor = raw('left join profiles actor on actor.id = events.actor_id')
const limit = raw(String(OPERATOR_LIMITS.lines))

const read = (db: Queryable, statement: Statement) => rows<RecordedEvent>(db, statement)

/** Everything that happened in a project, oldest first. */
export const eventsOfProject = (db: Queryable, projectId: string) =>
  read(
    db,
    sql`select ${columns} from events ${actor} where project_id = ${projectId} order by events.id limit ${limit}`,
  )

/** Everything that happened to a payment, oldest first. */
export const eventsOfPayment = (db: Queryable, paymentId: string) =>
  read(
    db,
    sql`select ${columns} from events ${actor} where entity = 'payment' and entity_id = ${paymentId}
      order by events.id limit ${limit}`,
  )
