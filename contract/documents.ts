/**
 * Documents about money, made from the ledger: numbered without gaps within their series and year, never changed, and
 * corrected only by credit notes (decision 0085).
 */

/**
 * receipt: money is held, to the brand; proof_of_purchase: it was released, to the brand, and it names the creator;
 * fee_invoice: what the platform kept of a release, to the creator; credit_note: reverses one of those, wholly or in
 * part; payout_statement: the content of a month or of a payout to the bank, to the creator; year_summary: the money of
 * a year, to each side.
 */
export const DOCUMENT_KINDS = [
  'receipt',
  'proof_of_purchase',
  'fee_invoice',
  'credit_note',
  'payout_statement',
  'year_summary',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** The kinds that document a movement of the ledger, apart from the credit notes that correct them. */
export type MovementKind = 'receipt' | 'proof_of_purchase' | 'fee_invoice'

/** The letter of each kind's series. */
export const DOCUMENT_SERIES: Readonly<Record<DocumentKind, string>> = {
  receipt: 'R',
  proof_of_purchase: 'P',
  fee_invoice: 'F',
  credit_note: 'C',
  payout_statement: 'S',
  year_summary: 'Y',
}

/**
 * Why a credit note was made. returned: the money went back to the card; agreed: part of it, for a lower price that
 * both sides agreed on; decided: as an operator decided; charged_back: the card's bank took it; came_back: a transfer
 * to the creator was reversed, so nothing has been bought yet; bank_returned: the creator's bank sent a payout back.
 */
export const CREDIT_REASONS = [
  'returned',
  'agreed',
  'decided',
  'charged_back',
  'came_back',
  'bank_returned',
] as const
export type CreditReason = (typeof CREDIT_REASONS)[number]

/** A number as it is printed and searched for: "R-2026-000042". At least six digits. */
export const documentNumber = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

const NUMBER = /^([RPFCSY])-?(\d{4})-?(\d{1,9})$/

/** Parses a typed document number leniently; null for anything else. */
export function readDocumentNumber(
  typed: string,
): { series: string; year: number; number: number } | null {
  const [, series = '', year, number] = NUMBER.exec(typed.toUpperCase().replaceAll(/\s/g, '')) ?? []
  return series === '' ? null : { series, year: Number(year), number: Number(number) }
}
