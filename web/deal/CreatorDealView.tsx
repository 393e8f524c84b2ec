import { Clock, CornerUpLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { Application } from '#contract/application-schemas.ts'
import { NOTHING_DUE, UNFUNDED } from '#contract/deal-sentences.ts'
import { dealSentence } from '#contract/deal-words.ts'
import { formatUsd } from '#contract/money.ts'
import { paymentFailures } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { SentApplication } from '#web/applications/SentApplication.tsx'
import { OwnDeliverables } from '#web/deliverables/OwnDeliverables.tsx'
import { isUnfunded } from '#web/payments/payment-words.ts'
import { PaymentCard } from '#web/payments/PaymentCard.tsx'
import { ReturnPayment } from '#web/payments/ReturnPayment.tsx'
import { SecondPaymentNotice } from '#web/payments/SecondPaymentNotice.tsx'
import { RailCard } from '#web/projects/RailCard.tsx'
import { paths } from '#contract/paths.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ContactSeller } from '#web/conversations/ContactSeller.tsx'
import { Crumb } from './Crumb.tsx'
import styles from './Project.module.css'
import { ProjectCase } from './ProjectCase.tsx'
import { BriefCard, SellerCard } from './RailCards.tsx'
import { shopName } from '#web/projects/project-words.ts'
import { useDeal } from './use-deal.ts'

const DeliverableForm = lazyComponent(
  async () => (await import('#web/deliverables/DeliverableForm.tsx')).DeliverableForm,
  <Loading />,
)
const PaymentStatement = lazyComponent(
  async () => (await import('#web/payments/PaymentStatement.tsx')).PaymentStatement,
)

const DisputeSection = lazyComponent(
  async () => (await import('#web/disputes/DisputeSection.tsx')).DisputeSection,
)

/** A project for its accepted creator: where the deal stands, the delivery form, and what was delivered. */
export function CreatorDealView({
  project,
  application,
}: {
  project: ProjectDetail
  application: Application
}) {
  const deal = useDeal(project, 'creator')
  // Shown once the payment is known; preloaded by then, so it does not push the deliveries down.
  useEffect(() => DeliverableForm.preload(), [])
  const unfunded = isUnfunded(deal.payment)
  const running = project.status === 'in_progress'
  const returned = deal.payment?.status === 'refunded'
  const reader = { side: 'creator', otherName: shopName(project.seller) } as const

  return (
    <div className={`page wrap ${styles.page}`}>
      <Crumb to={paths.myApplications}>My Applications</Crumb>
      <ProjectCase
        project={project}
        track={deal.track}
        action={<ContactSeller projectId={project.id} className={styles.edit} />}
        facts={[
          ['Agreed price', formatUsd(application.proposed_price)],
          ['Deadline', <Time key="deadline" value={project.deadline} />],
          ...(project.timeline.accepted_at
            ? ([
                ['Accepted', <Time key="accepted" value={project.timeline.accepted_at} />],
              ] as const)
            : []),
        ]}
      />
      <div className={styles.cols}>
        <div className="stack">
          {deal.paymentFailed ? (
            <FailedNotice query={deal.paymentFailed} failed={() => paymentFailures.load} />
          ) : null}
          {unfunded && running ? (
            <Notice title={UNFUNDED} icon={Clock}>
              You may deliver now, but no money is held for it.
            </Notice>
          ) : null}
          {running && returned ? (
            <Notice title={dealSentence(deal.told)} icon={CornerUpLeft}>
              {NOTHING_DUE}
            </Notice>
          ) : null}
          {deal.payment ? <SecondPaymentNotice payment={deal.payment} reader="creator" /> : null}
          {running && !deal.paymentPending && !returned ? (
            <DeliverableForm projectId={project.id} deadline={project.deadline} />
          ) : null}
          {deal.paymentPending ? (
            <div className="pending" />
          ) : (
            <OwnDeliverables query={deal.deliverables} payment={deal.payment} />
          )}
          {deal.payment ? (
            <>
              <DisputeSection payment={deal.payment} reader={reader} />
              <PaymentStatement payment={deal.payment} reader={reader} />
            </>
          ) : null}
        </div>
        <aside className={styles.rail} aria-label="About this project">
          <PaymentCard payment={deal.payment} told={deal.told}>
            <ReturnPayment payment={deal.payment} />
          </PaymentCard>
          <SellerCard project={project} />
          <BriefCard project={project} />
          <RailCard title="Your application">
            <div className={`stack ${styles.sent}`}>
              <SentApplication application={application} />
            </div>
          </RailCard>
        </aside>
      </div>
    </div>
  )
}
