import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { OperatorDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_REASONS } from '#contract/dispute-reasons.ts'
import { formatUsd } from '#contract/money.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { usePageHead } from '#web/page/head.ts'
import { DisputeEvidence } from '#web/disputes/DisputeEvidence.tsx'
import { DecisionCard, type SideNames, Statements } from '#web/disputes/DisputeParts.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Time } from '#web/ui/Time.tsx'
import { LINKS_RENEWED_MS } from '#web/uploads/links-renewed.ts'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { LoadedRecord } from './LoadedRecord.tsx'
import { DisputeBadge } from './DisputeBadge.tsx'
import { Facts, PersonLink } from './RecordCells.tsx'

/** Only an open dispute is decided, and only after its statements are read. */
const Decide = lazyComponent(
  async () => (await import('./Decide.tsx')).Decide,
  <Loading />,
  'nobody',
)

const BACK = <BackLink to={consolePaths.disputes}>Disputes</BackLink>

/** One dispute: the statements of both sides, the deal's own records, and the decision. */
export function DisputeScreen() {
  const { id = '' } = useParams()
  const query = useQuery({
    ...apiQuery('operator.dispute', { params: { id } }),
    staleTime: 0,
    refetchInterval: LINKS_RENEWED_MS,
  })
  return (
    <LoadedRecord query={query} title="Dispute" back={BACK}>
      {(dispute) => <DisputePage dispute={dispute} />}
    </LoadedRecord>
  )
}

function DisputePage({ dispute }: { dispute: OperatorDispute }) {
  usePageHead({ title: `Dispute about ${dispute.project_title}` })
  const names = {
    seller: dispute.seller.company_name ?? dispute.seller.name,
    creator: dispute.creator.name,
  }
  return (
    <>
      {BACK}
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h1>{dispute.project_title}</h1>
            <DisputeBadge status={dispute.status} />
          </div>
          <span className={styles.id}>{dispute.id}</span>
        </div>
      </div>
      <Facts facts={factsOf(dispute, names)} />
      <section className={styles.section} aria-labelledby="dispute-statements">
        <div className="sec-head">
          <h2 id="dispute-statements">What they say</h2>
        </div>
        <div className="stack">
          {dispute.statements.length === 0 ? (
            <p className="muted">Neither side has stated anything.</p>
          ) : null}
          <Statements dispute={dispute} names={names} />
          <DecisionCard dispute={dispute} creatorName={names.creator} />
          {dispute.status === 'awaiting_answer' || dispute.status === 'awaiting_decision' ? (
            <Decide dispute={dispute} creatorName={names.creator} />
          ) : null}
        </div>
      </section>
      <section className={styles.section} aria-labelledby="dispute-evidence">
        <div className="sec-head">
          <h2 id="dispute-evidence">Evidence</h2>
        </div>
        <DisputeEvidence disputeId={dispute.id} reader="operator" names={names} />
      </section>
    </>
  )
}

function factsOf(dispute: OperatorDispute, names: SideNames) {
  const moment = (value: string | null) =>
    value === null ? 'Not yet' : <Time value={value} exact />
  return [
    { name: 'Money', value: formatUsd(dispute.amount) },
    {
      name: 'Payment',
      value: (
        <Link className={styles.name} to={consolePaths.payment(dispute.payment_id)}>
          <StatusBadge kind="payment" status={dispute.payment_status} />
        </Link>
      ),
    },
    {
      name: 'Project',
      value: (
        <Link className={styles.name} to={consolePaths.project(dispute.project_id)}>
          {dispute.project_title}
        </Link>
      ),
    },
    { name: 'Brand', value: <PersonLink person={dispute.seller} /> },
    { name: 'Creator', value: <PersonLink person={dispute.creator} /> },
    { name: 'About', value: DISPUTE_REASONS[dispute.reason].label },
    {
      name: 'Opened by',
      value: dispute.opened_by === 'system' ? 'The clock' : names[dispute.opened_by],
    },
    { name: 'Opened', value: moment(dispute.opened_at) },
    { name: 'Answer by', value: moment(dispute.answer_by) },
    { name: 'Answered', value: moment(dispute.answered_at) },
  ]
}
