import { Image, Send } from 'lucide-react'
import { Link } from 'react-router'
import type { ApplicationWithProject } from '#contract/application-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { useAuth } from '../api/session.tsx'
import { AccessDenied } from '../app/AccessDenied.tsx'
import { usePageHead } from '../app/head.ts'
import { paths } from '../paths.ts'
import { DueDay } from '../projects/ProjectCard.tsx'
import { categoryWord, countOf } from '../projects/project-words.ts'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Application.module.css'
import { useMyApplications } from './use-applications.ts'

/** My Applications: what a creator applied for, newest first (SPEC §2). */
export function MyApplicationsScreen() {
  const { role } = useAuth()
  if (role === 'seller') return <AccessDenied text="This page is only available to creators." />
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
          <p>{query.data ? countOf(query.data.length, 'application') : ' '}</p>
        </div>
      </div>
      <OwnApplicationList query={query} />
    </div>
  )
}

function OwnApplicationList({ query }: { query: ReturnType<typeof useMyApplications> }) {
  if (query.isPending) return <Loading />
  if (!query.data) {
    return (
      <EmptyState
        title="Error loading applications"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  if (query.data.length === 0) {
    return (
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
    )
  }
  return (
    <div className={`card ${styles.list}`}>
      {query.data.map((application) => (
        <OwnApplication key={application.id} application={application} />
      ))}
    </div>
  )
}

function OwnApplication({ application }: { application: ApplicationWithProject }) {
  const { project } = application
  const picture = project.product_images[0]
  return (
    <article className={styles.mine} aria-label={project.title}>
      {picture ? (
        <img className={styles.picture} src={picture} alt="" loading="lazy" />
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
      </div>
      <div className={styles.price}>
        <div className={styles.bid}>{formatUsd(application.proposed_price)}</div>
        <div className={`sm faint ${styles.against}`}>Budget {formatUsd(project.budget)}</div>
      </div>
      <p className={styles.message}>{application.message}</p>
    </article>
  )
}
