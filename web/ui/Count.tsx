import styles from './Count.module.css'
import { cx } from './cx.ts'

interface Props {
  count: number
  /** Red lead means that the reader must act; any other count is muted (DESIGN §1.2). */
  waiting?: boolean
}

/** The small round number in tabs and navigation. Renders nothing for zero when it would mean waiting. */
export function Count({ count, waiting }: Props) {
  if (waiting && count === 0) return null
  return (
    <span className={cx(styles.count, !waiting && styles.quiet)}>
      {count > 99 ? '99+' : count}
      {waiting ? <span className="sr"> waiting</span> : null}
    </span>
  )
}
