/**
 * Tax on the platform's own service, and what people's documents say about them. The platform sells to the creator; the
 * creator sells to the brand (decision 0085). There is no tax engine: an operator configures one country with its rate.
 */

/** Lengths in characters. */
export const TAX_LIMITS = { name: 200, line: 120, lines: 5, id: 40 } as const

/**
 * none: the operator charges no tax; domestic: the rate of the operator's country, included in the fee; reverse_charge:
 * the customer, a business, owes it in their country; outside: not taxable in the operator's country.
 */
export const TAX_KINDS = ['none', 'domestic', 'reverse_charge', 'outside'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

/** The member states of the European Union, where businesses themselves owe the tax on services from other members. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

export const taxRoutes = {
  'tax.get': 'GET /api/tax-profile',
  'tax.save': 'POST /api/tax-profile',
} as const
