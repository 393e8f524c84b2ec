/**
 * What the platform keeps of a deal (SPEC §9, decision 0024). Terms are data: the ones valid when an application
 * is accepted are the deal's for good. Only texts about deals to come read the terms valid now.
 */

import { basisPoints, type FeeTerms } from './money.ts'

/** SPEC §9: the platform keeps 15 % of the agreed price unless configured otherwise. */
export const DEFAULT_FEE_PERCENT = 15

/**
 * What may be configured: a percentage with at most two decimals, and a minimum in USD. The creator never gets less than
 * half, so that there is always something to send.
 */
export const FEE_LIMITS = {
  percent: { min: 0, max: 50 },
  minimumUsd: { min: 0, max: 1_000 },
} as const

/** Terms from a percentage (at most two decimals) and a minimum fee in cents. */
export const feeTerms = (percent: number, minimumFeeCents = 0): FeeTerms => ({
  creator_bps: 10_000 - basisPoints(percent),
  minimum_fee_cents: minimumFeeCents,
})

/** SPEC §9: 15 % and no minimum. Also those of everything that was agreed before terms were data. */
export const DEFAULT_FEE_TERMS: FeeTerms = feeTerms(DEFAULT_FEE_PERCENT)

export const sameFeeTerms = (one: FeeTerms, other: FeeTerms): boolean =>
  one.creator_bps === other.creator_bps && one.minimum_fee_cents === other.minimum_fee_cents
