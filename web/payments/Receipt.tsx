import type { Payment } from '#contract/payment-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import { DESTINATION_WORDS as words } from './payment-words.ts'
import styles from './Payment.module.css'
import { PaymentBadges } from './PaymentBadges.tsx'
import { PriceSplit } from './PriceSplit.tsx'

interface Props {
  payment: Payment
  title: string
  brand: string
}

/** The amount a finished deal paid its creator, to the cent. */
export function Receipt({ payment, title, brand }: Props) {
  return (
    <section className={`card pad ${styles.receipt}`} aria-labelledby="receipt">
      <div className="row between">
        <h2 id="receipt">{words.receipt}</h2>
        <span className={styles.badges}>
          <PaymentBadges payment={payment} />
        </span>
      </div>
      <p className="meta">
        {payment.released_at === null ? null : <Time value={payment.released_at} />}
        <span>{title}</span>
        <span>{brand}</span>
      </p>
      <PriceSplit
        price={payment.amount}
        returned={payment.returned_part}
        terms={payment.fee_terms}
        payment={payment}
        receiveLabel={words.received(words.you)}
      />
    </section>
  )
}
