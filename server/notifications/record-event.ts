import type { Queryable } from '#server/db/pool.ts'
import { type DomainEvent, insertEvent } from '#server/events/event-store.ts'
import { notifyOfEvent } from './notify.ts'

/**
 * Records an event in the caller's transaction, so that it exists exactly if the change does, and raises the notices
 * the contract lists for it (contract/notices.ts). Call it after the change: notices are built from the current rows.
 */
export async function recordEvent(tx: Queryable, event: DomainEvent): Promise<void> {
  await notifyOfEvent(tx, await insertEvent(tx, event), event)
}
