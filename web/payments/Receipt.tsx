import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Payment.module.css'
import { RECEIPT_WORDS as words } from './payment-words.ts'

interface Props {
  payment: Payment
  title: string
  brand: string
}

/** What a finished deal paid its creator, to the cent. */
export function Receipt({ payment, title, brand }: Props) {
  const rows = [
    [words.price, formatUsd(payment.amount)],
    ...(payment.returned_part > 0
      ? [[words.returned, `−${formatUsd(payment.returned_part)}`]]
      : []),
    [words.fee, `−${formatUsd(payment.fee_amount)}`],
  ] as const
  return (
    <section className={`card pad ${styles.receipt}`} aria-labelledby="receipt">
      <div className="row between">
        <h2 id="receipt">{words.title}</h2>
        {payment.released_at === null ? null : (
          <span className="sm muted">
            <Time value={payment.released_at} />
          </span>
        )}
      </div>
      <p className="muted">
        {title}
        <span className="sep"> · </span>
        {brand}
      </p>
      <dl>
        {rows.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{amount}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{words.received}</dt>
          <dd className="num">{formatUsd(payment.creator_amount)}</dd>
        </div>
      </dl>
    </section>
  )
}
