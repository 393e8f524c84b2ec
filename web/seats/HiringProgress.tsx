import type { ProjectDetail } from '#contract/project-schemas.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Seats.module.css'
import { seatWords } from './seat-words.ts'

/** The progress of hiring: how many of how many, for how much, until when, and whose move it is. */
export function HiringProgress({ project, note }: { project: ProjectDetail; note: string }) {
  const { hiring, hiring_budget: budget } = project
  if (!hiring) return null
  return (
    <div className={styles.progress}>
      <p className="strong num">{seatWords.progress(hiring, budget)}</p>
      <progress
        className={styles.bar}
        max={hiring.wanted}
        value={hiring.hired}
        aria-label={seatWords.progress(hiring, undefined)}
      />
      <p className="sm muted">
        {note}
        {hiring.until && project.status === 'active' ? (
          <>
            {' '}
            {seatWords.until} <Time value={hiring.until} />.
          </>
        ) : null}
      </p>
    </div>
  )
}
