import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Payment.module.css'
import { paymentEvents } from './payment-events.ts'

/** The states the payment went through, newest first. */
export function PaymentHistory({ payment }: { payment: Payment }) {
  return (
    <>
      <div className={`sec-head ${styles.history}`}>
        <h2>History</h2>
      </div>
      <div className={`card ${styles.tableCard}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Date</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {paymentEvents(payment).map((event) => (
              <tr key={event.status}>
                <td>
                  <StatusBadge kind="payment" status={event.status} />
                </td>
                <td className="muted">
                  <Time value={event.at} exact />
                </td>
                <td>{formatUsd(payment.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
