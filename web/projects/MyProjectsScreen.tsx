import { FolderPlus } from 'lucide-react'
import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { ProjectWithCount } from '#contract/project-schemas.ts'
import { useAuth } from '#web/api/session.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { SellerPanel } from './SellerPanel.tsx'
import { paths } from '#contract/paths.ts'
import { StatusBadge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { categoryWord, countOf, loadedWords } from './project-words.ts'
import styles from './ProjectCard.module.css'
import { DueDay, ProjectCardText, ProjectShot } from './ProjectCard.tsx'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid.tsx'
import { useMyProjects } from './use-projects.ts'

/** My Projects: the seller's own, each with its state and application count (SPEC §2). */
export function MyProjectsScreen() {
  const { role } = useAuth()
  return role === 'seller' ? <OwnProjects /> : <AccessDenied only="seller" />
}

function OwnProjects() {
  usePageHead({ title: 'My Projects' })
  const query = useMyProjects()
  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>My Projects</h1>
          <p>{loadedWords(query, 'project') || ' '}</p>
        </div>
      </div>
      <SellerPanel />
      <OwnProjectList query={query} />
    </div>
  )
}

function OwnProjectList({ query }: { query: ReturnType<typeof useMyProjects> }) {
  return (
    <LoadedList
      query={query}
      pending={<ProjectGridSkeleton cards={3} />}
      failed={(message) => `Error loading projects: ${message}`}
      empty={
        <EmptyState
          icon={FolderPlus}
          title="No projects yet"
          text="Posting is free. You fund the agreed price after you accept a creator."
          action={
            <ButtonLink variant="primary" to={paths.postProject}>
              Post Project
            </ButtonLink>
          }
        />
      }
    >
      {(projects) => (
        <>
          <ProjectGrid>
            {projects.map((project) => (
              <OwnProjectCard key={project.id} project={project} />
            ))}
          </ProjectGrid>
          <MoreRows query={query} />
        </>
      )}
    </LoadedList>
  )
}

function OwnProjectCard({ project }: { project: ProjectWithCount }) {
  const to = paths.project(project.id)
  return (
    <article className={styles.card} aria-label={project.title}>
      {/* The same way as View Details, for whoever clicks the picture. */}
      <Link to={to} tabIndex={-1} aria-hidden="true">
        <ProjectShot src={project.product_images[0]} />
      </Link>
      <ProjectCardText
        title={<h2>{project.title}</h2>}
        budget={formatUsd(project.budget)}
        description={project.description}
      />
      <div className={`meta ${styles.meta}`}>
        <span>{categoryWord(project.category)}</span>
        <DueDay deadline={project.deadline} />
        <span>{countOf(project.application_count, 'application')}</span>
      </div>
      <div className={`row between ${styles.badges}`}>
        <StatusBadge kind="project" status={project.status} />
        <ButtonLink size="sm" to={to} aria-label={`View Details of ${project.title}`}>
          View Details
        </ButtonLink>
      </div>
    </article>
  )
}
