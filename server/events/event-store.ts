import type { EventEntity, EventMove } from '#contract/events.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { notifyOfEvent } from '#server/notifications/notify.ts'

/** Details of a move beside its name. */
interface EventFacts {
  entityId: string
  projectId: string | null
  actorId: string | null
  from: string | null
  to: string
  /** For a delivery: without an answer a person decides, and it does not count as approved. */
  escalates?: boolean
}

/** What happened to one row. `from` is null for its creation, `actorId` null for the system. */
export type DomainEvent = {
  [E in EventEntity]: EventFacts & { entity: E; move: EventMove<E> }
}[EventEntity]

/**
 * Records an event in the caller's transaction, so that it exists exactly if the change does, and raises the notices
 * the contract lists for it (contract/notices.ts). Call it after the change: notices are built from the current rows.
 */
export async function recordEvent(tx: Queryable, event: DomainEvent): Promise<void> {
  const { id } = await oneRow<{ id: number }>(
    tx,
    sql`insert into events (entity, entity_id, project_id, actor_id, move, from_status, to_status)
      values (${event.entity}, ${event.entityId}, ${event.projectId}, ${event.actorId}, ${event.move},
        ${event.from}, ${event.to})
      returning id`,
  )
  await notifyOfEvent(tx, id, event)
}
