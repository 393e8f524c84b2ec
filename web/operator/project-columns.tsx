import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProjectRow } from '#contract/operator-record-schemas.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'

/** A project in a table of the console. */
export const projectColumns: readonly Column<OperatorProjectRow>[] = [
  {
    name: 'Project',
    kind: 'wide',
    cell: ({ id, title }) => (
      <Link className={styles.name} to={consolePaths.project(id)}>
        {title}
      </Link>
    ),
  },
  { name: 'State', cell: ({ status }) => <StatusBadge kind="project" status={status} /> },
  { name: 'Brand', kind: 'person', cell: ({ seller }) => <PersonLink person={seller} /> },
  {
    name: 'Creator',
    kind: 'person',
    cell: ({ creator }) => (creator ? <PersonLink person={creator} /> : 'Open'),
  },
  {
    name: 'Money',
    cell: ({ payment_status: status }) =>
      status === null ? 'None yet' : <StatusBadge kind="payment" status={status} />,
  },
  { name: 'Posted', cell: ({ created_at }) => <Time value={created_at} /> },
  { name: 'Budget', kind: 'number', cell: ({ budget }) => formatUsd(budget) },
]
