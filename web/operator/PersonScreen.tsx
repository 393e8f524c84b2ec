import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import type { OperatorPerson } from '#contract/operator-record-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { paths } from '#contract/paths.ts'
import { countOf } from '#web/projects/project-words.ts'
import { deviceName } from '#contract/device-name.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ActTable } from './ActTable.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { LoadedRecord } from './LoadedRecord.tsx'
import { plainWord, roleWords } from './console-words.ts'
import { paymentColumns } from './payment-columns.tsx'
import { PersonActs } from './PersonActs.tsx'
import { PersonState } from './PersonState.tsx'
import { projectColumns } from './project-columns.tsx'
import { Facts } from './RecordCells.tsx'
import { sanctionColumns } from './report-cells.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'
import { useConsoleList } from './use-console.ts'

const BACK = <BackLink to={consolePaths.people}>People</BackLink>

/** One person: account, deals, payments, sessions, decisions and operators' acts. */
export function PersonScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...apiQuery('operator.person', { params: { id } }), staleTime: 0 })
  return (
    <LoadedRecord query={query} title="Person" back={BACK}>
      {(person) => <PersonPage person={person} />}
    </LoadedRecord>
  )
}

function PersonPage({ person }: { person: OperatorPerson }) {
  usePageHead({ title: person.name })
  return (
    <>
      {BACK}
      <div className={styles.head}>
        <div className="row gap3">
          <Avatar
            name={person.company_name ?? person.name}
            src={person.avatar_url}
            kind={person.role === 'seller' ? 'shop' : 'person'}
            size={64}
          />
          <div>
            <div className={styles.title}>
              <h1>{person.name}</h1>
              <PersonState person={person} />
            </div>
            <span className={styles.id}>{person.id}</span>
          </div>
        </div>
        <PersonActs person={person} />
      </div>
      <Facts facts={factsOf(person)} />
      <PersonDeals id={person.id} />
      <PersonPayments id={person.id} />
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Signed in</h2>
        </div>
        {person.sessions.length === 0 ? (
          <p className="muted">Signed in nowhere.</p>
        ) : (
          <RecordTable
            label="Signed in"
            columns={sessionColumns}
            rows={person.sessions}
            keyOf={({ id }) => id}
          />
        )}
      </section>
      <PersonSanctions id={person.id} />
      <PersonActivity id={person.id} />
    </>
  )
}

const factsOf = (person: OperatorPerson) => [
  { name: 'Email', value: person.email || 'Removed' },
  {
    name: 'Role',
    value: (
      <>
        {roleWords[person.role]}
        {person.operator ? ', operator' : ''} ·{' '}
        <Link className="link" to={paths.publicProfile(person.id)}>
          Public profile
        </Link>
      </>
    ),
  },
  { name: 'Company', value: person.company_name ?? 'None' },
  { name: 'Joined', value: <Time value={person.created_at} exact /> },
  {
    name: 'Last sign-in',
    value: person.last_sign_in_at ? <Time value={person.last_sign_in_at} exact /> : 'Never',
  },
  {
    name: 'Signs in by',
    value: `${person.ways.map(plainWord).join(', ') || 'Nothing'}${
      person.second_factors > 0 ? ' and authenticator app' : ''
    }`,
  },
  {
    name: 'Payout account',
    value: person.payout_account ? (
      <>
        {person.payout_account.ready ? 'Ready' : 'Not ready'}
        <span className={styles.sub}>{person.payout_account.provider_id}</span>
      </>
    ) : (
      'None'
    ),
  },
  { name: 'Customer at the provider', value: person.customer_provider_id ?? 'None' },
  {
    name: 'So far',
    value: [
      countOf(person.counts.projects, 'project'),
      countOf(person.counts.applications, 'application'),
      countOf(person.counts.deliverables, 'deliverable'),
    ].join(', '),
  },
]

type SessionRow = OperatorPerson['sessions'][number]
const sessionColumns: readonly Column<SessionRow>[] = [
  { name: 'Where', cell: ({ user_agent }) => deviceName(user_agent) },
  { name: 'Second factor', cell: ({ second_factor }) => (second_factor ? 'Yes' : 'No') },
  { name: 'Signed in', cell: ({ created_at }) => <Time value={created_at} exact /> },
  { name: 'Last used', cell: ({ refreshed_at }) => <Time value={refreshed_at} exact /> },
]

function PersonDeals({ id }: { id: string }) {
  const list = useConsoleList('operator.projects', { person: id })
  return (
    <Records title="Deals" none="No deals yet" list={list}>
      {(rows) => (
        <RecordTable label="Deals" columns={projectColumns} rows={rows} keyOf={(row) => row.id} />
      )}
    </Records>
  )
}

function PersonPayments({ id }: { id: string }) {
  const list = useConsoleList('operator.payments', { person: id })
  return (
    <Records title="Payments" none="No payments yet" list={list}>
      {(rows) => (
        <RecordTable
          label="Payments"
          columns={paymentColumns}
          rows={rows}
          keyOf={(row) => row.id}
        />
      )}
    </Records>
  )
}

function PersonSanctions({ id }: { id: string }) {
  const list = useConsoleList('operator.sanctions', { person: id })
  return (
    <Records title="Decisions" none="Nothing was decided about this person" list={list}>
      {(rows) => (
        <RecordTable
          label="Decisions"
          columns={sanctionColumns}
          rows={rows}
          keyOf={(row) => row.id}
        />
      )}
    </Records>
  )
}

function PersonActivity({ id }: { id: string }) {
  const list = useConsoleList('operator.activity', { subject: 'person', subject_id: id })
  return (
    <Records title="What operators did" none="Nothing was done to this account" list={list}>
      {(rows) => <ActTable label="What operators did" acts={rows} />}
    </Records>
  )
}

interface RecordsProps<Row> {
  title: string
  /** The empty state's text. */
  none: string
  list: ComponentProps<typeof MoreRows>['query'] & ComponentProps<typeof LoadedList<Row>>['query']
  children: (rows: readonly Row[]) => ReactNode
}

/** One of a person's lists, page by page. */
function Records<Row>({ title, none, list, children }: RecordsProps<Row>) {
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{title}</h2>
      </div>
      <LoadedList query={list} pending={<Loading />} empty={<p className="muted">{none}.</p>}>
        {(rows) => (
          <>
            {children(rows)}
            <MoreRows query={list} />
          </>
        )}
      </LoadedList>
    </section>
  )
}
