import { centsFromUsd, type FeeTerms, formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { PriceBreakdown } from '#web/ui/PriceBreakdown.tsx'
import styles from './Payment.module.css'

interface Props {
  payment: Payment | null
  /** USD: the agreed price. */
  price: number
  /** The deal's own. */
  terms: FeeTerms
  creatorName: string
}

/** Beside the board: how the price is split, or that all of it went back. */
export function WhereItGoes({ payment, price, terms, creatorName }: Props) {
  if (payment?.status === 'refunded') {
    return (
      <>
        <h2>Where it went</h2>
        <dl className={styles.went}>
          <div>
            <dt>
              {payment.dispute_outcome === 'lost'
                ? "Taken back by the card's bank"
                : 'Returned to the card'}
            </dt>
            <dd>{formatUsd(price)}</dd>
          </div>
          <div>
            <dt>{creatorName} received</dt>
            <dd>{formatUsd(0)}</dd>
          </div>
        </dl>
        <PaidWith payment={payment} />
      </>
    )
  }
  // What an operator decided to return, subtracted before the rest is split.
  const returned = payment?.returned_part ?? 0
  return (
    <>
      <h2>Where it goes</h2>
      {returned > 0 ? (
        <dl className={styles.went}>
          <div>
            <dt>Agreed price</dt>
            <dd>{formatUsd(price)}</dd>
          </div>
          <div>
            <dt>Back to the card</dt>
            <dd>−{formatUsd(returned)}</dd>
          </div>
        </dl>
      ) : null}
      <div className={styles.breakdown}>
        <PriceBreakdown
          priceCents={centsFromUsd(price) - centsFromUsd(returned)}
          terms={terms}
          priceLabel={returned > 0 ? 'What is left' : 'Agreed price'}
          receiveLabel={`${creatorName} ${payment?.status === 'released' ? 'received' : 'receives'}`}
        />
      </div>
      <PaidWith payment={payment} />
    </>
  )
}

function PaidWith({ payment }: { payment: Payment | null }) {
  if (!payment?.payment_method) return null
  return <p className={`sm faint ${styles.method}`}>Paid with {payment.payment_method}</p>
}
