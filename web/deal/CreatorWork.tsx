import { isFrozenState } from '#contract/deal-state.ts'
import { nextVersion } from '#contract/deal-told.ts'
import { uploadAside } from '#contract/deal-unavailable.ts'
import { approvalReleases } from '#contract/open-work.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { CurrentWork } from '#web/deliverables/CurrentWork.tsx'
import { DeliverSection } from '#web/deliverables/DeliverSection.tsx'
import { OwnDeliverables } from '#web/deliverables/OwnDeliverables.tsx'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pending } from '#web/ui/Loading.tsx'
import { creatorStage } from './creator-stage.ts'
import styles from './Project.module.css'
import { ProjectText } from './ProjectText.tsx'
import type { useDeal } from './use-deal.ts'

const RevisionBanner = lazyComponent(
  async () => (await import('#web/deliverables/RevisionBanner.tsx')).RevisionBanner,
  <Pending />,
  'creator',
)

/** What the running deal requires of its creator now: to work, to wait for the review, or to change something. */
export function CreatorWork({
  project,
  deal,
}: {
  project: ProjectDetail
  deal: ReturnType<typeof useDeal>
}) {
  const { told, payment, deliverables: query } = deal
  const stage = creatorStage(told.facts)
  const all = query.data ?? []
  const [newest] = all
  const onLinkExpired = () => void query.refetch()
  const releasedBy = (id: string) => approvalReleases(payment, all, id)
  const isLarge = stage === 'in_review' && newest !== undefined
  const isFolded = stage === 'in_review' || isFrozenState(deal.state ?? 'work')
  const version = nextVersion(told.facts)

  return (
    <>
      {stage === 'revision' ? <RevisionBanner told={told} deliverables={all} /> : null}
      {stage === 'to_do' ? (
        <section className={`card pad ${styles.brief}`} aria-label="Brief">
          <ProjectText project={project} />
        </section>
      ) : null}
      {isLarge ? (
        <CurrentWork
          key={newest.id}
          work={newest}
          all={all}
          released={releasedBy(newest.id)}
          onLinkExpired={onLinkExpired}
        />
      ) : null}
      <DeliverSection
        projectId={project.id}
        deadline={project.deadline}
        hasBrief={project.brief !== null}
        title={version === 1 ? 'Deliver your work' : `Deliver version ${version}`}
        collapsed={isFolded && deal.state ? uploadAside(deal.state) : null}
      />
      {query.data === undefined ? (
        <FailedNotice query={query} failed={() => 'Your deliverables could not be loaded'} />
      ) : null}
      {all.length > 0 ? (
        <OwnDeliverables
          rows={isLarge ? all.slice(1) : all}
          all={all}
          releasedBy={releasedBy}
          onLinkExpired={onLinkExpired}
        />
      ) : null}
    </>
  )
}
