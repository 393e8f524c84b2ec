import type { OperatorJob } from '#contract/operator-record-schemas.ts'
import { JOB_STATES, OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { plainWord } from './console-words.ts'
import { Pairs } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { RowAct } from './RowAct.tsx'
import { useConsoleList } from './use-console.ts'

const columns: readonly Column<OperatorJob>[] = [
  {
    name: 'Job',
    kind: 'wide',
    cell: ({ task, facts }) => (
      <>
        <span className={styles.name}>{task}</span>
        <Pairs facts={facts} />
      </>
    ),
  },
  { name: 'State', cell: ({ state }) => <JobState state={state} /> },
  {
    name: 'Tries',
    kind: 'number',
    cell: ({ attempts, max_attempts }) => `${attempts} of ${max_attempts}`,
  },
  {
    name: 'Last error',
    kind: 'wide',
    cell: ({ last_error }) => <span className={styles.error}>{last_error}</span>,
  },
  {
    name: 'Next try',
    cell: ({ state, run_at }) => (state === 'given_up' ? 'None' : <Time value={run_at} exact />),
  },
  { name: 'Acts', kind: 'acts', cell: (job) => <JobActs job={job} /> },
]

const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'state',
    choices: JOB_STATES.map((value) => ({ value, word: plainWord(value) })),
  },
]

/** Jobs that failed and are retried, or were given up. */
export function JobsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.jobs', {
    q: search.asked,
    state: search.choice('state', JOB_STATES),
  })
  return (
    <ConsoleList
      title="Failed jobs"
      text="Jobs that failed. They are retried with increasing delays, then given up."
      search={search}
      searchFor="Task, like payments.release"
      filters={filters}
      list={list}
      columns={columns}
      empty={{ title: 'No job has failed', text: 'What fails is listed here until it succeeds.' }}
    />
  )
}

function JobState({ state }: { state: OperatorJob['state'] }) {
  if (state === 'given_up')
    return (
      <Badge tone="red" glyph="cross">
        Given up
      </Badge>
    )
  return (
    <Badge tone="yellow" glyph="clock">
      {state === 'running' ? 'Running' : 'Retrying'}
    </Badge>
  )
}

function JobActs({ job }: { job: OperatorJob }) {
  return (
    <>
      <RowAct
        call="operator.retry_job"
        number={job.id}
        word="Retry"
        title={`Retry ${job.task}`}
        done="The job runs again"
        text="Runs now, with a fresh set of retries."
      />
      {job.state === 'given_up' ? null : (
        <RowAct
          call="operator.give_up_job"
          number={job.id}
          word="Give up"
          title={`Give up ${job.task}`}
          done="The job is given up"
          text="It is not retried automatically. Its work stays undone until someone retries it."
          destructive
          quiet
        />
      )}
    </>
  )
}
