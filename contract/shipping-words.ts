import type { ParcelProblem } from './shipping.ts'

/** What people read about a product on its way, beside its errors and notices. */
export const shippingMessages = {
  product: 'Say what you will send.',
  days: 'Choose 1 to 90 days, or none.',
  name: 'Enter the name on the parcel.',
  line: 'Enter a street and number.',
  city: 'Enter a city.',
  country: 'Enter a country.',
  carrier: 'Say who carries it.',
  link: 'Enter a link that begins with https://.',
  problem: 'Choose what is wrong.',
} as const

/** In a sentence: "It has not arrived." */
export const PROBLEM_WORDS: Readonly<Record<ParcelProblem, string>> = {
  not_arrived: 'It has not arrived',
  damaged: 'It arrived damaged',
  wrong_product: 'It is the wrong product',
}
