import { isFrozenState } from '#contract/deal-state.ts'
import { Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { paymentFailures } from '#contract/payments.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import type { AcceptProps } from '#web/applications/AcceptDialog.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { PaymentCard } from '#web/payments/PaymentCard.tsx'
import { useJustFunded, usePaymentNews } from '#web/payments/use-payment-news.ts'
import { roundWords } from '#contract/round-words.ts'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { cx } from '#web/ui/cx.ts'
import { lateComponent } from '#web/loading/late-component.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading, Pending } from '#web/ui/Loading.tsx'
import { TabPanel, Tabs } from '#web/ui/Tabs.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Crumb } from './Crumb.tsx'
import { type Tab, TABS, tabOfMoment } from './owner-tab.ts'
import styles from './Project.module.css'
import { ProjectCase } from './ProjectCase.tsx'
import { BriefCard, CreatorCard } from './RailCards.tsx'
import { PublishProject } from '#web/projects/PublishProject.tsx'
import { isEditable, overWords } from '#web/projects/project-words.ts'
import { useDeal } from './use-deal.ts'

const ApplicationsTab = lazyComponent(
  async () => (await import('#web/applications/ApplicationsTab.tsx')).ApplicationsTab,
  <Loading />,
)
const AfterYouAccept = lazyComponent(
  async () => (await import('#web/applications/AfterYouAccept.tsx')).AfterYouAccept,
  <Pending />,
)
const ProposedPrices = lazyComponent(
  async () => (await import('#web/applications/ProposedPrices.tsx')).ProposedPrices,
  <Pending />,
)
const PaymentTab = lazyComponent(
  async () => (await import('./PaymentTab.tsx')).PaymentTab,
  <Loading />,
)
const DeliverablesTab = lazyComponent(
  async () => (await import('#web/deliverables/DeliverablesTab.tsx')).DeliverablesTab,
  <Loading />,
)
const OpenWork = lazyComponent(
  async () => (await import('#web/deliverables/OpenWork.tsx')).OpenWork,
)
const WorkTiles = lazyComponent(async () => (await import('#web/profiles/WorkTiles.tsx')).WorkTiles)
const DealReviewCard = lazyComponent(
  async () => (await import('#web/reputation/DealReviewCard.tsx')).DealReviewCard,
  <Pending />,
)
const KeepTemplate = lazyComponent(
  async () => (await import('#web/briefs/KeepTemplate.tsx')).KeepTemplate,
)
const Amendments = lateComponent(
  async () => (await import('#web/amendments/Amendments.tsx')).Amendments,
)
const ShipmentCard = lateComponent(
  async () => (await import('#web/shipping/ShipmentCard.tsx')).ShipmentCard,
)
const HiddenProject = lazyComponent(
  async () => (await import('#web/reports/HiddenProject.tsx')).HiddenProject,
)
const HireAgain = lazyComponent(
  async () => (await import('#web/projects/HireAgain.tsx')).HireAgain,
  <Pending />,
)
// The sheet and its pictures arrive together: the sheet must not grow under the finger.
const AcceptDialog = lazyComponent(async () => {
  const [{ AcceptDialog: Sheet }, { WorkPictures }] = await Promise.all([
    import('#web/applications/AcceptDialog.tsx'),
    import('#web/profiles/WorkPictures.tsx'),
  ])
  return (props: AcceptProps) => <Sheet {...props} Works={WorkPictures} />
})
const DisputeFirst = lazyComponent(
  async () => (await import('#web/disputes/DisputeFirst.tsx')).DisputeFirst,
  <Pending />,
)
const preloadTabs = () => {
  for (const tab of [ApplicationsTab, PaymentTab, DeliverablesTab]) tab.preload()
}

/** A project for its owner: the deal so far, and the actions on applications, money and deliverables. */
export function OwnerView({ project }: { project: ProjectDetail }) {
  const deal = useDeal(project, 'owner')
  const [tab, setTab] = useTab(project)
  const justFunded = useJustFunded(deal.payment)
  usePaymentNews(deal.payment)
  const failedPayment = deal.paymentFailed ? (
    <FailedNotice query={deal.paymentFailed} failed={() => paymentFailures.load} />
  ) : null
  const held = deal.payment?.status === 'held_in_escrow'
  // Approve and Release Payment come before the product, which may be a long card, so that no one has to scroll past
  // it.
  const decides = tab === 'payment' ? held : tab === 'deliverables' && deal.waiting.length > 0
  const amendments = (place: 'main' | 'rail') =>
    project.status === 'in_progress' ? (
      <Amendments
        projectId={project.id}
        reader="seller"
        otherName={deal.told.creator}
        place={place}
        // On that tab it is placed above Release Payment.
        besidePrimary={tab === 'payment' && held}
      />
    ) : null
  const shipment = (place: 'main' | 'rail') => (
    <ShipmentCard
      projectId={project.id}
      reader="seller"
      otherName={deal.told.creator}
      place={place}
      running={project.status === 'in_progress'}
      plannable={
        project.order_id === null &&
        (project.status === 'in_progress'
          ? deal.deliverables.data?.length === 0
          : isEditable(project))
      }
    />
  )
  // For a settled deal: a review that needs an action comes before the money, a finished one after its statement.
  const isSettled = deal.payment?.status === 'released' || deal.payment?.status === 'refunded'
  const reviews = (only: 'asking' | 'over') =>
    isSettled ? <DealReviewCard projectId={project.id} only={only} /> : null
  // Shown once the payment is known; the other tabs fetch their own data immediately.
  useEffect(() => {
    if (tab === 'payment') PaymentTab.preload()
  }, [tab])

  return (
    <div className={`page wrap ${styles.page}`}>
      {project.listing ? (
        <Crumb to={paths.project(project.listing.id)} of={paths.myProjects}>
          {project.listing.title}
        </Crumb>
      ) : (
        <Crumb to={paths.myProjects}>My Projects</Crumb>
      )}
      <ProjectCase
        project={project}
        track={deal.track}
        next={
          // The brief of an order is its package's.
          project.order_id === null ? (
            <ButtonLink variant="tonal" to={paths.postAgain(project.id)}>
              {overWords.postAgain}
            </ButtonLink>
          ) : null
        }
        brief={deal.disputePending || deal.dispute !== undefined}
        action={
          isEditable(project) ? (
            <div className={cx('row gap2', project.status === 'draft' && styles.acting)}>
              <ButtonLink size="sm" to={paths.editProject(project.id)} className={styles.edit}>
                <Pencil size={15} aria-hidden="true" />
                Edit Project
              </ButtonLink>
              <PublishProject project={project} />
            </div>
          ) : null
        }
        facts={[
          ['Budget', formatUsd(project.budget)],
          ['Deadline', <Time key="deadline" value={project.deadline} />],
          project.rounds
            ? [roundWords.label, roundWords.used(project.rounds)]
            : ['Applications', project.application_count],
          [
            project.timeline.posted_at ? 'Posted' : 'Created',
            <Time key="posted" value={project.timeline.posted_at ?? project.created_at} />,
          ],
        ]}
      />
      {project.hidden ? <HiddenProject isOwner /> : null}
      {deal.disputePending ? <Pending /> : null}
      {deal.dispute && deal.state ? (
        <DisputeFirst
          dispute={deal.dispute}
          state={deal.state}
          reader={{ side: 'seller', otherName: deal.told.creator }}
        />
      ) : null}
      <Tabs
        label="Project"
        onIntent={preloadTabs}
        className={styles.tabs}
        value={tab}
        onValueChange={(value) => setTab(value as Tab)}
        tabs={[
          { value: 'applications', label: 'Applications', count: project.application_count },
          { value: 'payment', label: 'Payment' },
          {
            value: 'deliverables',
            label: 'Deliverables',
            // Once the money has gone, an answer no longer moves anything.
            count: isSettled ? undefined : deal.waiting.length,
            // While the deal is frozen, no one is asked for a review: its clock is paused.
            waiting: !isFrozenState(deal.state ?? 'work'),
          },
        ]}
      >
        <div className={styles.cols}>
          <div className="stack">
            {amendments('main')}
            {decides ? null : shipment('main')}
            <TabPanel value="applications">
              <ApplicationsTab project={project} AcceptDialog={AcceptDialog} Tiles={WorkTiles} />
            </TabPanel>
            <TabPanel value="payment">
              {failedPayment}
              {reviews('asking')}
              {deal.paymentPending ? <Loading /> : null}
              {deal.payment === undefined ? null : (
                <PaymentTab
                  project={project}
                  payment={deal.payment}
                  told={deal.told}
                  waiting={deal.waiting.length}
                  openWork={<OpenWork waiting={deal.waiting} revisions={deal.revisions} />}
                  disputeId={deal.dispute?.id}
                  justFunded={justFunded}
                />
              )}
              {reviews('over')}
            </TabPanel>
            <TabPanel value="deliverables">
              <div className="stack">
                {failedPayment}
                {deal.paymentPending ? (
                  <Loading />
                ) : (
                  <DeliverablesTab
                    project={project}
                    told={deal.told}
                    query={deal.deliverables}
                    payment={deal.payment}
                  />
                )}
              </div>
            </TabPanel>
            {decides ? shipment('main') : null}
          </div>
          <aside className={styles.rail} aria-label="About this project">
            {tab === 'applications' ? <ProposedPrices project={project} /> : null}
            {tab === 'applications' && project.status === 'active' ? <AfterYouAccept /> : null}
            {tab === 'deliverables' && project.creator ? (
              <PaymentCard payment={deal.payment} told={deal.told} />
            ) : null}
            {tab !== 'applications' && project.creator ? (
              <CreatorCard
                project={project}
                creator={project.creator}
                note={
                  project.timeline.accepted_at ? (
                    <>
                      Accepted <Time value={project.timeline.accepted_at} />
                    </>
                  ) : null
                }
              />
            ) : null}
            {shipment('rail')}
            {amendments('rail')}
            {project.status === 'completed' ? <HireAgain project={project} /> : null}
            <BriefCard project={project}>
              {project.brief ? <KeepTemplate projectId={project.id} title={project.title} /> : null}
            </BriefCard>
          </aside>
        </div>
      </Tabs>
    </div>
  )
}

/**
 * The open tab: from the address, otherwise by the deal's state when the screen opens. It never changes by itself.
 */
function useTab(project: ProjectDetail): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams()
  const [first] = useState(() => tabOfMoment(project.timeline))
  const asked = TABS.find((one) => one === search.get('tab'))
  return [asked ?? first, (tab) => setSearch({ tab }, { replace: true, preventScrollReset: true })]
}
