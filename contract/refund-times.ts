/**
 * How long a refund takes after it left here: 5 to 10 business days, by the bank that issued the card. Source: Stripe's support page on the
 * processing time of refunds.
 */
export const REFUND_PAGE = 'https://support.stripe.com/questions/customer-refund-processing-time'

/** Beside refunds, for either side. */
export const refundWords = {
  times: 'The bank of the card shows a refund within 5 to 10 business days.',
  link: 'Refunds at Stripe',
} as const

/** The same in a mail or on a credit note, where the address is read. */
export const REFUND_TIMES_LINE = `${refundWords.times} More about it: ${REFUND_PAGE}`
