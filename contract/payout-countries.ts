import { countryName } from './countries.ts'

/**
 * The countries where creators can be paid: those between which the provider pays out across borders without a separate
 * agreement (United States, United Kingdom, Canada, Switzerland and the European Economic Area), two letters each.
 * Source: https://docs.stripe.com/connect/cross-border-payouts, "Availability".
 */
export const PAYOUT_COUNTRIES: readonly string[] = (
  'US CA CH GB ' +
  // The European Union, then Iceland, Liechtenstein and Norway.
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ' +
  'IS LI NO'
).split(' ')

/** The default for a request that names no country, as before there was a choice (SPEC §7: onboarding has no body). */
export const DEFAULT_PAYOUT_COUNTRY = 'US'

/** Returns whether a creator in a country (two letters) can be paid. */
export const isPayoutCountry = (code: string): boolean => PAYOUT_COUNTRIES.includes(code)

/** The provider's page about it. */
export const PAYOUT_COUNTRIES_PAGE = 'https://docs.stripe.com/connect/cross-border-payouts'

/** Shown before anyone applies, signs up or connects. */
export const payoutCountryWords = {
  label: 'Where you live',
  hint: 'Stripe keeps the country of an account for good. Choose where you live and have your bank account.',
  unserved: (code: string) =>
    `Stripe cannot send money to ${countryName(code)} from here. You could not be paid for a project, so you cannot apply to one.`,
  list: 'Countries with payouts',
  of: (code: string) => `Country: ${countryName(code)}`,
} as const
