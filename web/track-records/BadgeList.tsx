import { BadgeCheck } from 'lucide-react'
import { BADGES, type BadgeName } from '#contract/badges.ts'
import styles from './TrackRecord.module.css'

/** Badges as chips. The profile says how each was earned. */
export function BadgeList({ badges }: { badges: readonly BadgeName[] }) {
  return (
    <ul className={styles.badges} aria-label="Badges">
      {badges.map((badge) => (
        <li key={badge}>
          <BadgeCheck size={15} aria-hidden="true" />
          {BADGES[badge].label}
        </li>
      ))}
    </ul>
  )
}
