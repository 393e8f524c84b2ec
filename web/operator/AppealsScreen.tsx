import { useMemo, useState } from 'react'
import type { SanctionRecord } from '#contract/report-schemas.ts'
import { REPORT_ACT_WORDS } from '#contract/report-words.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { ConsoleList } from './ConsoleList.tsx'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { reportTitle } from './report-cells.tsx'
import { useAct, useConsoleList } from './use-console.ts'

const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

/** Characters shown of what the decision is about; the whole text is in the report. */
const SEEN_SHOWN = 240

type Outcome = 'upheld' | 'reversed'
interface Answering {
  row: SanctionRecord
  outcome: Outcome
}

const OUTCOMES: Record<Outcome, { title: string; button: string; done: string; hint: string }> = {
  upheld: {
    title: 'Let the decision stand?',
    button: 'Let it stand',
    done: 'The decision stands',
    hint: 'The person reads your answer. They cannot appeal again.',
  },
  reversed: {
    title: 'Reverse the decision?',
    button: 'Reverse',
    done: 'Decision reversed',
    hint: 'What was hidden is shown again, and a limit or ban ends at once. The person reads your answer.',
  },
}

const columnsWith = (answer: (about: Answering) => void): readonly Column<SanctionRecord>[] => [
  {
    name: 'Appeal',
    kind: 'wide',
    cell: ({ act, subject, reason, seen, facts, appeal }) => (
      <>
        <span className={styles.name}>
          {REPORT_ACT_WORDS[act].label} · {reportTitle({ subject, reason })}
        </span>
        {seen === '' ? null : (
          <span className={styles.said}>
            <span className="faint">It was:</span> {seen.slice(0, SEEN_SHOWN)}
            {seen.length > SEEN_SHOWN ? '…' : ''}
          </span>
        )}
        <span className={styles.said}>
          <span className="faint">We found:</span> {facts}
        </span>
        <span className={styles.said}>
          <span className="faint">They say:</span> {appeal.body}
        </span>
      </>
    ),
  },
  { name: 'By', kind: 'person', cell: ({ person }) => <PersonLink person={person} /> },
  { name: 'Decided by', cell: ({ actor_name }) => actor_name },
  {
    name: 'Appealed',
    cell: ({ appeal }) => (appeal.at === null ? null : <Time value={appeal.at} />),
  },
  {
    name: 'Acts',
    kind: 'acts',
    cell: (row) => (
      <Allowed call="operator.answer_appeal">
        <Button size="sm" onClick={() => answer({ row, outcome: 'reversed' })}>
          Reverse
        </Button>
        <Button size="sm" variant="quiet" onClick={() => answer({ row, outcome: 'upheld' })}>
          Let it stand
        </Button>
      </Allowed>
    ),
  },
]

/** Appeals that wait for an answer, the oldest decision first. */
export function AppealsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.appeals', {})
  const [answering, setAnswering] = useState<Answering | null>(null)
  const act = useAct('operator.answer_appeal')
  const columns = useMemo(() => columnsWith(setAnswering), [])
  const words = OUTCOMES[answering?.outcome ?? 'upheld']
  return (
    <ConsoleList
      title="Appeals"
      text="People who think that a decision about them is wrong. Each decision can be appealed once."
      search={search}
      list={list}
      columns={columns}
      empty={{ title: 'No appeals', text: 'They appear here until they are answered.' }}
    >
      {answering === null ? null : (
        <ReasonDialog
          key={`${answering.row.id}-${answering.outcome}`}
          draft={`appeal-${answering.row.id}-${answering.outcome}`}
          title={words.title}
          confirm={words.button}
          done={words.done}
          label="Answer, for the person concerned"
          act={(answer) =>
            act.mutateAsync({
              params: { id: answering.row.id },
              body: { outcome: answering.outcome, answer },
            })
          }
          onClose={() => setAnswering(null)}
        >
          <p className="muted">{words.hint}</p>
        </ReasonDialog>
      )}
    </ConsoleList>
  )
}
