import { Link } from 'react-router'
import type { OperatorDifference } from '#contract/operator-record-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { plainWord } from './console-words.ts'
import { ProposalCard } from './ProposalCard.tsx'
import type { Column } from './RecordTable.tsx'
import { ResolveDifference } from './ResolveDifference.tsx'
import { RowAct } from './RowAct.tsx'
import { useAct } from './use-console.ts'

/** A difference between Stripe's books and ours in a table of the console. */
export const differenceColumns: readonly Column<OperatorDifference>[] = [
  {
    name: 'Difference',
    kind: 'wide',
    cell: ({ kind, detail, provider_id, proposal }) => (
      <>
        <span className={styles.name}>{plainWord(kind)}</span>
        <span className={styles.sub}>{detail}</span>
        <span className={`${styles.id} ${styles.sub}`}>{provider_id}</span>
        {proposal === null ? null : <ProposalCard proposal={proposal} />}
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ resolved_at }) =>
      resolved_at === null ? (
        <Badge tone="yellow" glyph="clock">
          Open
        </Badge>
      ) : (
        <Badge tone="green" glyph="check">
          Resolved
        </Badge>
      ),
  },
  {
    name: 'Payment',
    cell: ({ payment_id }) =>
      payment_id === null ? (
        'None'
      ) : (
        <Link className={styles.name} to={consolePaths.payment(payment_id)}>
          Open payment
        </Link>
      ),
  },
  {
    name: 'Owner',
    kind: 'wide',
    cell: ({ own, owner_name, note }) => (
      <>
        {own ? 'You' : (owner_name ?? 'No one')}
        {note ? <span className={styles.sub}>{note}</span> : null}
      </>
    ),
  },
  { name: 'Found', cell: ({ found_at }) => <Time value={found_at} exact /> },
  { name: 'Acts', kind: 'acts', cell: (difference) => <DifferenceActs difference={difference} /> },
]

function DifferenceActs({ difference }: { difference: OperatorDifference }) {
  const take = useAct('operator.take_difference')
  const { id: number, kind, own, resolved_at, proposal } = difference
  async function onTake() {
    try {
      await take.mutateAsync({ params: { number } })
      toast.success('You look after it now')
    } catch (error) {
      toast.error(messageOf(error))
    }
  }
  return (
    <Allowed call="operator.take_difference">
      {own || resolved_at !== null ? null : (
        <Button size="sm" variant="quiet" busy={take.isPending} onClick={() => void onTake()}>
          Take
        </Button>
      )}
      <RowAct
        call="operator.note_difference"
        number={number}
        word="Note"
        title={`Note on ${plainWord(kind).toLowerCase()}`}
        done="Noted"
        text="Everyone who looks after the books reads it."
        label="Note"
        quiet
      />
      {resolved_at === null && proposal === null ? (
        <ResolveDifference difference={difference} />
      ) : null}
    </Allowed>
  )
}
