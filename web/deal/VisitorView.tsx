import type { ComponentProps } from 'react'
import type { Application } from '#contract/application-schemas.ts'
import { applicationFailures } from '#contract/applications.ts'
import { formatUsd } from '#contract/money.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { APPLICATION_ID } from '#web/applications/application-id.ts'
import { ApplicationPanel } from '#web/applications/ApplicationPanel.tsx'
import { paths } from '#contract/paths.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { formatShortDay } from '#web/ui/dates.ts'
import { EscrowKey } from '#web/ui/EscrowKey.tsx'
import { EscrowTrack, type TrackStep } from '#web/ui/EscrowTrack.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { ContactSeller } from '#web/conversations/ContactSeller.tsx'
import { Crumb } from './Crumb.tsx'
import { Facts } from './Facts.tsx'
import { Gallery } from './Gallery.tsx'
import styles from './Project.module.css'
import { ProjectBadge } from '#web/projects/ProjectBadge.tsx'
import { categoryWord, shopName, wantedWords } from '#web/projects/project-words.ts'
import { ProjectText } from './ProjectText.tsx'

const ReportButton = lazyComponent(
  async () => (await import('#web/reports/ReportButton.tsx')).ReportButton,
  null,
  'members',
)
const HiddenProject = lazyComponent(
  async () => (await import('#web/reports/HiddenProject.tsx')).HiddenProject,
  null,
  'nobody',
)
const Offers = lazyComponent(
  async () => (await import('#web/offers/Offers.tsx')).Offers,
  null,
  'creator',
)

const ProjectLicence = lazyComponent(
  async () => (await import('#web/licences/ProjectLicence.tsx')).ProjectLicence,
)

interface Props {
  project: ProjectDetail
  /** The reader's own application, if any. */
  application: Application | null
  /** Set when the application is unknown: then nothing is offered. */
  failed: ComponentProps<typeof FailedNotice>['query'] | null
  /** True for creators: only they see the form, learn how they get paid, and are allowed to write to the brand. */
  mayApply: boolean
}

/** A project for someone who is allowed to apply, or is just looking. */
export function VisitorView({ project, application, failed, mayApply }: Props) {
  const open = project.status === 'active' && application === null && failed === null && mayApply
  /** The reader can no longer be hired for it. */
  const isOver = project.status !== 'active' || application?.status === 'rejected'
  return (
    <div className={`page wrap ${styles.page}`}>
      {application === null ? (
        <Crumb to={paths.projects}>Available Projects</Crumb>
      ) : (
        <Crumb to={paths.myApplications}>My Applications</Crumb>
      )}
      <div className={`${styles.cols} ${mayApply ? styles.apply : ''}`}>
        <Brief project={project} forCreator={mayApply} mayBePaid={mayApply && !isOver} />
        {mayApply ? (
          <aside className={styles.rail} aria-label="Your application">
            {failed ? (
              <FailedNotice query={failed} failed={() => applicationFailures.load} />
            ) : (
              <ApplicationPanel project={project} application={application}>
                {application ? (
                  <Offers
                    applicationId={application.id}
                    reader="creator"
                    otherName={shopName(project.seller)}
                    isOpen={application.status === 'pending' && project.status === 'active'}
                  />
                ) : null}
              </ApplicationPanel>
            )}
            {isOver ? <ButtonLink to={paths.projects}>Browse Projects</ButtonLink> : null}
          </aside>
        ) : null}
      </div>
      {open ? (
        <div className={styles.bar}>
          <div>
            <div className="xs faint">Budget</div>
            <div className="strong num">{formatUsd(project.budget)}</div>
          </div>
          <a className={buttonClass({ variant: 'primary' })} href={`#${APPLICATION_ID}`}>
            Apply to This Project
          </a>
        </div>
      ) : null}
    </div>
  )
}

interface BriefProps {
  project: ProjectDetail
  forCreator: boolean
  mayBePaid: boolean
}

function Brief({ project, forCreator, mayBePaid }: BriefProps) {
  const { seller } = project
  return (
    <div className={styles.brief}>
      <Gallery images={project.product_images} title={project.title} />
      <div className={`row gap3 ${project.product_images.length > 0 ? styles.status : ''}`}>
        <ProjectBadge project={project} />
        <span className="sm muted">{categoryWord(project.category)}</span>
      </div>
      <h1 className={styles.title}>{project.title}</h1>
      <Facts
        spread
        facts={[
          ['Budget', formatUsd(project.budget)],
          ['Deadline', <Time key="deadline" value={project.deadline} />],
          ['Applications', project.application_count],
          ...(project.hiring ? ([['Creators', wantedWords(project.hiring)]] as const) : []),
        ]}
      />
      <div className={`row gap3 ${styles.shop}`}>
        <Avatar name={shopName(seller)} src={seller.avatar_url} kind="shop" size={44} />
        <div className="grow">
          <div className="strong">{shopName(seller)}</div>
          {seller.company_name ? <div className="sm muted">{seller.name}</div> : null}
        </div>
        {forCreator ? <ContactSeller projectId={project.id} /> : null}
      </div>
      {project.hidden ? <HiddenProject isOwner={false} /> : null}
      <ProjectText project={project} />
      <ProjectLicence terms={project.licence} />
      {mayBePaid ? (
        <>
          <h2>How you get paid</h2>
          <div className={styles.paid}>
            <EscrowTrack fold={false} steps={payoutSteps(project.deadline)} />
          </div>
        </>
      ) : null}
      <p className={styles.report}>
        <ReportButton subject="project" id={project.id} />
      </p>
    </div>
  )
}

function payoutSteps(deadline: string): TrackStep[] {
  const number = (value: number) => <span className="xs">{value}</span>
  return [
    { label: 'You are accepted', when: 'Brand decides', state: 'todo', mark: number(1) },
    {
      label: 'Brand funds escrow',
      when: 'Before you start',
      state: 'todo',
      held: true,
      mark: <EscrowKey state="held" size={12} color="currentColor" />,
    },
    {
      label: 'You deliver',
      when: `By ${formatShortDay(deadline)}`,
      state: 'todo',
      held: true,
      mark: number(3),
    },
    {
      label: 'Brand approves',
      when: `Within ${REVIEW_WINDOW_TEXT}`,
      state: 'todo',
      mark: number(4),
    },
  ]
}
