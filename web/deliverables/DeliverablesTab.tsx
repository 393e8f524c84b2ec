import { CornerUpLeft, PackageOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  cancelledBefore,
  NOTHING_DUE,
  NOTHING_MORE_DUE,
  UNFUNDED,
} from '#contract/deal-sentences.ts'
import type { DealTold } from '#contract/deal-told.ts'
import { dealSentence } from '#contract/deal-words.ts'
import { approvalReleases, waitingForReview } from '#contract/open-work.ts'
import { paths } from '#contract/paths.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { isMoneyBack } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { DESERTED, isDeserted, isUnfunded } from '#web/payments/payment-words.ts'
import { NextStep } from '#web/projects/NextStep.tsx'
import { firstName } from '#web/projects/project-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useNow } from '#web/page/use-now.ts'
import styles from './Deliverable.module.css'
import { DeliverableCard } from './DeliverableCard.tsx'
import { ReviewedDeliverables } from './ReviewedDeliverables.tsx'
import { ReviewCountdown } from './ReviewCountdown.tsx'
import type { useProjectDeliverables } from './use-deliverables.ts'

const ApproveDialog = lazyComponent(async () => (await import('./ApproveDialog.tsx')).ApproveDialog)
const RevisionDialog = lazyComponent(
  async () => (await import('./RevisionDialog.tsx')).RevisionDialog,
)

interface Props {
  project: ProjectDetail
  /** The deal, for its wording. */
  told: DealTold
  query: ReturnType<typeof useProjectDeliverables>
  /** Undefined while it is unknown. */
  payment: Payment | null | undefined
}

/** The deliveries, for the owner: the one to review expanded, then the earlier ones as rows. */
export function DeliverablesTab({ project, told, query, payment }: Props) {
  const [asking, setAsking] = useState<{ id: string; act: 'approve' | 'revision' } | null>(null)
  const now = useNow()
  const name = firstName(project.creator) ?? 'the creator'
  const cancelled = project.status === 'cancelled'
  const nothing = (text: string, action?: ReactNode) => (
    <EmptyState
      icon={PackageOpen}
      title={cancelled ? 'No deliverables' : 'No deliverables yet'}
      text={cancelled ? cancelledBefore('delivered') : text}
      action={action}
    />
  )

  if (project.timeline.accepted_at === null)
    return nothing(
      'Accept a creator first; their work appears here.',
      <NextStep project={project} />,
    )
  if (query.isPending) return <Loading />
  if (!query.data) {
    return <FailedNotice query={query} failed={() => 'The deliverables could not be loaded'} />
  }
  const all = query.data
  const returned = isMoneyBack(payment)
  // Nothing was delivered then.
  const deserted = isDeserted(project, payment)
  const open = returned ? undefined : waitingForReview(all).at(-1)
  // The current state: a newer version may have replaced it while the dialog was open.
  const about = all.find(({ id }) => id === asking?.id)
  const toPayment = (
    <ButtonLink size="sm" to={paths.projectTab(project.id, 'payment')} preventScrollReset>
      Go to Payment
    </ButtonLink>
  )
  const reviewed = all.filter(({ status, decided }) => returned || decided || status !== 'pending')

  return (
    <div className={styles.tab}>
      {isUnfunded(payment) && !cancelled && !deserted ? (
        <Notice tone="your-move" title={UNFUNDED} actions={toPayment}>
          {name} may deliver, but no money is held.
        </Notice>
      ) : null}
      {returned && !cancelled ? (
        <Notice
          title={dealSentence(told)}
          icon={CornerUpLeft}
          actions={payment?.is_rest ? toPayment : undefined}
        >
          {payment?.is_rest ? NOTHING_MORE_DUE : NOTHING_DUE}
        </Notice>
      ) : null}
      {all.length === 0 && (!returned || cancelled)
        ? nothing(deserted ? DESERTED : `${name} hands the work in here.`)
        : null}
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
              released={approvalReleases(payment, all, open.id)}
            />
          )}
          <DeliverableCard
            key={open.id}
            deliverable={open}
            creatorName={name}
            disputed={told.facts.money?.inDispute === true}
            onApprove={() => setAsking({ id: open.id, act: 'approve' })}
            onRequestRevision={() => setAsking({ id: open.id, act: 'revision' })}
            onLinkExpired={() => void query.refetch()}
          />
        </section>
      ) : null}
      {reviewed.length > 0 ? (
        <ReviewedDeliverables
          reviewed={reviewed}
          all={all}
          creatorName={name}
          onLinkExpired={() => void query.refetch()}
        />
      ) : null}
      {about && asking?.act === 'approve' ? (
        <ApproveDialog
          deliverable={about}
          all={all}
          payment={payment ?? null}
          creatorName={name}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {about && asking?.act === 'revision' ? (
        <RevisionDialog deliverable={about} creatorName={name} onClose={() => setAsking(null)} />
      ) : null}
    </div>
  )
}
