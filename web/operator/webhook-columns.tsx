import type { OperatorWebhook } from '#contract/operator-record-schemas.ts'
import type { WebhookState } from '#contract/operator.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { Pairs } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { RowAct } from './RowAct.tsx'

function StateBadge({ state }: { state: WebhookState }) {
  if (state === 'waiting')
    return (
      <Badge tone="yellow" glyph="clock">
        Waiting
      </Badge>
    )
  // Concerns someone else's object on the same Stripe account.
  if (state === 'ignored')
    return (
      <Badge tone="gray" glyph="dashed-ring">
        Not ours
      </Badge>
    )
  return (
    <Badge tone="green" glyph="check">
      Applied
    </Badge>
  )
}

/** A provider event in a table of the console. */
export const webhookColumns: readonly Column<OperatorWebhook>[] = [
  {
    name: 'Event',
    kind: 'wide',
    cell: ({ type, id }) => (
      <>
        <span className={styles.name}>{type}</span>
        <span className={`${styles.id} ${styles.sub}`}>{id}</span>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ state }) => <StateBadge state={state} />,
  },
  { name: 'Says', kind: 'wide', cell: ({ facts }) => <Pairs facts={facts} /> },
  { name: 'Received', cell: ({ received_at }) => <Time value={received_at} exact /> },
  {
    name: 'Process again',
    kind: 'acts',
    cell: ({ number, type }) => (
      <RowAct
        call="operator.apply_webhook"
        number={number}
        word="Process again"
        title={`Process ${type} again`}
        done="The event is processed again"
        text="The object is read again at the provider. What was already applied stays as it is."
      />
    ),
  },
]
