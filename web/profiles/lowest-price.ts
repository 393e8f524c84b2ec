import type { PublicProfile } from '#contract/profile-schemas.ts'

/** The lowest price in USD among a creator's rates and listed packages. Null where they state no price. */
export function lowestPrice({
  rates,
  package_from: from,
}: Pick<PublicProfile, 'rates' | 'package_from'>): number | null {
  const prices = [...Object.values(rates), ...(from == null ? [] : [from])]
  return prices.length === 0 ? null : Math.min(...prices)
}
