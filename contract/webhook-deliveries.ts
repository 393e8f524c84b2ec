/**
 * Maximum bytes of one event. Stripe publishes no limit. An object may carry 50 metadata entries of 540 characters (27
 * kB), and an update carries it twice, with `previous_attributes`; this is four times that. It gives strangers no
 * advantage: the signature is checked over the raw bytes before anything is parsed.
 */
export const EVENT_BYTES = 256 * 1024

/** Why a delivery to the webhook was refused. */
export const DELIVERY_REFUSALS = [
  'no_signature',
  'wrong_signature',
  'wrong_time',
  'malformed',
  'too_large',
] as const
export type DeliveryRefusal = (typeof DELIVERY_REFUSALS)[number]

/** How a delivery ended. `accepted`: signed and acknowledged, whether it was new, repeated or irrelevant to us. */
export const DELIVERY_OUTCOMES = ['accepted', ...DELIVERY_REFUSALS] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** Days, including the current one, that the console counts as recent. Our choice. */
export const RECENT_DELIVERY_DAYS = 7

/** UTC days for which counts are kept and shown. Our choice: three months include the rotation before the last one. */
export const DELIVERY_COUNT_DAYS = 90
