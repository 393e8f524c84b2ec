import { Search, SearchX } from 'lucide-react'
import { useLocation } from 'react-router'
import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import { PROJECT_LIMITS, PROJECT_SORTS, type ProjectSort } from '#contract/projects.ts'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { SavedSearches } from '#web/saved-searches/SavedSearches.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterChip, FilterChips } from '#web/ui/FilterChip.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { categoryChoices, foundWords } from './project-words.ts'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectGrid, ProjectGridSkeleton } from './ProjectGrid.tsx'
import styles from './ProjectsScreen.module.css'
import { useProjectFilter } from './use-project-filter.ts'
import { useActiveProjects } from './use-projects.ts'

/** Each order's name in its list, and after the count. */
const sortWords: Record<ProjectSort, { choice: string; first: string }> = {
  newest: { choice: 'Newest first', first: 'newest first' },
  deadline: { choice: 'Deadline', first: 'nearest deadline first' },
  budget: { choice: 'Budget', first: 'highest budget first' },
  relevance: { choice: 'Best match', first: 'best match first' },
}

/** The number of cards in the widest grid's first row. */
const FIRST_ROW = 3

/** Available Projects: open projects, with search, categories and a sort order (SPEC §2). */
export function ProjectsScreen() {
  usePageHead({ title: 'Available Projects' })
  const chosen = useProjectFilter()
  const { key: place } = useLocation()
  const list = useActiveProjects(chosen.filter, place)
  const narrowed = chosen.filter.q !== undefined || chosen.filter.category !== undefined
  const count = foundWords(list.first, narrowed ? 'matching project' : 'open project')

  return (
    <div className="page wrap">
      <div className={cx('page-head', styles.head)}>
        <div className={styles.title}>
          <h1>Available Projects</h1>
          <p aria-hidden="true">
            <CountLine total={list.first?.total} count={count} sort={chosen.sort} />
          </p>
        </div>
        <div className={styles.sort}>
          <Select
            aria-label="Sort by"
            value={chosen.sort}
            onChange={(event) => chosen.setSort(event.target.value as ProjectSort)}
          >
            {PROJECT_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {sortWords[sort].choice}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <div className={styles.filters} role="search">
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
      <SavedSearches
        search={{ about: 'projects', q: chosen.filter.q, category: chosen.filter.category }}
        narrowed={narrowed}
      />
      <p className={cx('sr', list.isPlaceholderData && 'stale')} role="status">
        {foundWords(list.first, 'project')}
      </p>
      <ProjectList list={list} narrowed={narrowed} onClear={chosen.clear} />
    </div>
  )
}

interface CountLineProps {
  total: number | null | undefined
  count: string
  sort: ProjectSort
}

/** "24 open projects, newest first.": none or one have no order, and on phones the list of orders is beside it. */
function CountLine({ total, count, sort }: CountLineProps) {
  if (total == null) return null
  const order = total > 1 ? <span className="hide-m">, {sortWords[sort].first}</span> : null
  return (
    <>
      {count}
      {order}.
    </>
  )
}

interface ListProps {
  list: ReturnType<typeof useActiveProjects>
  narrowed: boolean
  onClear: () => void
}

function ProjectList({ list, narrowed, onClear }: ListProps) {
  return (
    <LoadedList
      query={list}
      pending={<ProjectGridSkeleton />}
      failed={(message) => `Error loading projects: ${message}`}
      empty={
        narrowed ? (
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
    >
      {(projects) => {
        // Only a first page that is also the last one contains near matches.
        const exact = projects.length - (list.first?.near ?? 0)
        return (
          <>
            <Cards projects={projects.slice(0, exact)} />
            {exact < projects.length ? (
              <>
                <p className={styles.near}>
                  {exact === 0
                    ? 'Nothing has exactly these words. These come near:'
                    : 'These come near:'}
                </p>
                <Cards projects={projects.slice(exact)} />
              </>
            ) : null}
            <MoreRows
              query={list}
              end={projects.length > PROJECT_LIMITS.page ? 'These are all of them.' : undefined}
            />
          </>
        )
      }}
    </LoadedList>
  )
}

function Cards({ projects }: { projects: readonly ProjectWithSeller[] }) {
  if (projects.length === 0) return null
  return (
    <ProjectGrid>
      {projects.map((project, index) => (
        <ProjectCard
          key={project.id}
          project={project}
          seller={project.seller}
          first={index < FIRST_ROW}
        />
      ))}
    </ProjectGrid>
  )
}
