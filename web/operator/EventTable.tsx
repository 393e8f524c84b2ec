import { Link } from 'react-router'
import type { RecordedEvent } from '#contract/operator-record-schemas.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { eventWord, stateWord } from './event-words.ts'
import { type Column, RecordTable } from './RecordTable.tsx'

const columns: readonly Column<RecordedEvent>[] = [
  {
    name: 'Event',
    cell: ({ entity, move }) => <span className={styles.name}>{eventWord(entity, move)}</span>,
  },
  {
    name: 'State',
    cell: ({ entity, from_state, to_state }) =>
      from_state === null || from_state === to_state
        ? stateWord(entity, to_state)
        : `${stateWord(entity, from_state)} → ${stateWord(entity, to_state)}`,
  },
  {
    name: 'By',
    kind: 'person',
    cell: ({ actor_id, actor_name }) =>
      actor_id === null ? (
        'The system'
      ) : (
        <Link className={styles.name} to={consolePaths.person(actor_id)}>
          {actor_name}
        </Link>
      ),
  },
  { name: 'When', cell: ({ at }) => <Time value={at} exact /> },
]

/** Every event, oldest first: the record that disputes are argued from. */
export function EventTable({ label, events }: { label: string; events: readonly RecordedEvent[] }) {
  if (events.length === 0) return <EmptyState title="Nothing has happened yet" />
  return (
    <RecordTable label={label} columns={columns} rows={events} keyOf={({ number }) => number} />
  )
}
