import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { OperatorPaymentRow } from '#contract/operator-record-schemas.ts'
import { PURPOSE_LABELS } from '#contract/payment-purpose-words.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { FlagBadges, PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'

/** A payment in a table of the console. */
export const paymentColumns: readonly Column<OperatorPaymentRow>[] = [
  {
    name: 'Payment',
    kind: 'wide',
    cell: ({ id, project_title, purpose }) => (
      <>
        <Link className={styles.name} to={consolePaths.payment(id)}>
          {project_title}
        </Link>
        {PURPOSE_LABELS[purpose] === null ? null : (
          <span className={styles.sub}>{PURPOSE_LABELS[purpose]}</span>
        )}
        <span className={styles.sub}>{id}</span>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ shown_status: status, flags }) => (
      <span className={styles.badges}>
        <StatusBadge kind="payment" status={status} />
        <FlagBadges flags={flags} />
      </span>
    ),
  },
  { name: 'Brand', kind: 'person', cell: ({ seller }) => <PersonLink person={seller} /> },
  { name: 'Creator', kind: 'person', cell: ({ creator }) => <PersonLink person={creator} /> },
  { name: 'Started', cell: ({ created_at }) => <Time value={created_at} /> },
  {
    name: 'Amount',
    kind: 'number',
    // The held amount is shown next to "Held in Escrow".
    cell: ({ amount, state_amount }) => (
      <>
        {formatUsd(state_amount)}
        {state_amount === amount ? null : (
          <span className={styles.sub}>of {formatUsd(amount)} charged</span>
        )}
      </>
    ),
  },
]
