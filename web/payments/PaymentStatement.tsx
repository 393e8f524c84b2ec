import type { Payment, StatementLine } from '#contract/payment-schemas.ts'
import { paymentFailures } from '#contract/payments.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Payment.module.css'
import { lineWords, placeWords, signedUsd, type StatementReader } from './statement-words.ts'
import { usePaymentStatement } from './use-payments.ts'

interface Props {
  payment: Payment
  reader: StatementReader
}

/** Every movement of the reader's own money, to the cent, with its reason, and where the money is now. */
export function PaymentStatement({ payment, reader }: Props) {
  return (
    <Loaded query={usePaymentStatement(payment)} pending={null} failed={() => paymentFailures.load}>
      {(statement) =>
        statement.lines.length === 0 && statement.place === 'not_paid' ? null : (
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
                  {statement.lines.map((line) => (
                    <Line
                      key={line.id}
                      line={line}
                      words={lineWords(line, statement, payment, reader)}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )
      }
    </Loaded>
  )
}

function Line({ line, words }: { line: StatementLine; words: { what: string; why: string } }) {
  return (
    <tr>
      <td>
        {words.what}
        <span className={`sm muted ${styles.why}`}>{words.why}</span>
      </td>
      <td className="muted">
        <Time value={line.at} exact />
      </td>
      <td className="num">{signedUsd(line.amount)}</td>
    </tr>
  )
}
