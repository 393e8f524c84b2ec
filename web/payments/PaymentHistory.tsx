import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { StatusBadge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Payment.module.css'
import { ledgerWords, paymentEvents, shownAmount } from './payment-events.ts'
import { usePaymentStatement } from './use-payments.ts'

/** What happened to the payment when, and below it every movement of the ledger. */
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
      <Ledger payment={payment} />
    </>
  )
}

function Ledger({ payment }: { payment: Payment }) {
  const { data } = usePaymentStatement(payment)
  if (!data || data.length === 0) return null
  return (
    <details className={styles.ledger}>
      <summary className="link sm">Show every movement</summary>
      <div className={`card ${styles.tableCard}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Movement</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {data.map((entry) => {
              const words = ledgerWords(entry)
              return (
                <tr key={entry.id}>
                  <td>{words.account}</td>
                  <td className="muted">
                    {words.kind}
                    <span className="sep"> · </span>
                    <Time value={entry.created_at} exact />
                  </td>
                  <td>{signed(shownAmount(entry))}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** "−$81.00" with a real minus, "$459.00". */
function signed(usd: number): string {
  return usd < 0 ? `−${formatUsd(-usd)}` : formatUsd(usd)
}
