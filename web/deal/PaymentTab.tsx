import { type ReactNode, useState } from 'react'
import { applicationFailures } from '#contract/applications.ts'
import { cancelledBefore } from '#contract/deal-sentences.ts'
import type { DealTold } from '#contract/deal-told.ts'
import { dealSentence, FROZEN_WORDS } from '#contract/deal-words.ts'
import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'
import { isReleasable } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useAcceptedApplication } from '#web/applications/use-applications.ts'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { useFeeTerms } from '#web/page/use-fee-terms.ts'
import { NextStep } from '#web/projects/NextStep.tsx'
import { firstName } from '#web/projects/project-words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading, Pending } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from '#web/payments/Payment.module.css'
import { PaymentBoard } from '#web/payments/PaymentBoard.tsx'
import { isDeserted } from '#web/payments/payment-words.ts'
import { SecondPaymentNotice } from '#web/payments/SecondPaymentNotice.tsx'

const DisputeSection = lazyComponent(
  async () => (await import('#web/disputes/DisputeSection.tsx')).DisputeSection,
  <Pending />,
)
const PaymentStatement = lazyComponent(
  async () => (await import('#web/payments/PaymentStatement.tsx')).PaymentStatement,
  <Pending />,
)
const LicenceCard = lazyComponent(
  async () => (await import('#web/deal-licence/LicenceCard.tsx')).LicenceCard,
)
const ReleaseDialog = lazyComponent(
  async () => (await import('#web/payments/ReleaseDialog.tsx')).ReleaseDialog,
)

interface Props {
  project: ProjectDetail
  payment: Payment | null
  /** The deal, for its wording. */
  told: DealTold
  /** Deliverables that wait for review. */
  waiting: number
  /** Lists them, and open revisions, where the money is about to be released. */
  openWork: ReactNode
  /** The open dispute, which is shown before the tabs. */
  disputeId: string | undefined
  /** True if the money arrived while the screen was open. */
  justFunded: boolean
}

/** A deal's money, for the owner: funds it, shows it held, releases it, and shows its statement. */
export function PaymentTab({
  project,
  payment,
  told,
  waiting,
  openWork,
  disputeId,
  justFunded,
}: Props) {
  const accepted = useAcceptedApplication(project.id, {
    enabled: project.timeline.accepted_at !== null,
  })
  const [releasing, setReleasing] = useState(false)
  const words = useReviewWords()
  const termsNow = useFeeTerms()
  const name = firstName(project.creator) ?? 'the creator'

  const cancelled = project.status === 'cancelled'
  const nothingCame = payment === null || (payment.status === 'failed' && !payment.turned_away)
  if (cancelled && nothingCame) {
    const before = project.timeline.accepted_at ? 'funded' : 'accepted'
    return <EmptyState title="Nothing was paid" text={cancelledBefore(before)} />
  }
  if (project.timeline.accepted_at === null) {
    return (
      <EmptyState
        title="Nothing to fund yet"
        text={`You fund the agreed price after you accept a creator. It stays in escrow until you approve the work. ${words('paying')}`}
        action={<NextStep project={project} />}
      />
    )
  }
  if (!payment && accepted.data === undefined) {
    if (accepted.isPending) return <Loading />
    return <FailedNotice query={accepted} failed={() => applicationFailures.load} />
  }
  const price = payment?.amount ?? accepted.data?.proposed_price ?? project.accepted_price ?? 0
  const held = payment?.status === 'held_in_escrow'

  return (
    <>
      <PaymentBoard
        projectId={project.id}
        applicationId={payment?.application_id ?? accepted.data?.id ?? null}
        payment={payment}
        told={told}
        cancelled={cancelled}
        deserted={isDeserted(project, payment)}
        price={price}
        terms={payment?.fee_terms ?? accepted.data?.fee_terms ?? termsNow}
        creatorName={name}
        justFunded={justFunded}
        onRelease={() => setReleasing(true)}
      />
      {payment?.disputed && payment.status === 'released' ? (
        <div className={styles.notice}>
          <Notice tone="danger" title={FROZEN_WORDS.bank}>
            {dealSentence(told)}
          </Notice>
        </div>
      ) : null}
      {payment && isReleasable(payment) && waiting > 0 ? (
        <div className={styles.notice}>
          <Notice tone="your-move" title={stillWaiting(waiting)}>
            You can release the payment now, but you can't take it back afterwards.
          </Notice>
        </div>
      ) : null}
      <SecondPaymentNotice payment={payment} reader="owner" />
      {payment ? (
        <>
          <DisputeSection
            payment={payment}
            reader={{ side: 'seller', otherName: name }}
            shownAbove={disputeId}
          />
          <PaymentStatement payment={payment} reader={{ side: 'seller', otherName: name }} />
          {payment.status === 'released' || payment.status === 'refunded' ? (
            <div className={styles.after}>
              <LicenceCard
                projectId={project.id}
                settled={payment.status === 'released'}
                reader="seller"
              />
            </div>
          ) : null}
        </>
      ) : null}
      {payment && releasing ? (
        <ReleaseDialog
          payment={payment}
          creatorName={name}
          openWork={openWork}
          onClose={() => setReleasing(false)}
        />
      ) : null}
      <p className="sr" role="status">
        {held ? `${formatUsd(price)} held in escrow` : ''}
      </p>
    </>
  )
}

const NUMBERS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
] as const

function stillWaiting(count: number): string {
  const number = NUMBERS[count] ?? String(count)
  return count === 1
    ? `${number} deliverable still waits for your review.`
    : `${number} deliverables still wait for your review.`
}
