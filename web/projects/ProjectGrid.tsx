import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import styles from './ProjectCard.module.css'

/** Project cards, three in a row where there is room. */
export function ProjectGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

/** Placeholders for cards that are loading. */
export function ProjectGridSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <SkeletonGroup className={styles.grid}>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className="stack">
          <Skeleton ratio="4 / 3" radius={12} />
          <Skeleton height={18} width="80%" />
          <Skeleton height={14} width="55%" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
