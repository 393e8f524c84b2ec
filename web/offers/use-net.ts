import { centsFromUsd, formatCents, splitPrice } from '#contract/money.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'

/** What is left of a price in USD for its creator, by the fee a deal made now would have; as it is shown. */
export function useNet(): (price: number) => string {
  const fee = useFeeTerms()
  return (price) => formatCents(splitPrice(centsFromUsd(price), fee).creatorCents)
}
