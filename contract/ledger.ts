/** Ledger accounts (PAYMENTS rule 4). Amounts on them are signed cents; each movement sums to zero. */
export const LEDGER_ACCOUNTS = [
  /** Money at the provider on the platform's balance. */
  'provider_clearing',
  /** Held for one payment. */
  'escrow',
  /** Sent to the creator's balance at the provider. */
  'creator_payable',
  /** Kept by the platform. */
  'platform_fee',
  /** Charged to us by the provider. */
  'provider_fees',
  /** Returned to the seller's card. */
  'refunds',
  /** Taken back by the seller's bank. */
  'chargebacks',
  /** Paid out by hand, outside the provider. */
  'paid_outside',
  /** Paid out to the platform's own bank. */
  'platform_bank',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/**
 * Why money moved: one word per movement, shown in the statement. hold: paid in; release: split 85/15; transfer: sent
 * to the creator's balance; refund: back to the card; part_refund: a part that went back while the rest was held, as
 * decided before its release, or as agreed; duplicate: a second payment for the same deal, paid in and sent back;
 * part_reversal: a part of the share that was taken back from the creator's balance; paid_outside: an amount that had
 * become owed to one of the two sides, paid out by hand; platform_payout: belongs to no payment; sent to the platform's
 * own bank or back from it.
 */
export const LEDGER_KINDS = [
  'hold',
  'release',
  'transfer',
  'part_reversal',
  'refund',
  'part_refund',
  'duplicate',
  'chargeback',
  'provider_fee',
  'paid_outside',
  'platform_payout',
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]
