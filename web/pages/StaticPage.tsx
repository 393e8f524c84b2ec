import type { ReactNode } from 'react'
import { usePageHead } from '#web/page/head.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './pages.module.css'

interface Props {
  title: string
  /** The first sentence or two, larger; also the description search engines get. */
  lead: string
  /** The page lays out its own sections (a wide first post, a form with a side column). */
  wide?: boolean
  children: ReactNode
}

/** Title, lead, sections with hairline lists, no cards (DESIGN §8). */
export function StaticPage({ title, lead, wide, children }: Props) {
  usePageHead({ title, description: lead })
  return (
    <div className={cx('wrap wide', styles.page)}>
      <div className={cx(!wide && styles.column)}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {children}
      </div>
    </div>
  )
}
