import type { Parcel, ParcelReport } from '#contract/shipping-schemas.ts'
import { type ShipmentMove, shipmentTransitions } from '#contract/shipping.ts'
import type { EventMove } from '#contract/events.ts'
import { maybeRow, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { copyPlan, shipmentColumns, type ShipmentRow } from './shipment-store.ts'

/** What happened to a product: its moves, and what leaves its state as it is. */
export async function recordShipment(
  tx: Tx,
  { id, project_id, status }: Pick<ShipmentRow, 'id' | 'project_id' | 'status'>,
  {
    move,
    from,
    actorId,
  }: { move: EventMove<'shipment'>; from: string | null; actorId: string | null },
): Promise<void> {
  await recordEvent(tx, {
    entity: 'shipment',
    entityId: id,
    projectId: project_id,
    actorId,
    move,
    from,
    to: status,
  })
}

interface Moving {
  shipment: ShipmentRow
  actorId: string | null
  now: Date
}

/** One move: the write is the guard. Null when its state does not allow it any more. */
async function moveShipment(
  tx: Tx,
  move: ShipmentMove,
  { shipment, actorId, now }: Moving,
  also: Statement,
): Promise<ShipmentRow | null> {
  const { from, to } = shipmentTransitions[move]
  const moved = await maybeRow<ShipmentRow>(
    tx,
    sql`update shipments set status = ${to}, since = ${now}, ${also}
      where id = ${shipment.id} and status = any(${from}) returning ${shipmentColumns}`,
  )
  if (moved !== null) await recordShipment(tx, moved, { move, from: shipment.status, actorId })
  return moved
}

/**
 * A deal begins: what its project, or the listing that it was split off, is posted with becomes part of it, and its creator
 * is asked for an address. Without a product nothing happens.
 */
export async function openShipment(
  tx: Tx,
  project: { id: string; listing_id: string | null },
  now: Date,
): Promise<void> {
  if (project.listing_id !== null)
    await copyPlan(tx, { listingId: project.listing_id, projectId: project.id })
  const { from, to } = shipmentTransitions.hire
  const opened = await maybeRow<ShipmentRow>(
    tx,
    sql`update shipments set status = ${to}, since = ${now}
      where project_id = ${project.id} and status = any(${from}) returning ${shipmentColumns}`,
  )
  if (opened !== null)
    await recordShipment(tx, opened, { move: 'hire', from: 'planned', actorId: null })
}

/** The creator gives the address, sealed. */
export const giveAddress = (tx: Tx, sealed: Buffer, moving: Moving) =>
  moveShipment(tx, 'give_address', moving, sql`sealed_address = ${sealed}`)

/** Another address in place of the first; the state stays. */
export async function correctAddress(
  tx: Tx,
  sealed: Buffer,
  { shipment, actorId }: Moving,
): Promise<ShipmentRow | null> {
  const corrected = await maybeRow<ShipmentRow>(
    tx,
    sql`update shipments set sealed_address = ${sealed} where id = ${shipment.id} returning ${shipmentColumns}`,
  )
  if (corrected !== null)
    await recordShipment(tx, corrected, {
      move: 'correct_address',
      from: corrected.status,
      actorId,
    })
  return corrected
}

/** The brand has shipped it, or ships it again. */
export const ship = (tx: Tx, { carrier, number, link }: Parcel, moving: Moving) =>
  moveShipment(
    tx,
    'ship',
    moving,
    sql`carrier = ${carrier}, number = ${number}, link = ${link}, shipped_at = ${moving.now},
      problem = null, problem_words = null`,
  )

/** The brand corrects how it travels. There is no notice: the deal's page shows it. */
export const correctParcel = (tx: Tx, { carrier, number, link }: Parcel, { shipment }: Moving) =>
  maybeRow<ShipmentRow>(
    tx,
    sql`update shipments set carrier = ${carrier}, number = ${number}, link = ${link}
      where id = ${shipment.id} returning ${shipmentColumns}`,
  )

/** The creator has it. */
export const receive = (tx: Tx, moving: Moving) =>
  moveShipment(
    tx,
    'receive',
    moving,
    sql`received_at = ${moving.now}, problem = null, problem_words = null`,
  )

/** The creator says what is wrong. */
export const report = (tx: Tx, { problem, words }: ParcelReport, moving: Moving) =>
  moveShipment(tx, 'report', moving, sql`problem = ${problem}, problem_words = ${words}`)
