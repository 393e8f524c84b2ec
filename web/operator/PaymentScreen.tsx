import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { feeWords } from '#contract/fee-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { OperatorPayment } from '#contract/operator-record-schemas.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePageHead } from '#web/page/head.ts'
import { PURPOSE_LABELS } from '#contract/payment-purpose-words.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ActTable } from './ActTable.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { LoadedRecord } from './LoadedRecord.tsx'
import { plainWord } from './console-words.ts'
import { differenceColumns } from './difference-columns.tsx'
import { EventTable } from './EventTable.tsx'
import { Ledger } from './Ledger.tsx'
import { FlagBadges, Facts, PersonLink } from './RecordCells.tsx'
import { type Column, RecordTable } from './RecordTable.tsx'
import { webhookColumns } from './webhook-columns.tsx'

/** Loaded with the form that answers the bank; few payments are disputed by a bank. */
const BankDisputeSection = lazyComponent(
  async () => (await import('./BankDisputeSection.tsx')).BankDisputeSection,
  <Loading />,
  'nobody',
)

const BACK = <BackLink to={consolePaths.payments}>Payments</BackLink>

/** One payment with everything known about its money. */
export function PaymentScreen() {
  const { id = '' } = useParams()
  const query = useQuery({ ...apiQuery('operator.payment', { params: { id } }), staleTime: 0 })
  return (
    <LoadedRecord query={query} title="Payment" back={BACK}>
      {(payment) => <PaymentPage payment={payment} />}
    </LoadedRecord>
  )
}

function PaymentPage({ payment }: { payment: OperatorPayment }) {
  usePageHead({ title: `Payment for ${payment.project_title}` })
  return (
    <>
      {BACK}
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{formatUsd(payment.state_amount)}</h1>
            <StatusBadge kind="payment" status={payment.shown_status} />
            <FlagBadges flags={payment.flags} />
            {PURPOSE_LABELS[payment.purpose] === null ? null : (
              <span className="muted">{PURPOSE_LABELS[payment.purpose]}</span>
            )}
          </div>
          <span className={styles.id}>{payment.id}</span>
        </div>
      </div>
      <Facts facts={factsOf(payment)} />
      {payment.dispute_outcome === null ? null : <BankDisputeSection paymentId={payment.id} />}
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Ledger</h2>
        </div>
        <Ledger payment={payment} />
      </section>
      <Records
        title="Calls to the provider"
        empty="No call was written down"
        columns={operationColumns}
        rows={payment.operations}
        keyOf={({ number }) => number}
      />
      <Records
        title="Provider events"
        empty="No event speaks of this payment"
        columns={webhookColumns}
        rows={payment.webhooks}
        keyOf={({ id }) => id}
      />
      {payment.differences.length > 0 ? (
        <Records
          title="Differences"
          empty=""
          columns={differenceColumns}
          rows={payment.differences}
          keyOf={({ id }) => id}
        />
      ) : null}
      <section className={styles.section}>
        <div className="sec-head">
          <h2>Timeline</h2>
        </div>
        <EventTable label="Timeline" events={payment.events} />
      </section>
      {payment.acts.length > 0 ? (
        <section className={styles.section}>
          <div className="sec-head">
            <h2>What operators did</h2>
          </div>
          <ActTable label="What operators did" acts={payment.acts} />
        </section>
      ) : null}
    </>
  )
}

function Records<Row>(props: {
  title: string
  empty: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}) {
  const { title, empty, columns, rows, keyOf } = props
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>{title}</h2>
      </div>
      {rows.length === 0 ? (
        <p className="muted">{empty}.</p>
      ) : (
        <RecordTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
      )}
    </section>
  )
}

function factsOf(payment: OperatorPayment) {
  const moment = (value: string | null) => (value === null ? 'No' : <Time value={value} exact />)
  return [
    {
      name: 'Project',
      value: (
        <Link className={styles.name} to={consolePaths.project(payment.project_id)}>
          {payment.project_title}
        </Link>
      ),
    },
    { name: 'Brand', value: <PersonLink person={payment.seller} /> },
    { name: 'Creator', value: <PersonLink person={payment.creator} /> },
    { name: 'Charged', value: formatUsd(payment.amount) },
    ...(payment.agreed_refund === 0
      ? []
      : [
          {
            name:
              payment.amount - payment.state_amount < payment.agreed_refund
                ? 'To return as agreed'
                : 'Returned as agreed',
            value: formatUsd(payment.agreed_refund),
          },
        ]),
    {
      name: 'Split',
      value: `${formatUsd(payment.creator_amount)} creator, ${formatUsd(payment.fee_amount)} fee`,
    },
    { name: 'Fee terms', value: feeWords(payment.fee_terms)('fee') },
    { name: 'Paid with', value: payment.payment_method ?? 'Not known' },
    { name: 'Attempt', value: payment.attempt },
    { name: 'Started', value: moment(payment.created_at) },
    { name: 'Funded', value: moment(payment.funded_at) },
    { name: 'Released', value: moment(payment.released_at) },
    { name: 'Refunded', value: moment(payment.refunded_at) },
    ...(payment.failure === null ? [] : [{ name: 'Failure', value: payment.failure }]),
    ...(payment.dispute_outcome === null
      ? []
      : [{ name: 'Bank dispute', value: plainWord(payment.dispute_outcome) }]),
    ...payment.provider_objects.map(({ name, provider_id }) => ({
      name,
      value: <span className={styles.id}>{provider_id}</span>,
    })),
  ]
}

type Operation = OperatorPayment['operations'][number]
const operationColumns: readonly Column<Operation>[] = [
  {
    name: 'Call',
    cell: ({ kind, attempt }) => (
      <span className={styles.name}>
        {plainWord(kind)} <span className="muted">attempt {attempt}</span>
      </span>
    ),
  },
  { name: 'State', cell: ({ state }) => plainWord(state) },
  {
    name: 'Key',
    kind: 'wide',
    cell: ({ idempotency_key, provider_id, failure }) => (
      <>
        <span className={styles.id}>{idempotency_key}</span>
        {provider_id ? <span className={`${styles.id} ${styles.sub}`}>{provider_id}</span> : null}
        {failure ? <span className={styles.error}>{failure}</span> : null}
      </>
    ),
  },
  {
    name: 'Sent',
    // Only a release and a refund store when they were sent, after a last look for what stops them.
    cell: ({ sent_at }) => (sent_at === null ? '' : <Time value={sent_at} exact />),
  },
  {
    name: 'Settled',
    cell: ({ settled_at }) => (settled_at === null ? 'Not yet' : <Time value={settled_at} exact />),
  },
]
