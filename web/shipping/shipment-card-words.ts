import { daysText } from '#contract/number-text.ts'
import type { ParcelProblem, ShipmentStatus } from '#contract/shipping.ts'
import { SHIPMENT_WORDS } from '#contract/shipping-words.ts'

/** The texts about the product on the page of a deal. */
export const shipmentCardWords = {
  title: 'Product',
  worth: (value: string) => `worth ${value}`,
  loadFailed: 'We could not load the product of this deal.',
  addressFailed: 'We could not load the address.',
  offer: 'Does the creator need your product? Say what you’ll send and what it’s worth.',
  posted: 'You send it to the creator you hire. You’ll see their address once they’ve entered it.',
  /** The deal ended before. */
  notSent: 'The deal ended before it was sent.',
  send: 'Send a product',
  change: 'Change',
  takeBack: 'Remove',
  takingBack: 'Removing…',
  takenBack: 'Product removed.',
  sendTitle: 'Send a product',
  sendLead: 'We ask the creator for an address once they’re hired. Only you will see it.',
  product: 'What you send',
  productHint: 'As it says on the box, including size or color.',
  value: 'Value',
  valueHint: 'Its retail value in US dollars. The creator may need it for taxes.',
  days: 'Days to deliver after it arrives',
  daysHint:
    'Leave empty to keep the deadline. Otherwise the days count from the day it arrives, and the deadline never gets earlier.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  daysFrom: (days: number) =>
    `Delivery is due ${daysText(days)} after it arrives, and never before the agreed date.`,
  address: 'Address',
  addressTitle: 'Where should it go?',
  addressLead: (brand: string) =>
    `Only ${brand} sees this address. It is stored encrypted and deleted 90 days after the deal.`,
  give: 'Enter your address',
  correct: 'Edit the address',
  giving: 'Saving…',
  given: 'Address saved.',
  copy: 'Copy address',
  copied: 'Address copied.',
  gone: 'The address was deleted.',
  fields: {
    name: 'Name on the parcel',
    line1: 'Street and number',
    line2: 'Apartment, company or care of (optional)',
    postal_code: 'Postal code (optional)',
    city: 'City',
    region: 'State or region (optional)',
    country: 'Country',
    phone: 'Phone for the carrier (optional)',
  },
  ship: 'Mark as shipped',
  shipAgain: 'Ship it again',
  correctParcel: 'Edit tracking',
  shipTitle: 'How is it shipped?',
  shipLead: (name: string) => `We’ll let ${name} know right away, so they can track the parcel.`,
  carrier: 'Carrier',
  number: 'Tracking number (optional)',
  link: 'Tracking link (optional)',
  linkHint: 'Starts with https://',
  shipping: 'Saving…',
  shipped: 'Marked as shipped.',
  follow: 'Track the parcel',
  arrived: 'It arrived',
  arriving: 'Saving…',
  thanks: 'Thanks! We’ve let the brand know.',
  problem: 'There’s a problem',
  problemTitle: 'Report a problem',
  problemLead: (name: string) => `We’ll let ${name} know, so they can send another.`,
  what: 'What’s wrong?',
  words: 'In your words (optional)',
  report: 'Tell the brand',
  reporting: 'Sending…',
  reported: 'We’ve let the brand know.',
} as const

export const PROBLEM_CHOICES: Readonly<Record<ParcelProblem, string>> = {
  not_arrived: 'It hasn’t arrived',
  damaged: 'It arrived damaged',
  wrong_product: 'It’s the wrong product',
}

/** The state as a badge. */
export const SHIPMENT_BADGES = {
  planned: { word: SHIPMENT_WORDS.planned, tone: 'gray', glyph: 'dashed-ring' },
  address_wanted: { word: SHIPMENT_WORDS.address_wanted, tone: 'yellow', glyph: 'clock' },
  to_ship: { word: SHIPMENT_WORDS.to_ship, tone: 'yellow', glyph: 'clock' },
  shipped: { word: SHIPMENT_WORDS.shipped, tone: 'blue', glyph: 'half-disc' },
  received: { word: SHIPMENT_WORDS.received, tone: 'green', glyph: 'check' },
  problem: { word: SHIPMENT_WORDS.problem, tone: 'red', glyph: 'cross' },
} as const

/** What happens next, for each side. */
export const nextWords: Readonly<
  Record<'seller' | 'creator', Readonly<Record<ShipmentStatus, (other: string) => string>>>
> = {
  seller: {
    planned: () => shipmentCardWords.posted,
    address_wanted: (name) => `We asked ${name} for an address.`,
    to_ship: (name) => `${name} is waiting for it. Ship it, then tell us how.`,
    shipped: (name) => `${name} will confirm when it arrives.`,
    received: (name) => `${name} has it.`,
    problem: (name) => `${name} can’t use it as it is. Ship it again, or write to each other.`,
  },
  creator: {
    planned: (name) => `${name} sends it to the creator they hire.`,
    address_wanted: (name) => `${name} is sending you this. Where should it go?`,
    to_ship: (name) => `${name} has your address and will ship it.`,
    shipped: () => 'It’s on its way. Let us know when it arrives.',
    received: () => 'You have it.',
    problem: (name) => `${name} knows about it. If all turns out well, confirm that you have it.`,
  },
}
