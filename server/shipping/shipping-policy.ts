import type { ErrorCode } from '#contract/errors.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { canMove } from '#contract/transitions.ts'
import { type ShipmentMove, type ShipmentStatus, shipmentTransitions } from '#contract/shipping.ts'

/** Returns why no product can be planned, added or changed, or null. `delivered`: work was handed in. */
export function planRefusal(
  { status: project }: { status: ProjectStatus },
  shipment: { posted: boolean; status: ShipmentStatus } | null,
  delivered: boolean,
): ErrorCode | null {
  if (project === 'draft' || project === 'active') return null
  if (project !== 'in_progress') return 'shipping.deal_over'
  if (shipment?.posted) return 'shipping.agreed'
  if (shipment !== null && shipment.status !== 'address_wanted') return 'shipping.expected'
  return delivered ? 'shipping.too_late' : null
}

/** The refusal of each move, by the state it meets. A state that is not listed gives `shipping.not_shipped`. */
const REFUSALS: Readonly<
  Record<Exclude<ShipmentMove, 'hire'>, Partial<Record<ShipmentStatus, ErrorCode>>>
> = {
  give_address: {
    planned: 'shipping.not_hired',
    shipped: 'shipping.on_its_way',
    received: 'shipping.arrived',
  },
  ship: {
    planned: 'shipping.not_hired',
    address_wanted: 'shipping.no_address',
    received: 'shipping.arrived',
  },
  receive: { planned: 'shipping.not_hired' },
  report: { planned: 'shipping.not_hired', received: 'shipping.arrived' },
}

/** Returns why a move of a product cannot be made in its state, or null. */
export function moveRefusal(
  move: Exclude<ShipmentMove, 'hire'>,
  status: ShipmentStatus,
): ErrorCode | null {
  if (canMove(shipmentTransitions, move, status)) return null
  return REFUSALS[move][status] ?? 'shipping.not_shipped'
}

/** Returns whether the state is already the one this move leads to: repeating the move is a no-op. */
export const isDone = (move: ShipmentMove, status: ShipmentStatus): boolean =>
  shipmentTransitions[move].to === status
