import { approvalReleases } from '#contract/open-work.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { OwnDeliverables } from '#web/deliverables/OwnDeliverables.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Receipt } from '#web/payments/Receipt.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import type { useDeal } from './use-deal.ts'

const DealReviewCard = lazyComponent(
  async () => (await import('#web/reputation/DealReviewCard.tsx')).DealReviewCard,
  <Pending />,
)

const LicenceCard = lazyComponent(
  async () => (await import('#web/deal-licence/LicenceCard.tsx')).LicenceCard,
  <Pending />,
)

/** What the creator keeps when nothing more is to be handed in: the receipt, the licence and the work. */
export function DoneWork({
  project,
  deal,
}: {
  project: ProjectDetail
  deal: ReturnType<typeof useDeal>
}) {
  const { told, payment, deliverables: query } = deal
  const all = query.data ?? []
  return (
    <>
      {payment?.status === 'released' ? (
        <>
          <Receipt payment={payment} title={project.title} brand={told.brand} />
          <LicenceCard projectId={project.id} settled reader="creator" />
        </>
      ) : null}
      {payment?.status === 'released' || payment?.status === 'refunded' ? (
        <DealReviewCard projectId={project.id} />
      ) : null}
      {query.data === undefined ? (
        <FailedNotice query={query} failed={() => 'Your deliverables could not be loaded'} />
      ) : null}
      <OwnDeliverables
        rows={all}
        all={all}
        settled={payment?.status === 'released' || payment?.status === 'refunded'}
        releasedBy={(id) => approvalReleases(payment, all, id)}
        onLinkExpired={() => void query.refetch()}
      />
    </>
  )
}
