import { type FeeTerms, formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { PriceRows } from '#web/ui/PriceBreakdown.tsx'
import styles from './Payment.module.css'
import { DESTINATION_WORDS as words } from './payment-words.ts'
import { PriceSplit } from './PriceSplit.tsx'

interface Props {
  payment: Payment | null
  /** USD: the agreed price. */
  price: number
  /** The deal's own. */
  terms: FeeTerms
  creatorName: string
}

/** Shown next to the board: how the price is split, or that all of it went back. */
export function WhereItGoes({ payment, price, terms, creatorName }: Props) {
  if (payment?.status === 'refunded') {
    const back = payment.dispute_outcome === 'lost' ? words.bankTook : words.returned
    return (
      <>
        <h2>{words.went}</h2>
        <div className={styles.breakdown}>
          <PriceRows
            rows={[
              [words.price, formatUsd(price)],
              [back, formatUsd(-price)],
            ]}
            total={[words.received(creatorName), formatUsd(0)]}
          />
        </div>
        <PaidWith payment={payment} />
      </>
    )
  }
  const isOver = payment?.status === 'released'
  return (
    <>
      <h2>{isOver ? words.went : words.goes}</h2>
      <PriceSplit
        price={price}
        returned={payment?.returned_part ?? 0}
        terms={terms}
        payment={payment}
        receiveLabel={isOver ? words.received(creatorName) : words.receives(creatorName)}
      />
      <PaidWith payment={payment} />
    </>
  )
}

function PaidWith({ payment }: { payment: Payment | null }) {
  if (!payment?.payment_method) return null
  return <p className={`sm faint ${styles.method}`}>Paid with {payment.payment_method}</p>
}
