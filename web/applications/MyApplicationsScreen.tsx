import { Image, Send } from 'lucide-react'
import { Link } from 'react-router'
import { applicationFailures } from '#contract/applications.ts'
import type { OwnApplication as Application } from '#contract/listed-deal-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { useAuth } from '#web/api/session.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { OffersWaiting } from '#web/offers/OffersWaiting.tsx'
import { paths } from '#contract/paths.ts'
import { DealLine } from '#web/projects/DealLine.tsx'
import { DueDay } from '#web/projects/ProjectCard.tsx'
import { categoryWord, loadedWords } from '#web/projects/project-words.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Application.module.css'
import { priceSince } from './price-words.ts'
import { useMyApplications } from './use-applications.ts'

/** My Applications: what a creator applied for, newest first (SPEC §2). */
export function MyApplicationsScreen() {
  const { role } = useAuth()
  if (role === 'seller') return <AccessDenied only="creator" />
  return <OwnApplications />
}

function OwnApplications() {
  usePageHead({ title: 'My Applications' })
  const query = useMyApplications()
  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>My Applications</h1>
          <p>{loadedWords(query, 'application') || ' '}</p>
        </div>
      </div>
      <OffersWaiting reader="creator" />
      <OwnApplicationList query={query} />
    </div>
  )
}

function OwnApplicationList({ query }: { query: ReturnType<typeof useMyApplications> }) {
  return (
    <LoadedList
      query={query}
      pending={<Loading />}
      failed={() => applicationFailures.load}
      empty={
        <EmptyState
          icon={Send}
          title="No applications yet"
          text="Find a project that suits you and apply."
          action={
            <ButtonLink variant="primary" to={paths.projects}>
              Browse Projects
            </ButtonLink>
          }
        />
      }
    >
      {(applications) => (
        <>
          <div className="card rows">
            {applications.map((application) => (
              <OwnApplication key={application.id} application={application} />
            ))}
          </div>
          <MoreRows query={query} />
        </>
      )}
    </LoadedList>
  )
}

function OwnApplication({ application }: { application: Application }) {
  const { project } = application
  const picture = project.product_images[0]
  return (
    <article className={styles.mine} aria-label={project.title}>
      {picture ? (
        <Picture className={styles.picture} src={picture} sizes="128px" alt="" loading="lazy" />
      ) : (
        <span className={styles.picture}>
          <Image size={20} aria-hidden="true" />
        </span>
      )}
      <div className="grow">
        <div className={`row ${styles.who}`}>
          <h2 className={styles.title}>
            <Link to={paths.project(project.id)}>{project.title}</Link>
          </h2>
          <StatusBadge kind="application" status={application.status} />
        </div>
        <div className={`meta ${styles.meta}`}>
          <span>
            <span>
              Applied <Time value={application.created_at} exact />
            </span>
          </span>
          <span>{categoryWord(project.category)}</span>
          <DueDay deadline={project.deadline} />
        </div>
        <DealLine deal={application.deal} reader="creator" />
      </div>
      <div className={styles.price}>
        <div className={styles.bid}>{formatUsd(application.first_price)}</div>
        <div className={`sm faint ${styles.against}`}>
          {priceSince(application) ?? `Budget ${formatUsd(project.budget)}`}
        </div>
      </div>
      <p className={styles.message}>{application.message}</p>
      {application.reject_note ? (
        <div className={styles.said}>
          <p className="sm muted">What the brand said</p>
          <p className="quote">{application.reject_note}</p>
        </div>
      ) : null}
    </article>
  )
}
