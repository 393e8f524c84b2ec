import type { WarnedPerson } from '#contract/operator-record-schemas.ts'
import { SAFETY_WATCH } from '#contract/safety.ts'
import { safetyNames } from '#contract/safety-words.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { roleWords } from './console-words.ts'
import { PersonCell } from './RecordCells.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'

const columns: readonly Column<WarnedPerson>[] = [
  {
    name: 'Name',
    cell: (person) => <PersonCell person={person} detail={person.company_name ?? undefined} />,
  },
  { name: 'Role', cell: ({ role }) => roleWords[role] },
  { name: 'Messages', cell: ({ warnings }) => warnings },
  { name: 'About', cell: ({ kinds }) => kinds.map((kind) => safetyNames[kind]).join(', ') },
  { name: 'Last', cell: ({ last_at }) => <Time value={last_at} /> },
]

/** People to look at because of what their messages are about; renders nothing while there are none. */
export function WarnedPeople({ people }: { people: readonly WarnedPerson[] }) {
  if (people.length === 0) return null
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>Messages with safety warnings</h2>
      </div>
      <div className="stack">
        <p className="sm muted">
          People who sent {SAFETY_WATCH.warnings} or more in the last {SAFETY_WATCH.days} days.
          Someone who was tricked into sending codes is listed, too.
        </p>
        <RecordTable
          label="Messages with safety warnings"
          columns={columns}
          rows={people}
          keyOf={({ id }) => id}
        />
      </div>
    </section>
  )
}
