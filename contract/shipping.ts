import type { AmountRule } from './amount-text.ts'
import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/**
 * A product that a brand sends to the creator of a deal: its value, where the parcel is, and who has to act next. A
 * deal has at most one product; a deal without one has none of this.
 */

export const SHIPMENT_STATUSES = [
  'planned',
  'address_wanted',
  'to_ship',
  'shipped',
  'received',
  'problem',
] as const
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number]

export type ShipmentActor = 'seller' | 'creator' | 'system'

/**
 * planned ─hire→ address_wanted ─give_address→ to_ship ─ship→ shipped ─receive→ received
 *                                                              └─report→ problem ─ship→ shipped, ─receive→ received
 * A product that is added to a running deal begins with `address_wanted`.
 */
export const shipmentTransitions = {
  hire: { from: ['planned'], to: 'address_wanted', by: ['system'] },
  give_address: { from: ['address_wanted'], to: 'to_ship', by: ['creator'] },
  ship: { from: ['to_ship', 'problem'], to: 'shipped', by: ['seller'] },
  receive: { from: ['shipped', 'problem'], to: 'received', by: ['creator'] },
  report: { from: ['shipped'], to: 'problem', by: ['creator'] },
} as const satisfies TransitionTable<ShipmentStatus, ShipmentActor>

export type ShipmentMove = keyof typeof shipmentTransitions

/**
 * The states in which an address can be corrected: nothing is on its way to it, or the parcel that was has a problem.
 */
export const CORRECTABLE: readonly ShipmentStatus[] = ['to_ship', 'problem']

/** Whether the creator still waits for it: deadlines with stated days do not run yet. */
export const isAwaited = (status: ShipmentStatus): boolean => status !== 'received'

/** What can be wrong with a parcel. */
export const PARCEL_PROBLEMS = ['not_arrived', 'damaged', 'wrong_product'] as const
export type ParcelProblem = (typeof PARCEL_PROBLEMS)[number]

/** Limits; texts in characters. */
export const SHIPPING_LIMITS = {
  product: 120,
  carrier: 60,
  number: 60,
  problemWords: 500,
  /** Days to deliver after it arrived. */
  days: { least: 1, most: 90 },
  address: { name: 120, line: 160, city: 100, region: 100, postalCode: 20, country: 60, phone: 40 },
  /** Days after the end of a deal until its address is deleted. */
  addressDays: 90,
} as const

/** The value of a product: at least one cent. */
export const PRODUCT_VALUE_RULE: AmountRule = { called: 'amount', leastCents: 1 }

/** Days in a state after which the side that has to act is reminded, once for each. */
export const SHIPPING_REMINDERS: Readonly<
  Partial<
    Record<ShipmentStatus, { who: Exclude<ShipmentActor, 'system'>; days: readonly number[] }>
  >
> = {
  address_wanted: { who: 'creator', days: [2, 5] },
  to_ship: { who: 'seller', days: [3, 7] },
  shipped: { who: 'creator', days: [7, 14] },
  problem: { who: 'seller', days: [2, 5] },
}

/**
 * Returns the deadline once the product has arrived: the stated days from then, and never earlier than agreed (decision
 * 0079). Days are 'YYYY-MM-DD'. Without stated days, the agreed deadline stays.
 */
export function deadlineAfterArrival(
  agreed: string,
  received: string,
  days: number | null,
): string {
  if (days === null) return agreed
  const counted = new Date(Date.parse(received) + days * 24 * 60 * 60_000)
    .toISOString()
    .slice(0, 10)
  return counted > agreed ? counted : agreed
}

export const shippingErrors = {
  'shipping.none': { status: 409, message: 'No product is sent in this deal.' },
  /** A creator agreed to work for a price and this product. */
  'shipping.agreed': {
    status: 409,
    message: 'The product is part of what you agreed on, so it stays as it is.',
  },
  /** The creator is hired, and the address is there: someone is waiting for a parcel. */
  'shipping.expected': {
    status: 409,
    message: 'The creator has given their address and expects the product.',
  },
  'shipping.too_late': {
    status: 409,
    message: 'Work was delivered already, so no product can be added.',
  },
  'shipping.not_hired': {
    status: 409,
    message: 'An address is given once someone is hired.',
  },
  'shipping.deal_over': {
    status: 409,
    message: 'This project is no longer running, so nothing is sent any more.',
  },
  'shipping.on_its_way': {
    status: 409,
    message: 'The parcel is on its way, so the address cannot change any more. Write to the brand.',
  },
  'shipping.no_address': {
    status: 409,
    message: 'The creator has not given an address yet.',
  },
  'shipping.not_shipped': { status: 409, message: 'Nothing was shipped yet.' },
  'shipping.arrived': { status: 409, message: 'The product has arrived already.' },
} as const satisfies Record<string, ErrorEntry>
