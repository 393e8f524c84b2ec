import type { CreditReason, DocumentKind, MovementKind } from './documents.ts'
import { REFUND_TIMES_LINE } from './refund-times.ts'

/** The names of documents, and the sentences on them. */
export const DOCUMENT_TITLES: Readonly<Record<DocumentKind, string>> = {
  receipt: 'Payment receipt',
  proof_of_purchase: 'Proof of purchase',
  fee_invoice: 'Fee invoice',
  credit_note: 'Credit note',
  payout_statement: 'Payout statement',
  year_summary: 'Year summary',
}

/** The single line of a document: what its amount is for. `title` is the project's. */
export const lineWords = {
  receipt: (title: string) => `Payment for “${title}”, held in escrow`,
  extraReceipt: (title: string) => `Extra payment for “${title}”, held in escrow`,
  proof_of_purchase: (title: string) => `Content for “${title}”, approved and paid`,
  fee_invoice: (title: string) => `Platform fee for “${title}”`,
  credit_note: (title: string) => `Correction for “${title}”`,
} as const

/** The names of a document's parts, on screen and on paper. */
export const PRINTED_WORDS = {
  issuer: 'Issued by',
  recipient: 'For',
  supplier: 'Sold by',
  project: 'Project',
  paidWith: 'Paid with',
  corrects: 'Corrects',
  period: 'Period',
  day: 'Date',
  line: 'Description',
  amount: 'Amount',
  total: 'Total',
  data: 'The same as data',
} as const

/** Why a credit note was made, as a sentence. */
const CREDIT_WORDS: Readonly<Record<CreditReason, string>> = {
  returned: 'The payment was returned to the card.',
  agreed: 'Both sides agreed on a lower price. The difference was returned to the card.',
  decided: 'Our support decided about this payment. This part was returned to the card.',
  charged_back: 'The bank of the card took this payment back.',
  came_back: 'The transfer to the creator came back. The money is held in escrow again.',
  bank_returned: 'Your bank sent this payout back. The money is in your Stripe balance again.',
}

const TO_CARD: readonly CreditReason[] = ['returned', 'agreed', 'decided']

/** The notes of a credit note: why it was made, and, if money goes to the card, how long a refund takes. */
export const creditNotes = (reason: CreditReason): string[] => [
  CREDIT_WORDS[reason],
  ...(TO_CARD.includes(reason) ? [REFUND_TIMES_LINE] : []),
]

/** The meaning of each kind, shown under its lines. */
export const DOCUMENT_NOTES: Readonly<Record<MovementKind, string>> = {
  receipt: 'This money is held in escrow. It has not been paid to the creator yet.',
  proof_of_purchase: 'The creator sells the content. The platform passes the payment on.',
  fee_invoice: 'This fee was kept from the payment. Nothing is due.',
}
