import { Link } from 'react-router'
import type { ReportRecord } from '#contract/report-schemas.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { ReportBadge, reportTitle } from './report-cells.tsx'
import { useConsoleList } from './use-console.ts'

const STATES = ['closed'] as const
const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'state',
    rest: 'Waiting',
    choices: [{ value: 'closed', word: 'Closed' }],
  },
]

const columns: readonly Column<ReportRecord>[] = [
  {
    name: 'Report',
    kind: 'wide',
    cell: (report) => (
      <>
        <Link className={styles.name} to={consolePaths.report(report.id)}>
          {reportTitle(report)}
        </Link>
        <span className={styles.sub}>{report.body || report.seen}</span>
      </>
    ),
  },
  { name: 'State', cell: ({ status }) => <ReportBadge status={status} /> },
  { name: 'About', kind: 'person', cell: ({ person }) => <PersonLink person={person} /> },
  {
    name: 'By',
    kind: 'person',
    cell: ({ reporter }) =>
      reporter === null ? 'Deleted account' : <PersonLink person={reporter} />,
  },
  { name: 'Taken by', cell: ({ handled_by: by }) => by ?? 'No one' },
  { name: 'Reported', cell: ({ created_at }) => <Time value={created_at} /> },
]

/** The reports that people made: the open ones, oldest first, or the closed ones. */
export function ReportsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const state = search.choice('state', STATES)
  const list = useConsoleList('operator.reports', { state })
  return (
    <ConsoleList
      title="Reports"
      text="What people reported. What waits comes first, the oldest at the top; open one to decide."
      search={search}
      filters={filters}
      list={list}
      columns={columns}
      empty={{ title: 'Nothing waits', text: 'New reports appear here at once.' }}
    />
  )
}
