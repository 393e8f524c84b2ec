/**
 * The platform's fee (SPEC §9, decision 0024). Terms are data: a deal keeps those that were in force when its
 * application was accepted. Only texts about new deals read the current terms.
 */

import { basisPoints, type FeeTerms } from './money.ts'

/** SPEC §9: the platform keeps 15 % of the agreed price unless configured otherwise. */
export const DEFAULT_FEE_PERCENT = 15

/**
 * The configurable range: a percentage with at most two decimals, and a minimum in USD. The creator never gets less
 * than half, so that there is always something to send.
 */
export const FEE_LIMITS = {
  percent: { min: 0, max: 50 },
  minimumUsd: { min: 0, max: 1_000 },
} as const

/** Returns terms from a percentage (at most two decimals) and a minimum fee in cents. */
export const feeTerms = (percent: number, minimumFeeCents = 0): FeeTerms => ({
  creator_bps: 10_000 - basisPoints(percent),
  minimum_fee_cents: minimumFeeCents,
})

/** SPEC §9: 15 % and no minimum. They also apply to everything that was agreed before terms were data. */
export const DEFAULT_FEE_TERMS: FeeTerms = feeTerms(DEFAULT_FEE_PERCENT)

export const sameFeeTerms = (one: FeeTerms, other: FeeTerms): boolean =>
  one.creator_bps === other.creator_bps && one.minimum_fee_cents === other.minimum_fee_cents
