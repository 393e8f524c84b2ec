import type { PublicProfile } from '#contract/profile-schemas.ts'

/** The least a creator works for, in USD: of their rates and listed packages. Null where they name no price. */
export function lowestPrice({
  rates,
  package_from: from,
}: Pick<PublicProfile, 'rates' | 'package_from'>): number | null {
  const prices = [...Object.values(rates), ...(from == null ? [] : [from])]
  return prices.length === 0 ? null : Math.min(...prices)
}
