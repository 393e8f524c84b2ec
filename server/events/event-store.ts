import type { EventEntity, EventMove } from '#contract/events.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'

/** Details of a move, in addition to its name. */
interface EventFacts {
  entityId: string
  projectId: string | null
  actorId: string | null
  from: string | null
  to: string
  /** For a delivery: if it is not answered, a person decides, and it does not count as approved. */
  escalates?: boolean
}

/** A change of one row. `from` is null for its creation, `actorId` is null for the system. */
export type DomainEvent = {
  [E in EventEntity]: EventFacts & { entity: E; move: EventMove<E> }
}[EventEntity]

/**
 * Inserts an event and returns its number. Domains call `recordEvent` (notifications/record-event.ts) instead, which
 * also raises the notices that the contract lists for the event.
 */
export async function insertEvent(tx: Queryable, event: DomainEvent): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    tx,
    sql`insert into events (entity, entity_id, project_id, actor_id, move, from_status, to_status)
      values (${event.entity}, ${event.entityId}, ${event.projectId}, ${event.actorId}, ${event.move},
        ${event.from}, ${event.to})
      returning id`,
  )
  return id
}
