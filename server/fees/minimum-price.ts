import { minimumAddedWords, minimumPriceWords } from '#contract/minimum-price.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'

type Configured = { config: Pick<Deps['config'], 'minimumPriceCents'> }

/** A price in cents, the field that names it, and the existing price, which may stay whatever it is. */
interface Priced {
  cents: number
  field: string
  standing?: number | null | undefined
}

/**
 * Throws price.below_minimum for a new price below the operator's minimum. Without a configured minimum it never
 * throws.
 */
export function assertMinimumPrice(
  { config: { minimumPriceCents: least } }: Configured,
  { cents, field, standing = null }: Priced,
): void {
  if (least === null || cents >= least || cents === standing) return
  throw new AppError('price.below_minimum', { fields: { [field]: minimumPriceWords(least) } })
}

/**
 * Throws price.below_minimum for a higher price of held money if the difference, which is a charge of its own, is below
 * the minimum. Cents.
 */
export function assertMinimumAdded(
  { config: { minimumPriceCents: least } }: Configured,
  { price, held }: { price: number; held: number },
): void {
  if (least === null || price <= held || price - held >= least) return
  throw new AppError('price.below_minimum', { fields: { price: minimumAddedWords(least) } })
}
