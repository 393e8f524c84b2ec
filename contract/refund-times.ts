/**
 * How long a refund takes after it leaves here: 5 to 10 business days, depending on the bank that issued the card.
 * Source: Stripe's support page on the processing time of refunds.
 */
export const REFUND_PAGE = 'https://support.stripe.com/questions/customer-refund-processing-time'

/** Shown next to refunds, for either side. */
export const refundWords = {
  times: 'The bank of the card shows a refund within 5 to 10 business days.',
  link: 'Refunds at Stripe',
} as const

/** The same in a mail or on a credit note, where the reader sees the address. */
export const REFUND_TIMES_LINE = `${refundWords.times} More about it: ${REFUND_PAGE}`
