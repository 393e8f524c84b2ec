import { Image } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DealStop, DealTrack } from '#contract/deal-track.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { cx } from '#web/ui/cx.ts'
import { ProjectBadge } from '#web/projects/ProjectBadge.tsx'
import { EscrowTrack, type TrackStep } from '#web/ui/EscrowTrack.tsx'
import { Facts } from './Facts.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './Project.module.css'
import { categoryWord } from '#web/projects/project-words.ts'

interface Props {
  project: ProjectDetail
  facts: readonly (readonly [string, ReactNode])[]
  /** To the right of the badge: Edit Project, Contact Seller. */
  action?: ReactNode
  /** The seven stops; a cancelled project shows its final state instead. */
  track?: DealTrack
  /** Replaces the stops for a project that hires several creators. */
  progress?: ReactNode
  /** What to do after a cancelled project. */
  next?: ReactNode
  /** Something else comes first: on phones the picture and the facts are left out. */
  brief?: boolean
}

/** The header card of a deal: its project, its facts, and its state. */
export function ProjectCase({ project, facts, action, track, progress, next, brief }: Props) {
  const picture = project.product_images[0]
  const underWay = project.status === 'in_progress'
  return (
    <section
      className={cx('card', styles.case, brief && styles.short, underWay && styles.underWay)}
      aria-label="Project"
    >
      <div className={styles.head}>
        <div className={styles.art}>
          {picture ? (
            <Picture
              src={picture}
              sizes="(max-width: 719px) 100vw, 400px"
              alt=""
              // A lazy picture is not requested by a phone, which leaves it out.
              {...(brief || underWay ? { loading: 'lazy' } : {})}
            />
          ) : (
            <Image size={28} aria-hidden="true" />
          )}
        </div>
        <div className={styles.body}>
          <div className={`row between ${styles.top}`}>
            <div className="row gap3">
              <ProjectBadge project={project} />
              <span className="sm muted">{categoryWord(project.category)}</span>
            </div>
            {action}
          </div>
          <h1>{project.title}</h1>
          <Facts facts={facts} />
        </div>
      </div>
      <div className={styles.track}>
        <h2 className="sr">Progress</h2>
        {project.status === 'cancelled' ? (
          <div className={styles.over}>
            {track ? <p className="muted">{track.note}</p> : progress}
            {next}
          </div>
        ) : track === undefined ? (
          progress
        ) : (
          <EscrowTrack steps={track.stops.map(spaced)} note={track.note} ended={track.ended} />
        )}
      </div>
    </section>
  )
}

/** Sets "Your move · by Jun 24" with the design's spacing around separators. */
function spaced(step: DealStop): TrackStep {
  const [before, after] = step.when.split(' · ')
  if (after === undefined) return step
  return {
    ...step,
    when: (
      <>
        {before}
        <span className="sep"> · </span>
        {after}
      </>
    ),
  }
}
