import type { OperatorDeliveries } from '#contract/operator-record-schemas.ts'
import { numberText } from '#contract/number-text.ts'
import {
  DELIVERY_COUNT_DAYS,
  type DeliveryOutcome,
  EVENT_BYTES,
  RECENT_DELIVERY_DAYS,
} from '#contract/webhook-deliveries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { type Column, RecordTable } from './RecordTable.tsx'
import { useDeliveries } from './use-console.ts'

type Counted = OperatorDeliveries['outcomes'][number]

const words: Record<DeliveryOutcome, { name: string; text: string }> = {
  accepted: { name: 'Accepted', text: 'Signed with our secret' },
  no_signature: { name: 'No signature', text: 'Not from Stripe, which signs everything' },
  wrong_signature: {
    name: 'Wrong signature',
    text: 'Signed with another secret, or changed on the way',
  },
  wrong_time: {
    name: 'Wrong time',
    text: 'Signed with our secret, more than five minutes ago or ahead',
  },
  malformed: { name: 'Malformed', text: 'Could not be read' },
  too_large: { name: 'Too large', text: `More than ${EVENT_BYTES / 1_024} KiB` },
}

const columns: readonly Column<Counted>[] = [
  {
    name: 'Outcome',
    kind: 'wide',
    cell: ({ outcome }) => (
      <>
        <span className={styles.name}>{words[outcome].name}</span>
        <span className={`muted ${styles.sub}`}>{words[outcome].text}</span>
      </>
    ),
  },
  { name: 'Today', kind: 'number', cell: ({ today }) => numberText(today) },
  {
    name: `${RECENT_DELIVERY_DAYS} days`,
    kind: 'number',
    cell: ({ recent }) => numberText(recent),
  },
  { name: `${DELIVERY_COUNT_DAYS} days`, kind: 'number', cell: ({ kept }) => numberText(kept) },
  { name: 'First', cell: ({ first_at }) => <Moment value={first_at} /> },
  { name: 'Last', cell: ({ last_at }) => <Moment value={last_at} /> },
]

function Moment({ value }: { value: string | null }) {
  return value === null ? <span className="muted">Never</span> : <Time value={value} exact />
}

/**
 * The outcomes of deliveries, including the refused ones, which are not among the events. Renders nothing until loaded.
 */
export function WebhookDeliveries() {
  const { data } = useDeliveries()
  if (data === undefined) return null
  return (
    <>
      <section className={styles.lead}>
        <div className="sec-head">
          <h2>Deliveries</h2>
        </div>
        <div className="stack">
          <WrongSecret outcomes={data.outcomes} />
          <RecordTable
            label="Deliveries"
            columns={columns}
            rows={data.outcomes}
            keyOf={({ outcome }) => outcome}
          />
          <p className="sm muted">
            Days are UTC. Refused deliveries are counted; their content is not stored.
          </p>
        </div>
      </section>
      <div className="sec-head">
        <h2>Events</h2>
      </div>
    </>
  )
}

/** Shown while the latest deliveries have a wrong signature, as after a failed rotation. */
function WrongSecret({ outcomes }: { outcomes: readonly Counted[] }) {
  const lastOf = (wanted: DeliveryOutcome) =>
    outcomes.find(({ outcome }) => outcome === wanted)?.last_at ?? null
  const accepted = lastOf('accepted')
  const wrong = lastOf('wrong_signature')
  if (wrong === null || (accepted !== null && accepted >= wrong)) return null
  return (
    <Notice tone="yellow" title="The latest deliveries have a wrong signature">
      {accepted === null ? (
        'None has been accepted yet. '
      ) : (
        <>
          None has been accepted since <Time value={accepted} exact />.{' '}
        </>
      )}
      If the signing secret was changed, compare STRIPE_WEBHOOK_SECRET with the secrets of both
      endpoints at Stripe. If Stripe reports no failed deliveries, someone else sent them.
    </Notice>
  )
}
