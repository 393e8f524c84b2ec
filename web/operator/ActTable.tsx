import { Link } from 'react-router'
import type { OperatorAct } from '#contract/operator-record-schemas.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { actWord, subjectPath } from './console-words.ts'
import { type Column, RecordTable } from './RecordTable.tsx'

const columns: readonly Column<OperatorAct>[] = [
  { name: 'What', cell: (act) => <Subject act={act} />, kind: 'wide' },
  { name: 'Why', cell: (act) => act.reason ?? '', kind: 'wide' },
  { name: 'By', kind: 'person', cell: (act) => act.actor_name },
  { name: 'When', cell: (act) => <Time value={act.at} exact /> },
]

/** Acts of operators, newest first. */
export function ActTable({ label, acts }: { label: string; acts: readonly OperatorAct[] }) {
  if (acts.length === 0)
    return (
      <EmptyState
        title="Nothing was done yet"
        text="Every action by an operator is recorded here, with who did it and why."
      />
    )
  return <RecordTable label={label} columns={columns} rows={acts} keyOf={({ id }) => id} />
}

function Subject({ act }: { act: OperatorAct }) {
  const to = subjectPath(act.subject, act.subject_id)
  return (
    <span>
      <span className="muted">{actWord(act.act)}</span>{' '}
      {to === null ? (
        <span className={styles.name}>{act.subject_name}</span>
      ) : (
        <Link className={styles.name} to={to}>
          {act.subject_name}
        </Link>
      )}
    </span>
  )
}
