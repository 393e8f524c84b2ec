import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import type { ProjectWithSeller } from '#contract/project-schemas.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { cx } from '#web/ui/cx.ts'
import { paths } from '#contract/paths.ts'
import { ProjectShot, ShopSign } from '#web/projects/ProjectCard.tsx'
import card from '#web/projects/ProjectCard.module.css'
import { categoryWord } from '#web/projects/project-words.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './RecentProjects.module.css'

interface Props {
  query: UseQueryResult<{ projects: ProjectWithSeller[] }>
}

/** Recent Projects: up to three active ones, or a note that there are none (SPEC §2). */
export function RecentProjects({ query }: Props) {
  return (
    <section className={styles.section}>
      <div className="sec-head">
        <h2>Recent Projects</h2>
        <Link className="link" to={paths.projects}>
          View All Projects
        </Link>
      </div>
      <Cards query={query} />
    </section>
  )
}

function Cards({ query }: Props) {
  return (
    <Loaded
      query={query}
      pending={
        <SkeletonGroup className={styles.list}>
          {[0, 1, 2].map((place) => (
            <Skeleton key={place} ratio="4 / 3" radius="var(--radius-lg)" />
          ))}
        </SkeletonGroup>
      }
      failed={(message) => `Error loading projects: ${message}`}
    >
      {({ projects }) =>
        projects.length === 0 ? (
          <EmptyState
            title="No projects available right now"
            text="Check back later for new opportunities"
          />
        ) : (
          <div className={styles.list}>
            {projects.map((project) => (
              <RecentProject key={project.id} project={project} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function RecentProject({ project }: { project: ProjectWithSeller }) {
  return (
    <article className={card.card}>
      <ProjectShot src={project.product_images[0]} />
      <div className={card.top}>
        <h3>{project.title}</h3>
        <span className={card.budget}>{formatUsd(project.budget)}</span>
      </div>
      <div className={styles.foot}>
        <div className="meta">
          <ShopSign seller={project.seller} />
          <span>{categoryWord(project.category)}</span>
          <span>
            {/* One element, because the flex gap would separate the words. */}
            <span>
              Due <Time value={project.deadline} />
            </span>
          </span>
        </div>
        {/* The link lies over the whole card. */}
        <Link className={cx('link', styles.view)} to={paths.project(project.id)}>
          View<span className="sr"> {project.title}</span>
        </Link>
      </div>
    </article>
  )
}
