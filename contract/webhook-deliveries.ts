/**
 * Maximum bytes of one event. Stripe publishes none. An object may carry 50 metadata entries of 540 characters (27 kB),
 * and an update carries it twice, with `previous_attributes`; this is four times that. Strangers gain nothing by it:
 * the signature is checked over the raw bytes before anything is parsed.
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

/** How a delivery ended. `accepted`: signed and acknowledged, whether it was new, repeated or of no concern. */
export const DELIVERY_OUTCOMES = ['accepted', ...DELIVERY_REFUSALS] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** Days, the current one included, that the console counts as recent. Ours. */
export const RECENT_DELIVERY_DAYS = 7

/** UTC days for which counts are kept and shown. Ours: three months have the rotation before the last one in them. */
export const DELIVERY_COUNT_DAYS = 90
