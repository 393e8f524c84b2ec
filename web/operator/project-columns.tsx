import { Link } from 'react-router'
import { hiredOf } from '#contract/deal-sentences.ts'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProjectRow } from '#contract/operator-project-schemas.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { listingWords } from './listing-words.ts'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'

/** The state of a project's money. */
export const moneyColumn: Column<OperatorProjectRow> = {
  name: 'Money',
  cell: ({ payment_status: status }) =>
    status === null ? 'None yet' : <StatusBadge kind="payment" status={status} />,
}

/** A project in a table of the console. */
export const projectColumns: readonly Column<OperatorProjectRow>[] = [
  {
    name: 'Project',
    kind: 'wide',
    cell: ({ id, title, listing_id: listing }) => (
      <>
        <Link className={styles.name} to={consolePaths.project(id)}>
          {title}
        </Link>
        {listing === null ? null : (
          <Link className={`link ${styles.sub}`} to={consolePaths.project(listing)}>
            {listingWords.oneOf}
          </Link>
        )}
      </>
    ),
  },
  { name: 'State', cell: ({ status }) => <StatusBadge kind="project" status={status} /> },
  { name: 'Brand', kind: 'person', cell: ({ seller }) => <PersonLink person={seller} /> },
  {
    name: 'Creator',
    kind: 'person',
    cell: ({ creator, hiring, status }) => {
      if (hiring !== null) return hiredOf(hiring)
      if (creator) return <PersonLink person={creator} />
      // Only a posted project can still hire someone.
      return status === 'active' ? 'Open' : '–'
    },
  },
  {
    ...moneyColumn,
    // The money is on its deals.
    cell: (row) => (row.hiring === null ? moneyColumn.cell(row) : '–'),
  },
  { name: 'Posted', cell: ({ created_at }) => <Time value={created_at} /> },
  {
    name: 'Budget',
    kind: 'number',
    cell: ({ budget, hiring }) => (
      <>
        {formatUsd(budget)}
        {hiring === null ? null : <span className={styles.sub}>for each</span>}
      </>
    ),
  },
]
