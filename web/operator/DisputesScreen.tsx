import { Link } from 'react-router'
import type { OperatorDisputeRow } from '#contract/dispute-schemas.ts'
import { DISPUTE_REASONS } from '#contract/dispute-reasons.ts'
import { DISPUTE_FILTERS, type DisputeFilter } from '#contract/disputes.ts'
import { formatUsd } from '#contract/money.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { DisputeBadge } from './DisputeBadge.tsx'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { useConsoleList } from './use-console.ts'

const words: Record<DisputeFilter, string> = {
  awaiting_decision: 'To decide',
  awaiting_answer: 'Waits for an answer',
  ended: 'Over',
}
const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'state',
    choices: DISPUTE_FILTERS.map((value) => ({ value, word: words[value] })),
  },
]

const columns: readonly Column<OperatorDisputeRow>[] = [
  {
    name: 'Dispute',
    kind: 'wide',
    cell: ({ id, project_title, reason }) => (
      <>
        <Link className={styles.name} to={consolePaths.dispute(id)}>
          {project_title}
        </Link>
        <span className={styles.sub}>{DISPUTE_REASONS[reason].label}</span>
      </>
    ),
  },
  { name: 'State', cell: ({ status }) => <DisputeBadge status={status} /> },
  { name: 'Brand', kind: 'person', cell: ({ seller }) => <PersonLink person={seller} /> },
  { name: 'Creator', kind: 'person', cell: ({ creator }) => <PersonLink person={creator} /> },
  { name: 'Answer by', cell: ({ answer_by }) => <Time value={answer_by} /> },
  { name: 'Opened', cell: ({ created_at }) => <Time value={created_at} /> },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatUsd(amount) },
]

/** Every dispute between the two sides of a deal, newest first; a bank's disputes are payments that need a look. */
export function DisputesScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.disputes', {
    state: search.choice('state', DISPUTE_FILTERS),
  })
  return (
    <ConsoleList
      title="Disputes"
      text="Disputes between the two sides of a deal, newest first. Those of a bank are under Payments."
      search={search}
      filters={filters}
      list={list}
      columns={columns}
      empty={{
        title: 'No disputes',
        text: 'Either side of a deal may open one while money is held.',
      }}
    />
  )
}
