import { CornerUpLeft, PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { cancelledBefore, NOTHING_DUE, UNFUNDED } from '#contract/deal-sentences.ts'
import type { DealTold } from '#contract/deal-told.ts'
import { dealSentence } from '#contract/deal-words.ts'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import { releasesOnApproval, waitingForReview } from '#contract/open-work.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { isUnfunded } from '#web/payments/payment-words.ts'
import { firstName } from '#web/projects/project-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { CompareButton } from './CompareButton.tsx'
import styles from './Deliverable.module.css'
import { DeliverableCard } from './DeliverableCard.tsx'
import { DeliverableRow } from './DeliverableRow.tsx'
import { ReviewedDeliverables } from './ReviewedDeliverables.tsx'
import { ReviewCountdown } from './ReviewCountdown.tsx'
import type { useProjectDeliverables } from './use-deliverables.ts'

const ApproveDialog = lazyComponent(async () => (await import('./ApproveDialog.tsx')).ApproveDialog)
const RevisionDialog = lazyComponent(
  async () => (await import('./RevisionDialog.tsx')).RevisionDialog,
)

interface Props {
  project: ProjectDetail
  /** The deal, for its words. */
  told: DealTold
  query: ReturnType<typeof useProjectDeliverables>
  /** Undefined while it is unknown. */
  payment: Payment | null | undefined
}

/** The deliveries, for the owner: one to review open, the others as rows, then the reviewed ones. */
export function DeliverablesTab({ project, told, query, payment }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ about: Deliverable; act: 'approve' | 'revision' } | null>(
    null,
  )
  const now = useNow()
  const name = firstName(project.creator) ?? 'the creator'
  const cancelled = project.status === 'cancelled'
  const nothing = (text: string) => (
    <EmptyState
      icon={PackageOpen}
      title={cancelled ? 'No deliverables' : 'No deliverables yet'}
      text={cancelled ? cancelledBefore('delivered') : text}
    />
  )

  if (project.timeline.accepted_at === null)
    return nothing('Accept a creator first; their work appears here.')
  if (query.isPending) return <Loading />
  if (!query.data) {
    return <FailedNotice query={query} failed={() => 'The deliverables could not be loaded'} />
  }
  const all = query.data
  const waiting = waitingForReview(all)
  const reviewed = all.filter((one) => one.status !== 'pending')
  const returned = payment?.status === 'refunded'
  const open = waiting.find((one) => one.id === opened) ?? waiting[0]

  return (
    <div className={styles.tab}>
      {isUnfunded(payment) && !cancelled ? (
        <Notice tone="your-move" title={UNFUNDED}>
          {name} may deliver, but no money is held. Fund escrow on the Payment tab.
        </Notice>
      ) : null}
      {returned && !cancelled ? (
        <Notice title={dealSentence(told)} icon={CornerUpLeft}>
          {NOTHING_DUE}
        </Notice>
      ) : null}
      {all.length === 0 && !returned ? nothing(`${name} hands the work in here.`) : null}
      {open ? (
        <section>
          <div className="sec-head">
            <h2>To review</h2>
          </div>
          {open.review_from === null ? null : (
            <ReviewCountdown
              outcome={open.review_outcome}
              from={open.review_from}
              now={now}
              reader="owner"
              released={payment?.status === 'held_in_escrow' && releasesOnApproval(all, open.id)}
            />
          )}
          <DeliverableCard
            key={open.id}
            deliverable={open}
            creatorName={name}
            onApprove={() => setAsking({ about: open, act: 'approve' })}
            // A revision could not be delivered any more.
            onRequestRevision={returned ? null : () => setAsking({ about: open, act: 'revision' })}
            onLinkExpired={() => void query.refetch()}
          />
          {waiting.length > 1 ? (
            <div className={`card ${styles.rows}`}>
              {reviewed.length === 0 ? (
                <div className={styles.compare}>
                  <CompareButton versions={all} onLinkExpired={() => void query.refetch()} />
                </div>
              ) : null}
              {waiting
                .filter((one) => one.id !== open.id)
                .map((one) => (
                  <DeliverableRow
                    key={one.id}
                    deliverable={one}
                    action={
                      <Button size="sm" onClick={() => setOpened(one.id)}>
                        Review
                      </Button>
                    }
                  />
                ))}
            </div>
          ) : null}
        </section>
      ) : null}
      {reviewed.length > 0 ? (
        <ReviewedDeliverables
          reviewed={reviewed}
          all={all}
          onLinkExpired={() => void query.refetch()}
        />
      ) : null}
      {asking?.act === 'approve' ? (
        <ApproveDialog
          deliverable={asking.about}
          all={all}
          payment={payment ?? null}
          creatorName={name}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking?.act === 'revision' ? (
        <RevisionDialog
          deliverable={asking.about}
          creatorName={name}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  )
}
