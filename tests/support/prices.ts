import { APPLICATION_LIMITS } from '#contract/applications.ts'
import { centsFromUsd, MAX_AMOUNT_CENTS } from '#contract/money.ts'
import { CHARGE_BOUNDS } from '#sandbox/stripe/objects/payment-intents.ts'

/** The lowest and highest price that may be agreed and that the provider charges, in cents. */
export const LOWEST_PRICE = centsFromUsd(APPLICATION_LIMITS.minimumPriceUsd)
export const HIGHEST_PRICE = Math.min(MAX_AMOUNT_CENTS, CHARGE_BOUNDS.max)
