import { CircleAlert, Search, SearchX } from 'lucide-react'
import { PROJECT_LIMITS } from '#contract/projects.ts'
import { messageOf } from '../api/errors.ts'
import { usePageHead } from '../app/head.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterChip, FilterChips } from '../ui/FilterChip.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { categoryChoices, countOf } from './project-words.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid.tsx'
import styles from './ProjectsScreen.module.css'
import { useProjectFilter } from './use-project-filter.ts'
import { useActiveProjects } from './use-projects.ts'

/** Available Projects: what is open now, with search and categories (SPEC §2). */
export function ProjectsScreen() {
  usePageHead({ title: 'Available Projects' })
  const chosen = useProjectFilter()
  const list = useActiveProjects(chosen.filter)
  const total = list.data?.pages[0]?.total
  const narrowed = chosen.filter.q !== undefined || chosen.filter.category !== undefined

  return (
    <div className="page wrap">
      <div className="page-head">
        <div>
          <h1>Available Projects</h1>
          <p aria-hidden="true">
            {total === undefined ? ' ' : `${openProjects(total, narrowed)}, newest first.`}
          </p>
        </div>
      </div>
      <div className={styles.filters}>
        <div className={styles.search}>
          <TextInput
            type="search"
            icon={<Search aria-hidden="true" size={18} />}
            aria-label="Search projects"
            placeholder="Search title or description"
            maxLength={PROJECT_LIMITS.search}
            value={chosen.text}
            onChange={(event) => chosen.setText(event.target.value)}
          />
        </div>
        <FilterChips label="Category">
          <FilterChip pressed={!chosen.category} onClick={() => chosen.setCategory(undefined)}>
            All
          </FilterChip>
          {categoryChoices.map(({ value, word }) => (
            <FilterChip
              key={value}
              pressed={chosen.category === value}
              onClick={() => chosen.setCategory(value)}
            >
              {word}
            </FilterChip>
          ))}
        </FilterChips>
      </div>
      <p className="sr" role="status">
        {total === undefined ? '' : countOf(total, 'project')}
      </p>
      <ProjectList list={list} narrowed={narrowed} onClear={chosen.clear} />
    </div>
  )
}

interface ListProps {
  list: ReturnType<typeof useActiveProjects>
  narrowed: boolean
  onClear: () => void
}

function ProjectList({ list, narrowed, onClear }: ListProps) {
  if (list.isPending) return <ProjectGridSkeleton />
  if (list.isError) {
    return (
      <EmptyState
        icon={CircleAlert}
        title={`Error loading projects: ${messageOf(list.error)}`}
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    )
  }
  const projects = list.data.pages.flatMap((page) => page.projects)
  if (projects.length === 0) {
    return narrowed ? (
      <EmptyState
        icon={SearchX}
        title="No projects match"
        text="Try another word or category."
        action={<Button onClick={onClear}>Show all projects</Button>}
      />
    ) : (
      <EmptyState
        title="No projects available right now"
        text="Check back later for new opportunities"
      />
    )
  }
  return (
    <>
      <ProjectGrid>
        {projects.map((project) => (
          <ProjectCard key={project.id} project={project} seller={project.seller} />
        ))}
      </ProjectGrid>
      {list.hasNextPage ? (
        <div className={styles.more}>
          <Button
            busy={list.isFetchingNextPage}
            busyText="Loading..."
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      ) : null}
    </>
  )
}

function openProjects(total: number, narrowed: boolean): string {
  return countOf(total, narrowed ? 'matching project' : 'open project')
}
