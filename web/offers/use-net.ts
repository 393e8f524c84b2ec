import { centsFromUsd, formatCents, splitPrice } from '#contract/money.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'

/** The creator's net amount of a price in USD, at the fee of a deal made now; formatted for display. */
export function useNet(): (price: number) => string {
  const fee = useFeeTerms()
  return (price) => formatCents(splitPrice(centsFromUsd(price), fee).creatorCents)
}
