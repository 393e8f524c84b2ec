/**
 * How long a refund takes after it left here. Source: https://docs.stripe.com/refunds ("5-10 business days, depending on the bank"),
 * read in November 2026.
 */
export const REFUND_PAGE = 'https://docs.stripe.com/refunds'

/** Beside refunds, for either side. */
export const refundWords = {
  times: 'The bank of the card shows a refund within 5 to 10 business days.',
  link: 'Refunds at Stripe',
} as const

/** The same in a mail, where the address is read. */
export const REFUND_TIMES_LINE = `${refundWords.times} More about it: ${REFUND_PAGE}`
