import { usdFromCents } from '#contract/money.ts'
import type { Shipment } from '#contract/shipping-schemas.ts'
import type { ShipmentRow } from '#server/shipping/record/shipment-store.ts'

/** A product as the two sides of its deal see it. Its id stays inside: the project is its name. */
export function presentShipment(row: ShipmentRow): Shipment {
  return { ...row, value: usdFromCents(row.value) }
}

/**
 * The same for anyone else: what was posted, and nothing of what became of it. Null for a product that was added later.
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
