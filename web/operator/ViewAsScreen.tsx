import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { Answer } from '#contract/schemas.ts'
import type { ViewAsCall } from '#contract/view-as.ts'
import { viewAsWords as words } from '#contract/view-as-words.ts'
import { messageOf } from '#web/api/errors.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { usePageHead } from '#web/page/head.ts'
import { shownStatus } from '#web/payments/payment-words.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { plainWord } from './console-words.ts'
import { Facts } from './RecordCells.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'
import { useAct } from './use-console.ts'
import { viewCall } from './view-call.ts'

/** How often the view is refetched, in ms. */
const LOOK_MS = 60_000

type View = Answer<'operator.begin_view'>

/**
 * Someone's deals and payments as they see them, under a banner that says so. A view is started from the person's page.
 */
export function ViewAsScreen() {
  const { id = '' } = useParams()
  const view = useLocation().state as View | null
  if (view === null) return <Navigate to={consolePaths.person(id)} replace />
  return <ViewPage view={view} personId={id} />
}

function ViewPage({ view, personId }: { view: View; personId: string }) {
  const { name, role, expires_at } = view
  usePageHead({ title: words.ask(name) })
  const navigate = useNavigate()
  const end = useAct('operator.end_view')
  async function onEnd() {
    try {
      await end.mutateAsync({ params: { id: view.id } })
      void navigate(consolePaths.person(personId))
    } catch (failure) {
      toast.error(messageOf(failure))
    }
  }
  return (
    <section className={styles.view} aria-label={words.ask(name)}>
      <div className={styles.viewFrame}>
        <p>
          <strong>{words.frame(name)}</strong> {words.until} <Time value={expires_at} exact />.
        </p>
        <Button busy={end.isPending} onClick={() => void onEnd()}>
          {words.end}
        </Button>
      </div>
      <h1>{name}</h1>
      <Shown
        view={view}
        title={words.counts}
        call={role === 'seller' ? 'dashboard.seller' : 'dashboard.creator'}
      >
        {(counts) => (
          <Facts
            facts={Object.entries(counts).map(([key, count]) => ({
              name: plainWord(key),
              value: String(count),
            }))}
          />
        )}
      </Shown>
      <Shown
        view={view}
        title={words.deals}
        call={role === 'seller' ? 'dashboard.waiting' : 'dashboard.moves'}
      >
        {(deals) => (
          <Rows
            label={words.deals}
            columns={dealColumns}
            rows={deals}
            keyOf={({ project }) => project.id}
          />
        )}
      </Shown>
      <Shown view={view} title={words.payments} call="payments.list">
        {(payments) => (
          <Rows
            label={words.payments}
            columns={paymentColumns}
            rows={payments}
            keyOf={({ id }) => id}
          />
        )}
      </Shown>
    </section>
  )
}

/** One of the person's own responses, under a heading. */
function Shown<K extends ViewAsCall>(props: {
  view: View
  title: string
  call: K
  children: (answer: Answer<K>) => ReactNode
}) {
  const { view, title, call, children } = props
  const query = useQuery({
    queryKey: ['view-as', view.id, call],
    queryFn: () => viewCall(view.id, call),
    // A view expires by itself, and its content disappears with it.
    refetchInterval: LOOK_MS,
    gcTime: 0,
    retry: false,
  })
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{title}</h2>
      </div>
      {query.isError ? (
        <p role="alert">{messageOf(query.error)}</p>
      ) : (
        <Loaded query={query} pending={<Loading />}>
          {children}
        </Loaded>
      )}
    </section>
  )
}

function Rows<Row>(props: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  return props.rows.length === 0 ? (
    <p className="muted">{words.nothing}</p>
  ) : (
    <RecordTable {...props} />
  )
}

const dealColumns: readonly Column<Answer<'dashboard.moves'>[number]>[] = [
  { name: 'Project', kind: 'wide', cell: ({ project }) => project.title },
  { name: 'State', cell: ({ project }) => <StatusBadge kind="project" status={project.status} /> },
  {
    name: 'Money',
    cell: ({ payment }) =>
      payment === null ? 'None yet' : <StatusBadge kind="payment" status={shownStatus(payment)} />,
  },
]

const paymentColumns: readonly Column<Answer<'payments.list'>[number]>[] = [
  { name: 'Project', kind: 'wide', cell: ({ project_title }) => project_title },
  {
    name: 'State',
    cell: (payment) => <StatusBadge kind="payment" status={shownStatus(payment)} />,
  },
  { name: 'Amount', kind: 'number', cell: ({ amount }) => formatUsd(amount) },
]
