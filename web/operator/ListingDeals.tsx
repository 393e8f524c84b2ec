import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { OperatorProjectRow } from '#contract/operator-project-schemas.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { listingWords as say } from './listing-words.ts'
import { moneyColumn } from './project-columns.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'
import { useConsoleList } from './use-console.ts'

/** The deals share the listing's title, so a deal is identified by its creator. */
const columns: readonly Column<OperatorProjectRow>[] = [
  {
    name: 'Deal',
    kind: 'wide',
    cell: ({ id, title, creator }) => (
      <>
        <Link className={styles.name} to={consolePaths.project(id)}>
          {creator === null ? title : say.with(creator.name)}
        </Link>
        <span className={styles.sub}>{id}</span>
      </>
    ),
  },
  { name: 'State', cell: ({ status }) => <StatusBadge kind="project" status={status} /> },
  moneyColumn,
  { name: 'Hired', cell: ({ created_at }) => <Time value={created_at} exact /> },
  {
    name: 'Agreed price',
    kind: 'number',
    cell: ({ agreed_price: price }) => (price === null ? '–' : formatUsd(price)),
  },
]

/** The deals that a project split off, newest first, in pages. */
export function ListingDeals({ listingId }: { listingId: string }) {
  const list = useConsoleList('operator.projects', { listing: listingId })
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{say.title}</h2>
      </div>
      <LoadedList query={list} pending={<Loading />} empty={<p className="muted">{say.none}</p>}>
        {(rows) => (
          <>
            <RecordTable label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} />
            <MoreRows query={list} />
          </>
        )}
      </LoadedList>
    </section>
  )
}
