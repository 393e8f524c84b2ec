import type { Payment } from '#contract/payment-schemas.ts'
import { PAYMENT_LABELS, paymentFailures } from '#contract/payments.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { RefundTimes } from '#web/statements/RefundTimes.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Payment.module.css'
import { goesToCard, statementRows, statementTotal, type StatementRow } from './statement-rows.ts'
import { placeWords, type StatementReader } from './statement-words.ts'
import { usePaymentStatement } from './use-payments.ts'

interface Props {
  payment: Payment
  reader: StatementReader
}

/**
 * The movements of the payment, to the cent, each with its reason and the state it led to; and where the money is now.
 */
export function PaymentStatement({ payment, reader }: Props) {
  return (
    <Loaded
      query={usePaymentStatement(payment)}
      pending={<Pending />}
      failed={() => paymentFailures.load}
    >
      {(statement) => {
        const rows = statementRows(statement, payment, reader)
        const total = statementTotal(statement, payment)
        return rows.length === 0 && statement.place === 'not_paid' ? null : (
          <section aria-labelledby="payment-statement">
            <div className={`sec-head ${styles.history}`}>
              <h2 id="payment-statement">Statement</h2>
            </div>
            <p className={`muted ${styles.place}`}>{placeWords(statement, payment, reader)}</p>
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
                  {(total === null ? rows : rows.slice(0, -1)).map((row) => (
                    <Row key={row.id} row={row} />
                  ))}
                </tbody>
                {total === null ? null : (
                  // One group, so that no printed page begins with the total alone.
                  <tbody className={styles.end}>
                    {rows.slice(-1).map((row) => (
                      <Row key={row.id} row={row} />
                    ))}
                    <tr className={styles.sum}>
                      <th scope="row" colSpan={2}>
                        Total
                      </th>
                      <td className="num">{total}</td>
                    </tr>
                  </tbody>
                )}
              </table>
            </div>
            {goesToCard(statement) ? (
              <div className={styles.times}>
                <RefundTimes />
              </div>
            ) : null}
          </section>
        )
      }}
    </Loaded>
  )
}

function Row({ row: { what, why, at, amount, state } }: { row: StatementRow }) {
  return (
    <tr>
      <td>
        <span className={styles.what}>
          <span>{what}</span>
          {/* A log: only the board uses the colours of a state, because it shows the current one. */}
          {state === null ? null : <span className="sm muted">{PAYMENT_LABELS[state]}</span>}
        </span>
        <span className={`sm muted ${styles.why}`}>{why}</span>
      </td>
      <td className="muted">
        <Time value={at} exact />
      </td>
      <td className="num">{amount}</td>
    </tr>
  )
}
