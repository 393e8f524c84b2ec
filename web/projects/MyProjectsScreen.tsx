import { FolderPlus, SearchX } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { PROJECT_STATUSES, type ProjectStatus } from '#contract/projects.ts'
import { useAuth } from '#web/api/session.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { SellerPanel } from './SellerPanel.tsx'
import { paths } from '#contract/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChip, FilterChips } from '#web/ui/FilterChip.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { statusBadge } from '#web/ui/status-badges.ts'
import { categoryWord, countOf } from './project-words.ts'
import styles from './ProjectCard.module.css'
import { type OwnGroup, groupHires, ownWords } from './own-groups.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { DealLine } from './DealLine.tsx'
import { DueDay, ProjectCardText, ProjectShot } from './ProjectCard.tsx'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid.tsx'
import { useMyProjects } from './use-projects.ts'
import { OffersWaiting } from '#web/offers/OffersWaiting.tsx'
import { WaitingForYou } from './WaitingForYou.tsx'

/** Only brands that hire several creators for one project have any. */
const OwnHires = lazyComponent(
  async () => (await import('./OwnHires.tsx')).OwnHires,
  null,
  'seller',
)

const BoardLink = lazyComponent(
  async () => (await import('./BoardLink.tsx')).BoardLink,
  null,
  'seller',
)

/** My Projects: the seller's own, each with its state and application count (SPEC §2). */
export function MyProjectsScreen() {
  const { role } = useAuth()
  return role === 'seller' ? <OwnProjects /> : <AccessDenied only="seller" />
}

function OwnProjects() {
  usePageHead({ title: 'My Projects' })
  const [search, setSearch] = useSearchParams()
  const status = PROJECT_STATUSES.find((one) => one === search.get('status'))
  const query = useMyProjects({ status })
  const choose = (next: ProjectStatus | undefined) =>
    setSearch(next ? { status: next } : {}, { replace: true, preventScrollReset: true })
  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>My Projects</h1>
          <p>{ownWords(query) || ' '}</p>
        </div>
      </div>
      <OffersWaiting reader="seller" />
      <WaitingForYou />
      <SellerPanel />
      <div className={styles.states}>
        <FilterChips label="State">
          <FilterChip pressed={status === undefined} onClick={() => choose(undefined)}>
            All
          </FilterChip>
          {PROJECT_STATUSES.map((one) => (
            <FilterChip key={one} pressed={status === one} onClick={() => choose(one)}>
              {statusBadge('project', one).word}
            </FilterChip>
          ))}
        </FilterChips>
      </div>
      <OwnProjectList query={query} narrowed={status !== undefined} />
    </div>
  )
}

interface ListProps {
  query: ReturnType<typeof useMyProjects>
  narrowed: boolean
}

function OwnProjectList({ query, narrowed }: ListProps) {
  return (
    <LoadedList
      query={query}
      pending={<ProjectGridSkeleton cards={3} />}
      failed={(message) => `Error loading projects: ${message}`}
      empty={
        narrowed ? (
          <EmptyState icon={SearchX} title="No projects in this state" />
        ) : (
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
        )
      }
    >
      {(projects) => (
        <>
          <ProjectGrid>
            {groupHires(projects).map(({ project, hires }) => (
              <OwnProjectCard key={project.id} project={project} hires={hires} />
            ))}
          </ProjectGrid>
          <MoreRows query={query} />
        </>
      )}
    </LoadedList>
  )
}

function OwnProjectCard({ project, hires }: OwnGroup) {
  const to = paths.project(project.id)
  return (
    <article className={styles.card} aria-label={project.title}>
      {/* The same link as View Details, for a click on the picture. */}
      <Link to={to} tabIndex={-1} aria-hidden="true">
        <ProjectShot src={project.product_images[0]} />
      </Link>
      <div className={styles.state}>
        {project.status === 'draft' && project.deal?.project.order_id ? (
          <Badge tone="yellow" glyph="clock">
            Ordered
          </Badge>
        ) : (
          <ProjectBadge project={project} />
        )}
      </div>
      <ProjectCardText
        title={<h2 title={project.title}>{project.title}</h2>}
        budget={formatUsd(project.budget)}
        description={project.description}
      />
      <DealLine deal={project.deal} reader="owner" />
      {hires.length > 0 ? <OwnHires hires={hires} to={to} /> : null}
      <div className={`meta ${styles.meta}`}>
        <span>{categoryWord(project.category)}</span>
        <DueDay deadline={project.deadline} />
        <span>{countOf(project.application_count, 'application')}</span>
      </div>
      <div className={styles.badges}>
        <ButtonLink size="sm" to={to} aria-label={`View Details of ${project.title}`}>
          View Details
        </ButtonLink>
        {project.hiring && project.status !== 'draft' ? <BoardLink project={project} /> : null}
      </div>
    </article>
  )
}
