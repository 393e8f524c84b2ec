import { centsFromUsd, type FeeTerms, formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import styles from './Payment.module.css'
import { DESTINATION_WORDS as words } from './payment-words.ts'

interface Props {
  /** USD: the agreed price. */
  price: number
  /** USD: the amount that a decision sends or sent back, subtracted before the rest is split. */
  returned: number
  /** The deal's own. */
  terms: FeeTerms
  receiveLabel: string
  /** The payment of this price, which may consist of several. */
  payment: Payment | null
}

const splitOfPayment = ({ creator_amount: creator, fee_amount: fee }: Payment) => ({
  creatorCents: centsFromUsd(creator),
  feeCents: centsFromUsd(fee),
})

/** The split of a deal's price; both sides read it in the same rows. */
export function PriceSplit({ price, returned, terms, receiveLabel, payment }: Props) {
  const isPart = returned > 0
  return (
    <div className={styles.breakdown}>
      <PriceBreakdown
        before={
          isPart
            ? [
                [words.price, formatUsd(price)],
                [words.returned, formatUsd(-returned)],
              ]
            : []
        }
        priceCents={centsFromUsd(price) - centsFromUsd(returned)}
        terms={terms}
        priceLabel={isPart ? words.left : payment?.is_rest ? words.rest : words.price}
        receiveLabel={receiveLabel}
        {...(payment?.amount === price ? { split: splitOfPayment(payment) } : {})}
      />
    </div>
  )
}
