import { Image } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import { StatusBadge } from '../ui/Badge.tsx'
import { EscrowTrack } from '../ui/EscrowTrack.tsx'
import { Facts } from './Facts.tsx'
import styles from './Project.module.css'
import { categoryWord } from './project-words.ts'
import type { Track } from './track-steps.ts'

interface Props {
  project: ProjectDetail
  facts: readonly (readonly [string, ReactNode])[]
  /** At the right of the badge: Edit Project, Contact Seller. */
  action?: ReactNode
  /** The seven stops; a cancelled project shows its last word instead. */
  track: Track
}

/** The header card of a deal: what it is, its facts, and where it stands. */
export function ProjectCase({ project, facts, action, track }: Props) {
  const picture = project.product_images[0]
  return (
    <section className={`card ${styles.case}`} aria-label="Project">
      <div className={styles.head}>
        <div className={styles.art}>
          {picture ? <img src={picture} alt="" /> : <Image size={28} aria-hidden="true" />}
        </div>
        <div className={styles.body}>
          <div className={`row between ${styles.top}`}>
            <div className="row gap3">
              <StatusBadge kind="project" status={project.status} />
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
          <p className="muted">{track.note}</p>
        ) : (
          <EscrowTrack steps={track.steps} note={track.note} />
        )}
      </div>
    </section>
  )
}
