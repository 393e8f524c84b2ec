import type { ParcelProblem, ShipmentStatus } from '#contract/shipping.ts'
import { daysText } from '#contract/number-text.ts'

/** What the page of a deal says about its product. */
export const shipmentCardWords = {
  title: 'Product',
  worth: (value: string) => `worth ${value}`,
  loadFailed: 'We could not load the product of this deal.',
  addressFailed: 'We could not load the address.',
  offer: 'Does the creator need your product in hand? Say what you send and what it is worth.',
  posted: 'Whoever is hired gets it from you. You see their address once they have given it.',
  send: 'Send a product',
  change: 'Change',
  takeBack: 'Take back',
  takingBack: 'Taking back…',
  takenBack: 'No product is sent.',
  sendTitle: 'Send a product',
  sendLead: 'The creator is asked for an address once they are hired, and only you see it.',
  product: 'What you send',
  productHint: 'As it says on the box, with size or color.',
  value: 'Value',
  valueHint: 'What it is worth, in US dollars. The creator may need it for taxes.',
  days: 'Days to deliver after it arrived',
  daysHint:
    'Empty: the deadline stays. Otherwise it counts from the arrival, and is never earlier than agreed.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  daysFrom: (days: number) =>
    `Delivery is due ${daysText(days)} after it arrives, and never before the agreed date.`,
  address: 'Address',
  addressTitle: 'Where should it go?',
  addressLead: (brand: string) =>
    `Only ${brand} sees this address. It is stored encrypted and deleted 90 days after the deal.`,
  give: 'Give an address',
  correct: 'Correct the address',
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
  correctParcel: 'Correct the parcel',
  shipTitle: 'How does it travel?',
  shipLead: (name: string) => `${name} is told at once and can follow the parcel.`,
  carrier: 'Carrier',
  number: 'Tracking number (optional)',
  link: 'Tracking link (optional)',
  linkHint: 'Begins with https://',
  shipping: 'Saving…',
  shipped: 'Marked as shipped.',
  follow: 'Follow the parcel',
  arrived: 'It arrived',
  arriving: 'Saving…',
  thanks: 'Noted. The brand is told.',
  problem: 'There’s a problem',
  problemTitle: 'What is wrong?',
  problemLead: (name: string) => `${name} is told and can ship it again.`,
  what: 'What is wrong',
  words: 'In your words (optional)',
  report: 'Tell the brand',
  reporting: 'Sending…',
  reported: 'The brand is told.',
} as const

export const PROBLEM_CHOICES: Readonly<Record<ParcelProblem, string>> = {
  not_arrived: 'It has not arrived',
  damaged: 'It arrived damaged',
  wrong_product: 'It is the wrong product',
}

/** A state as a badge. */
export const SHIPMENT_BADGES = {
  planned: { word: 'After hiring', tone: 'gray', glyph: 'dashed-ring' },
  address_wanted: { word: 'Address wanted', tone: 'yellow', glyph: 'clock' },
  to_ship: { word: 'To ship', tone: 'yellow', glyph: 'clock' },
  shipped: { word: 'On its way', tone: 'blue', glyph: 'half-disc' },
  received: { word: 'Arrived', tone: 'green', glyph: 'check' },
  problem: { word: 'Problem', tone: 'red', glyph: 'cross' },
} as const

/** What happens next, for each side. */
export const nextWords: Readonly<
  Record<'seller' | 'creator', Readonly<Record<ShipmentStatus, (other: string) => string>>>
> = {
  seller: {
    planned: () => shipmentCardWords.posted,
    address_wanted: (name) => `${name} was asked for an address.`,
    to_ship: (name) => `${name} waits for it. Ship it, then say how it travels.`,
    shipped: (name) => `${name} says when it has arrived.`,
    received: (name) => `${name} has it.`,
    problem: (name) => `${name} cannot use it as it is. Ship it again, or write to each other.`,
  },
  creator: {
    planned: (name) => `${name} sends it to whoever is hired.`,
    address_wanted: (name) => `${name} sends it to you. Say where it should go.`,
    to_ship: (name) => `${name} has your address and ships it.`,
    shipped: () => 'It is on its way. Say when it has arrived.',
    received: () => 'You have it.',
    problem: (name) => `${name} knows. Say so if it arrives after all.`,
  },
}
