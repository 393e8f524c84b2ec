import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import styles from './Deliverable.module.css'
import { DeliverableRow } from './DeliverableRow.tsx'
import { useNow } from '../ui/use-now.ts'
import { timeLeft } from './review.ts'
import type { useProjectDeliverables } from './use-deliverables.ts'

/** What the creator handed in, newest first; pending ones show how long the seller still has. */
export function OwnDeliverables({ query }: { query: ReturnType<typeof useProjectDeliverables> }) {
  const now = useNow()
  if (query.isPending) return null
  if (!query.data) {
    return (
      <EmptyState
        title="Your deliverables could not be loaded"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  if (query.data.length === 0) return null
  return (
    <section className={styles.own}>
      <div className="sec-head">
        <h2>My Deliverables</h2>
      </div>
      <div className={`card ${styles.rows} ${styles.first}`}>
        {query.data.map((one) => (
          <DeliverableRow
            key={one.id}
            deliverable={one}
            note={
              one.status === 'pending'
                ? `The seller reviews it: ${timeLeft(one.created_at, now)}`
                : undefined
            }
          />
        ))}
      </div>
    </section>
  )
}
