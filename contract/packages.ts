import type { AmountRule } from './amount-text.ts'
import type { BriefItem } from './briefs.ts'
import type { ErrorEntry } from './error-entry.ts'
import { centsFromUsd, usdFromCents } from './money.ts'
import type { TransitionTable } from './transitions.ts'

/** A creator's fixed offers: what a brand gets, for what price, in how many days. Prices are USD on the wire. */

export const PACKAGE_STATUSES = ['draft', 'listed', 'paused'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]

/** draft, paused ─list→ listed ─pause→ paused. Only listed packages are shown and can be ordered. */
export const packageTransitions = {
  list: { from: ['draft', 'paused'], to: 'listed', by: ['owner'] },
  pause: { from: ['listed'], to: 'paused', by: ['owner'] },
} as const satisfies TransitionTable<PackageStatus, 'owner'>

/** Lengths in characters, days counted from the acceptance. Our choice. */
export const PACKAGE_LIMITS = {
  /** The number of packages per creator, in any state. */
  packages: 10,
  title: 80,
  days: 60,
  rounds: 5,
  addOns: 8,
  addOnLabel: 80,
  /** An add-on adds up to this many days, or saves as many. */
  addOnDays: 30,
  samples: 3,
} as const

/** SPEC §5: a package's price becomes a proposed price, so its rule is the same. */
export const PACKAGE_PRICE_RULE: AmountRule = { called: 'price', leastCents: 100 }

/**
 * The filters a brand has for creators: packages that cost at most this many USD, or that are delivered within this
 * many days.
 */
export const PACKAGE_PRICES = ['100', '250', '500', '1000'] as const
export const PACKAGE_DAYS = ['3', '7', '14', '30'] as const
export type PackagePrice = (typeof PACKAGE_PRICES)[number]
export type PackageDays = (typeof PACKAGE_DAYS)[number]

/** An add-on: more of a package for more money. */
export interface AddOn {
  id: string
  label: string
  /** USD. */
  price: number
  /** The days it adds; negative when it makes the delivery faster. */
  days: number
}

/** What a package promises: shown on the profile, and copied unchanged into each order. */
export interface PackageTerms {
  title: string
  items: BriefItem[]
  /** USD. */
  price: number
  days: number
  rounds: number
  add_ons: AddOn[]
}

/**
 * Returns the price in USD and the days of a package with the chosen add-ons; unknown ids count for nothing. At least
 * one day.
 */
export function packageTotals(
  { price, days, add_ons: addOns }: Pick<PackageTerms, 'price' | 'days' | 'add_ons'>,
  chosen: readonly string[],
): { price: number; days: number } {
  const added = addOns.filter(({ id }) => chosen.includes(id))
  const cents = added.reduce((sum, one) => sum + centsFromUsd(one.price), centsFromUsd(price))
  const total = added.reduce((sum, one) => sum + one.days, days)
  return { price: usdFromCents(cents), days: Math.max(1, total) }
}

export const packageMessages = {
  title: 'Name the package.',
  days: `Choose 1 to ${PACKAGE_LIMITS.days} days.`,
  rounds: `Choose 0 to ${PACKAGE_LIMITS.rounds} rounds.`,
  addOn: 'Name the add-on.',
  addOnDays: `An add-on changes the delivery by at most ${PACKAGE_LIMITS.addOnDays} days.`,
  addOns: `A package has at most ${PACKAGE_LIMITS.addOns} add-ons.`,
  samples: `Choose at most ${PACKAGE_LIMITS.samples} samples.`,
  foreignSample: 'Choose samples from your own portfolio.',
  total: 'With all add-ons the price is higher than a payment can be.',
} as const

export const packageErrors = {
  'package.too_many': {
    status: 409,
    message: `You have ${PACKAGE_LIMITS.packages} packages already. Delete one first.`,
  },
  'package.already_saved': {
    status: 409,
    message: 'This package is already saved. Find it in your packages to change it.',
  },
  'package.changed_elsewhere': {
    status: 409,
    message: 'Your packages were changed in another window. Reload the page and try again.',
  },
} as const satisfies Record<string, ErrorEntry>
