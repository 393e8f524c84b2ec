import { Clock, CornerUpLeft } from 'lucide-react'
import { useEffect } from 'react'
import type { Application } from '#contract/application-schemas.ts'
import { NOTHING_DUE, NOTHING_MORE_DUE, UNFUNDED } from '#contract/deal-sentences.ts'
import { dealSentence } from '#contract/deal-words.ts'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { roundWords } from '#contract/round-words.ts'
import { isReturned, paymentFailures } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { SentApplication } from '#web/applications/SentApplication.tsx'
import { ContactSeller } from '#web/conversations/ContactSeller.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { isUnfunded } from '#web/payments/payment-words.ts'
import { PaymentCard } from '#web/payments/PaymentCard.tsx'
import { SecondPaymentNotice } from '#web/payments/SecondPaymentNotice.tsx'
import { RailCard } from '#web/projects/RailCard.tsx'
import { overWords, shopName, wantedWords } from '#web/projects/project-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lateComponent } from '#web/loading/late-component.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading, Pending } from '#web/ui/Loading.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Time } from '#web/ui/Time.tsx'
import { creatorStage, takesWork } from './creator-stage.ts'
import { Crumb } from './Crumb.tsx'
import styles from './Project.module.css'
import { ProjectCase } from './ProjectCase.tsx'
import { BriefCard, SellerCard } from './RailCards.tsx'
import { useDeal } from './use-deal.ts'

// Loaded as one part, so that later content does not push any of it down.
const CreatorWork = lazyComponent(
  async () => (await import('./CreatorWork.tsx')).CreatorWork,
  <Loading />,
)
const DoneWork = lazyComponent(async () => (await import('./DoneWork.tsx')).DoneWork, <Loading />)
const MoneyArrived = lazyComponent(
  async () => (await import('#web/payments/MoneyArrived.tsx')).MoneyArrived,
)
const ReturnPayment = lazyComponent(
  async () => (await import('#web/payments/ReturnPayment.tsx')).ReturnPayment,
  null,
  'creator',
)
const PaymentStatement = lazyComponent(
  async () => (await import('#web/payments/PaymentStatement.tsx')).PaymentStatement,
  <Pending />,
)
const DisputeFirst = lazyComponent(
  async () => (await import('#web/disputes/DisputeFirst.tsx')).DisputeFirst,
  <Pending />,
)
const Amendments = lateComponent(
  async () => (await import('#web/amendments/Amendments.tsx')).Amendments,
)
const ShipmentCard = lateComponent(
  async () => (await import('#web/shipping/ShipmentCard.tsx')).ShipmentCard,
)
const DisputeSection = lazyComponent(
  async () => (await import('#web/disputes/DisputeSection.tsx')).DisputeSection,
  <Pending />,
)

/** A project for its accepted creator: an open dispute, then what the deal's state requires. */
export function CreatorDealView({
  project,
  application,
}: {
  project: ProjectDetail
  application: Application
}) {
  const deal = useDeal(project, 'creator')
  const { payment, told, dispute } = deal
  const stage = creatorStage(told.facts)
  // Shown once money and work are known; loaded by then.
  useEffect(() => {
    CreatorWork.preload()
    DoneWork.preload()
  }, [])
  const running = project.status === 'in_progress'
  const reader = { side: 'creator', otherName: shopName(project.seller) } as const

  const amendments = (place: 'main' | 'rail') =>
    running ? (
      <Amendments
        projectId={project.id}
        reader="creator"
        otherName={reader.otherName}
        place={place}
      />
    ) : null

  const shipment = (place: 'main' | 'rail') => (
    <ShipmentCard
      projectId={project.id}
      reader="creator"
      otherName={reader.otherName}
      place={place}
      running={running}
    />
  )

  return (
    <div className={`page wrap ${styles.page}`}>
      <Crumb to={paths.myApplications}>My Applications</Crumb>
      <MoneyArrived projectId={project.id} />
      <ProjectCase
        project={project}
        track={deal.track}
        next={<ButtonLink to={paths.projects}>{overWords.browse}</ButtonLink>}
        brief={deal.disputePending || dispute !== undefined}
        action={<ContactSeller projectId={project.id} size="sm" className={styles.edit} />}
        facts={[
          ['Agreed price', formatUsd(application.proposed_price)],
          ['Deadline', <Time key="deadline" value={project.deadline} />],
          ...(project.rounds
            ? ([[roundWords.label, roundWords.used(project.rounds)]] as const)
            : []),
          ...(project.listing ? ([['Creators', wantedWords(project.listing)]] as const) : []),
          ...(project.timeline.accepted_at
            ? ([
                ['Accepted', <Time key="accepted" value={project.timeline.accepted_at} />],
              ] as const)
            : []),
        ]}
      />
      {deal.disputePending ? <Pending /> : null}
      {dispute && deal.state ? (
        <DisputeFirst dispute={dispute} state={deal.state} reader={reader} />
      ) : null}
      <div className={styles.cols}>
        <div className="stack">
          {amendments('main')}
          {shipment('main')}
          {deal.paymentFailed ? (
            <FailedNotice query={deal.paymentFailed} failed={() => paymentFailures.load} />
          ) : null}
          {isUnfunded(payment) && running ? (
            <Notice title={UNFUNDED} icon={Clock}>
              You may deliver now, but no money is held for it.
            </Notice>
          ) : null}
          {running && payment && isReturned(payment) ? (
            <Notice title={dealSentence(told)} icon={CornerUpLeft}>
              {payment.is_rest ? NOTHING_MORE_DUE : NOTHING_DUE}
            </Notice>
          ) : null}
          {payment ? <SecondPaymentNotice payment={payment} reader="creator" /> : null}
          {deal.paymentPending || deal.deliverables.isPending ? (
            <Pending />
          ) : takesWork(stage) ? (
            <CreatorWork project={project} deal={deal} />
          ) : (
            <DoneWork project={project} deal={deal} />
          )}
          {payment ? (
            <>
              <DisputeSection payment={payment} reader={reader} shownAbove={dispute?.id} />
              <PaymentStatement payment={payment} reader={reader} />
            </>
          ) : null}
        </div>
        <aside className={styles.rail} aria-label="About this project">
          {stage === 'done' && !payment?.disputed ? null : (
            // What the receipt says is not repeated beside it.
            <PaymentCard payment={payment} told={told}>
              <ReturnPayment payment={payment} />
            </PaymentCard>
          )}
          {shipment('rail')}
          {amendments('rail')}
          <SellerCard project={project} />
          {stage === 'to_do' ? null : <BriefCard project={project} />}
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
