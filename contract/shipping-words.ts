import type { ParcelProblem, ShipmentStatus } from './shipping.ts'

/** The text that people read about a product on its way, apart from its errors and notices. */
export const shippingMessages = {
  product: 'Say what you’ll send.',
  days: 'Choose 1 to 90 days, or none.',
  name: 'Enter the name on the parcel.',
  line: 'Enter a street and number.',
  city: 'Enter a city.',
  country: 'Enter a country.',
  carrier: 'Enter the carrier.',
  link: 'Enter a link that starts with https://.',
  problem: 'Choose what is wrong.',
} as const

/** Where a product is, in the words of every badge, list and track. */
export const SHIPMENT_WORDS: Readonly<Record<ShipmentStatus, string>> = {
  planned: 'After hiring',
  address_wanted: 'Address needed',
  to_ship: 'To ship',
  shipped: 'On its way',
  received: 'Received',
  problem: 'Problem',
}

/** In a sentence: "It has not arrived." */
export const PROBLEM_WORDS: Readonly<Record<ParcelProblem, string>> = {
  not_arrived: 'It has not arrived',
  damaged: 'It arrived damaged',
  wrong_product: 'It is the wrong product',
}
