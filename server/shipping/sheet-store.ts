import type { ProjectStatus } from '#contract/projects.ts'
import { SHEET_LIMITS, SHEET_STATUSES } from '#contract/shipping-sheet.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql } from '#server/db/sql.ts'
import {
  isReturned,
  shipmentColumns,
  type ShipmentRow,
} from '#server/shipping/record/shipment-store.ts'

/** A parcel of a brand's running deal, and the creator it goes to; the address is still sealed. */
export type SheetRow = ShipmentRow & {
  title: string
  creator_id: string
  creator_name: string
  sealed: Buffer | null
}

/**
 * Returns the parcels of a brand's running deals that are to be sent or on their way, oldest first, at most
 * SHEET_LIMITS.exported: of one project that hires several, or of all. A running deal keeps its address, so none is
 * past its period. A deal whose money went back is over, though its project is not.
 */
export const parcelsOf = (db: Queryable, sellerId: string, listingId: string | null) =>
  rows<SheetRow>(
    db,
    sql`select ${shipmentColumns}, projects.title, applications.creator_id, profiles.name as creator_name,
        shipments.sealed_address as sealed
      from projects join shipments on shipments.project_id = projects.id and shipments.status = any(${SHEET_STATUSES})
      join applications on applications.project_id = projects.id and applications.status = 'accepted'
      join profiles on profiles.id = applications.creator_id
      where projects.seller_id = ${sellerId} and projects.status = 'in_progress' and not ${isReturned}
        and (${listingId}::uuid is null or ${listingId} in (projects.id, projects.listing_id))
      order by shipments.since, shipments.id limit ${raw(String(SHEET_LIMITS.exported))}`,
  )

/** Returns the products of those of these projects that are this brand's deals. */
export const shipmentsAmong = (db: Queryable, sellerId: string, projectIds: readonly string[]) =>
  rows<ShipmentRow & { project_status: ProjectStatus }>(
    db,
    sql`select ${shipmentColumns}, projects.status as project_status
      from projects join shipments on shipments.project_id = projects.id
      where projects.id = any(${projectIds}::uuid[]) and projects.seller_id = ${sellerId}
        and projects.status not in ('draft', 'active')`,
  )
