import { usdFromCents } from '#contract/money.ts'
import type { Shipment } from '#contract/shipping-schemas.ts'
import type { ShipmentRow } from '#server/shipping/record/shipment-store.ts'

/** Presents a product to the two sides of its deal. Its id is not exposed: the project identifies it. */
export function presentShipment(row: ShipmentRow): Shipment {
  return { ...row, value: usdFromCents(row.value) }
}

/**
 * Presents a product to anyone else: what was posted, and nothing of its later fate. Null for a product that was added
 * later.
 */
export const presentPosted = (row: ShipmentRow): Shipment | null =>
  row.posted
    ? {
        ...presentShipment(row),
        status: 'planned',
        carrier: null,
        number: null,
        link: null,
        problem: null,
        problem_words: null,
        since: null,
        shipped_at: null,
        received_at: null,
      }
    : null
