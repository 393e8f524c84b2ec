import type { Queryable } from '../db/pool.ts'
import { execute, sql } from '../db/sql.ts'

/** What happened to one row. `from` is null for its creation, `actorId` null for the system. */
export interface DomainEvent {
  entity: 'project' | 'application' | 'deliverable' | 'payment' | 'invitation' | 'payout_account'
  entityId: string
  projectId: string | null
  actorId: string | null
  move: string
  from: string | null
  to: string
}

/** Writes an event in the caller's transaction, so that it exists exactly when the change does. */
export async function recordEvent(tx: Queryable, event: DomainEvent): Promise<void> {
  await execute(
    tx,
    sql`insert into events (entity, entity_id, project_id, actor_id, move, from_status, to_status)
      values (${event.entity}, ${event.entityId}, ${event.projectId}, ${event.actorId}, ${event.move},
        ${event.from}, ${event.to})`,
  )
}
