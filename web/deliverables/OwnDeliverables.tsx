import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { releasesOnApproval } from '#contract/open-work.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { CompareButton } from './CompareButton.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import styles from './Deliverable.module.css'
import { Proofs } from './DeliverableCard.tsx'
import { DeliverableRow } from './DeliverableRow.tsx'
import { useNow } from '#web/ui/use-now.ts'
import type { useProjectDeliverables } from './use-deliverables.ts'

const ReviewCountdown = lazyComponent(
  async () => (await import('./ReviewCountdown.tsx')).ReviewCountdown,
)

/** The creator's deliveries, newest first; pending ones show how long the seller still has. */
export function OwnDeliverables({
  query,
  payment,
}: {
  query: ReturnType<typeof useProjectDeliverables>
  payment: Payment | null | undefined
}) {
  const now = useNow()
  if (query.isPending) return <div className="pending" />
  if (!query.data) {
    return <FailedNotice query={query} failed={() => 'Your deliverables could not be loaded'} />
  }
  if (query.data.length === 0) return null
  const all = query.data
  const held = payment?.status === 'held_in_escrow'
  const releasedBy = (id: string) => held && releasesOnApproval(all, id)
  return (
    <section className={styles.own}>
      <div className="sec-head">
        <h2>My Deliverables</h2>
        <CompareButton versions={all} onLinkExpired={() => void query.refetch()} />
      </div>
      <div className={`card ${styles.rows} ${styles.first}`}>
        {query.data.map((one) => (
          <DeliverableRow
            key={one.id}
            deliverable={one}
            note={
              <>
                <SentWith deliverable={one} />
                {one.status === 'pending' && one.review_from !== null ? (
                  <ReviewCountdown
                    outcome={one.review_outcome}
                    from={one.review_from}
                    now={now}
                    reader="creator"
                    released={releasedBy(one.id)}
                  />
                ) : null}
              </>
            }
          />
        ))}
      </div>
    </section>
  )
}

/** What accompanied a file: the creator's note, where it was posted and the proof of it. */
function SentWith({ deliverable }: { deliverable: Deliverable }) {
  const { notes, post_url, screenshot_url } = deliverable
  if (!notes && !post_url && !screenshot_url) return null
  return (
    <div className={styles.sentWith}>
      {notes ? (
        <div className={`quote ${styles.notes}`}>
          <span className="by">Your note</span>
          {notes}
        </div>
      ) : null}
      <Proofs deliverable={deliverable} />
    </div>
  )
}
