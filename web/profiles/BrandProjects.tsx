import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { ProjectCard } from '#web/projects/ProjectCard.tsx'
import { ProjectGrid, ProjectGridSkeleton } from '#web/projects/ProjectGrid.tsx'
import { useBrandProjects } from '#web/projects/use-projects.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { brandWords as words } from './brand-words.ts'
import styles from './Profile.module.css'

/** A brand's open projects on its public page, for people who are signed in. */
export function BrandProjects({ brandId }: { brandId: string }) {
  const query = useBrandProjects(brandId)
  return (
    <section className={styles.projects} data-members="">
      <h2>{words.open}</h2>
      <LoadedList
        query={query}
        pending={<ProjectGridSkeleton cards={2} />}
        empty={<EmptyState title={words.noneOpen} />}
      >
        {(projects) => (
          <>
            <ProjectGrid>
              {projects.map((project) => (
                <ProjectCard key={project.id} project={project} heading="h3" />
              ))}
            </ProjectGrid>
            <MoreRows query={query} />
          </>
        )}
      </LoadedList>
    </section>
  )
}
