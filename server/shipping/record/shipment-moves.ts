import type { Parcel, ParcelReport } from '#contract/shipping-schemas.ts'
import { type ShipmentMove, shipmentTransitions } from '#contract/shipping.ts'
import type { EventMove } from '#contract/events.ts'
import { maybeRow, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { copyPlan, shipmentColumns, type ShipmentRow } from './shipment-store.ts'

/** Records what happened to a product: its moves, and events that leave its state unchanged. */
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

/** Makes one move. The write is the guard: returns null when the state no longer allows it. */
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
 * Starts the shipment when a deal begins: the product posted with its project, or with the listing that it was split
 * off from, becomes part of the deal, and the creator is asked for an address. A no-op without a product.
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

/** Stores the address that the creator gives, sealed. */
export const giveAddress = (tx: Tx, sealed: Buffer, moving: Moving) =>
  moveShipment(tx, 'give_address', moving, sql`sealed_address = ${sealed}`)

/** Replaces the address with another; the state stays. */
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

/** Records that the brand has shipped the product, or ships it again. */
export const ship = (tx: Tx, { carrier, number, link }: Parcel, moving: Moving) =>
  moveShipment(
    tx,
    'ship',
    moving,
    sql`carrier = ${carrier}, number = ${number}, link = ${link}, shipped_at = ${moving.now},
      problem = null, problem_words = null`,
  )

/** Corrects the parcel's details for the brand. There is no notice: the deal's page shows them. */
export const correctParcel = (tx: Tx, { carrier, number, link }: Parcel, { shipment }: Moving) =>
  maybeRow<ShipmentRow>(
    tx,
    sql`update shipments set carrier = ${carrier}, number = ${number}, link = ${link}
      where id = ${shipment.id} returning ${shipmentColumns}`,
  )

/** Records that the creator has received it. */
export const receive = (tx: Tx, moving: Moving) =>
  moveShipment(
    tx,
    'receive',
    moving,
    sql`received_at = ${moving.now}, problem = null, problem_words = null`,
  )

/** Records the problem that the creator reports. */
export const report = (tx: Tx, { problem, words }: ParcelReport, moving: Moving) =>
  moveShipment(tx, 'report', moving, sql`problem = ${problem}, problem_words = ${words}`)
