import { formatUsd } from '#contract/money.ts'
import type { OperatorPayment } from '#contract/operator-record-schemas.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { accountWords, plainWord } from './console-words.ts'
import { type Column, RecordTable } from './RecordTable.tsx'

interface Line {
  key: string
  movement: OperatorPayment['movements'][number] | null
  account: string
  amount: number
}

const columns: readonly Column<Line>[] = [
  {
    name: 'Movement',
    cell: ({ movement }) =>
      movement === null ? null : (
        <>
          <span className={styles.name}>{plainWord(movement.kind)}</span>
          <span className={`${styles.id} ${styles.sub}`}>{movement.reference}</span>
        </>
      ),
  },
  { name: 'Account', cell: ({ account }) => account },
  { name: 'Debit', kind: 'number', cell: ({ amount }) => (amount > 0 ? formatUsd(amount) : '') },
  { name: 'Credit', kind: 'number', cell: ({ amount }) => (amount < 0 ? formatUsd(-amount) : '') },
  {
    name: 'When',
    cell: ({ movement }) => (movement === null ? '' : <Time value={movement.created_at} exact />),
  },
]

/** A payment's double entries, movement by movement, and the balance of every account. */
export function Ledger({ payment }: { payment: OperatorPayment }) {
  if (payment.movements.length === 0)
    return (
      <EmptyState title="Nothing is booked yet" text="The first movement is the money arriving." />
    )
  const lines = payment.movements.flatMap((movement) =>
    movement.entries.map(({ account, amount }, at): Line => ({
      key: `${movement.number}-${account}-${at}`,
      movement: at === 0 ? movement : null,
      account: accountWords[account],
      amount,
    })),
  )
  return (
    <div className="stack">
      <RecordTable label="Ledger" columns={columns} rows={lines} keyOf={({ key }) => key} />
      <dl className={styles.facts} aria-label="Balances">
        {payment.balances.length === 0 ? (
          <div>
            <dt>Balances</dt>
            <dd>Every account stands at {formatUsd(0)}</dd>
          </div>
        ) : (
          payment.balances.map(({ account, amount }) => (
            <div key={account}>
              <dt>{accountWords[account]}</dt>
              <dd className="num">
                {formatUsd(Math.abs(amount))} {amount > 0 ? 'debit' : 'credit'}
              </dd>
            </div>
          ))
        )}
      </dl>
    </div>
  )
}
