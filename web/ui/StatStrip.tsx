import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import styles from './StatStrip.module.css'

/** One number of the strip; with `to` it links to the list it counts. */
export interface Stat {
  label: string
  value: ReactNode
  /** A few words under the number. */
  note?: string
  to?: string
}

interface Props {
  /** The first cell: the available action. */
  action: { label: string; note?: string; to: string }
  stats: readonly Stat[]
}

/**
 * One card of numbers with hairlines between them; the first cell is the action. On phones, numbers with words become
 * rows.
 */
export function StatStrip({ action, stats }: Props) {
  const noted = stats.some(({ note }) => note !== undefined)
  return (
    <div className={cx(styles.strip, noted && styles.noted)}>
      <Link className={cx(styles.cell, styles.action)} to={action.to}>
        <span className={styles.label}>{action.note}</span>
        <span className={styles.actionName}>
          {action.label}
          <ArrowRight size={22} aria-hidden="true" />
        </span>
      </Link>
      {stats.map((stat, index) => (
        <StatCell key={stat.label} stat={stat} first={index === 0} />
      ))}
    </div>
  )
}

function StatCell({ stat, first }: { stat: Stat; first: boolean }) {
  const classes = cx(styles.cell, first && styles.first)
  const content = (
    <>
      <span className={styles.label}>
        {stat.label}
        {stat.note ? (
          <>
            <br />
            <span className={styles.note}>{stat.note}</span>
          </>
        ) : null}
      </span>
      <span className={styles.number}>{stat.value}</span>
    </>
  )
  return stat.to ? (
    <Link className={classes} to={stat.to}>
      {content}
    </Link>
  ) : (
    <div className={classes}>{content}</div>
  )
}
