import type { Payment } from '#contract/payment-schemas.ts'
import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Payment.module.css'
import { lineWords, placeWords, signedUsd, type StatementReader } from './statement-words.ts'
import { usePaymentStatement } from './use-payments.ts'

interface Props {
  payment: Payment
  reader: StatementReader
}

/** Every movement of the reader's own money, to the cent, with its reason, and where the money is now. */
export function PaymentStatement({ payment, reader }: Props) {
  const { data, error, refetch } = usePaymentStatement(payment)
  if (error) {
    return (
      <div className={styles.notice}>
        <Notice
          tone="danger"
          role="alert"
          title="Failed to load payments"
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(error)}
        </Notice>
      </div>
    )
  }
  if (!data || (data.lines.length === 0 && data.place === 'not_paid')) return null
  return (
    <section aria-labelledby="payment-statement">
      <div className={`sec-head ${styles.history}`}>
        <h2 id="payment-statement">Statement</h2>
      </div>
      <p className={`muted ${styles.place}`}>{placeWords(data.place, payment, reader)}</p>
      <div className={`card ${styles.tableCard}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Movement</th>
              <th scope="col">Date</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {data.lines.map((line) => {
              const { what, why } = lineWords(line, payment, reader)
              return (
                <tr key={line.id}>
                  <td>
                    {what}
                    <span className={`sm muted ${styles.why}`}>{why}</span>
                  </td>
                  <td className="muted">
                    <Time value={line.at} exact />
                  </td>
                  <td className="num">{signedUsd(line.amount)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
